import { describe, expect, it } from 'vitest'
import { accepted } from '../../lib/inbox/transitions.ts'
import { paceOfEvent } from '../../lib/workflow/pace-of-event.ts'

const fresh = accepted(
  { id: 'form/a', source: 'form', delivery: { body: Buffer.from('{}'), headers: {} }, now: 0, hintMs: 0 },
  'w',
)
const commands = [{ type: 'create-return' as const, wish: 'a', order: { id: 1 }, lines: 'all' as const }]

describe('the calls that an event announces', () => {
  it('are all of its next steps', () => {
    expect(paceOfEvent({ ...fresh, commands, ledger: [{}] })).toMatchObject({ class: 'live', reads: 2, writes: 2 })
  })

  it('leave the writes out once it was begun and had to queue for them', () => {
    const begun = { ...fresh, commands, ledger: [{ orderId: 1 }] }
    expect(paceOfEvent(begun).writes).toBe(2)
    expect(paceOfEvent({ ...begun, queued: true })).toMatchObject({ class: 'begun', writes: 0 })
  })
})
