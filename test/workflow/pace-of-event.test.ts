import { describe, expect, it } from 'vitest'
import type { Command } from '../../lib/commands.ts'
import type { Progress } from '../../lib/inbox/event.ts'
import { accepted } from '../../lib/inbox/transitions.ts'
import { paceOfEvent } from '../../lib/workflow/pace-of-event.ts'

const fresh = accepted(
  { id: 'form/a', source: 'form', delivery: { body: Buffer.from('{}'), headers: {} }, now: 0, hintMs: 0 },
  'w',
)
const sent = { key: 'number/N-1', body: {} } as const
const anOrder = { type: 'create-order', key: 'o', body: { typeId: 1, orderItems: [], properties: [] } } as Command
const anImage: Command = {
  type: 'publish-image',
  key: 'i',
  itemId: 1,
  imageId: 2,
  body: { type: 'mandant', value: 1 },
}
const commands = [{ type: 'create-return' as const, key: 'a', order: { id: 1 }, lines: 'all' as const }]

describe('the calls that an event announces', () => {
  it('are all of its next steps', () => {
    expect(paceOfEvent({ ...fresh, commands, ledger: [{}] })).toMatchObject({ class: 'live', reads: 2, writes: 2 })
  })

  it.each<[string, Command, Progress, object]>([
    ['a look and a write for a new order', anOrder, {}, { reads: 1, writes: 1 }],
    ['the same to read it back', anOrder, { newOrder: sent }, { reads: 1, writes: 1 }],
    ['none once it is known', anOrder, { newOrder: { ...sent, orderId: 5 } }, { reads: 0, writes: 0 }],
    ['the second look', anOrder, { newOrder: { ...sent, orderId: 5, lookAt: 9 } }, { reads: 1, writes: 0 }],
    ['a look and a write for an image', anImage, {}, { reads: 1, writes: 1 }],
    ['none for what another event has done', anImage, { alreadyDone: 'by another' }, { reads: 0, writes: 0 }],
    ['none once it is visible', anImage, { image: { ...sent, published: true } }, { reads: 0, writes: 0 }],
  ])('are %s', (_title, command, progress, calls) => {
    expect(paceOfEvent({ ...fresh, commands: [command], ledger: [progress] })).toMatchObject(calls)
  })

  it('leave the writes out once it was begun and had to queue for them', () => {
    const begun = { ...fresh, commands, ledger: [{ orderId: 1 }] }
    expect(paceOfEvent(begun).writes).toBe(2)
    expect(paceOfEvent({ ...begun, queued: true })).toMatchObject({ class: 'begun', writes: 0 })
  })
})
