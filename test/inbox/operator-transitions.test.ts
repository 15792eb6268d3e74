import { describe, expect, it } from 'vitest'
import { NoteRequired } from '../../lib/errors.ts'
import { type EventStatus, eventStatuses, type InboxEvent } from '../../lib/inbox/event.ts'
import { discarded, released, replayed } from '../../lib/inbox/operator-transitions.ts'
import { held } from '../../lib/reasons.ts'
import { noSuchField, tooMany } from './endings.ts'

const at = { now: 9_000, writeId: 'write-9000' }
const open: InboxEvent['progress'] = { k: { orderId: 1, state: 'open', item: 'order#1' } }
const answered: InboxEvent['progress'] = { k: { orderId: 1, returnId: 7, state: 'done' } }

const eventIn = (status: EventStatus, more: Partial<InboxEvent> = {}): InboxEvent => ({
  id: 'shopify/1',
  source: 'shopify',
  status,
  epoch: 4,
  attempts: 10,
  delivery: { body: Buffer.from('{}'), headers: {} },
  progress: { k: { state: 'found', orderId: 1 } },
  history: [{ at: 1, code: 'accepted' }],
  orderId: 1,
  receivedAt: 1,
  updatedAt: 2,
  writeId: 'write-2',
  ...more,
})

/** The answer of an operator command tells a conflict by this status. */
const conflict = expect.objectContaining({ name: 'Rejected', status: 409 })

const statusesFor = {
  released: ['waiting', 'held', 'failed'],
  replayed: ['held', 'failed', 'done', 'ignored', 'discarded'],
  discarded: ['waiting', 'held', 'failed'],
}
const cases = Object.entries({ released, replayed, discarded }).flatMap(([name, transition]) =>
  eventStatuses.map((status) => ({ name: name as keyof typeof statusesFor, transition, status })),
)

it.each(cases)(
  '$status -> $name: allowed as the table of states says, else refused with 409 and advice',
  ({ name, transition, status }) => {
    const event = eventIn(status)
    if (statusesFor[name].includes(status)) {
      const next = transition(event, { ...at, note: 'by hand' })
      const becomes = name === 'discarded' ? 'discarded' : 'ready'
      expect(next).toMatchObject({ epoch: 5, updatedAt: 9_000, writeId: 'write-9000', status: becomes })
      expect(next.history.at(-1)).toEqual({ at: 9_000, code: name, note: 'by hand' })
      return
    }
    expect(() => transition(event, at)).toThrow(conflict)
    expect(() => transition(event, at)).toThrow(new RegExp(`shopify/1 is ${status} and cannot be ${name}\\. [A-Z]`))
  },
)

describe('released', () => {
  const misfit = held({ code: 'email_mismatch', key: 'k', orderId: 1, named: true }).reason

  it('approves the reason of a held event, beside those before, and gives all attempts again', () => {
    const event = eventIn('held', { reason: tooMany.reason, approvals: [misfit], deferredSince: 3, lane: 'replay' })
    const next = released(event, { ...at, hintMs: 500 })
    expect(next).toMatchObject({
      status: 'ready',
      wakeAt: 9_500,
      attempts: 0,
      approvals: [misfit, tooMany.reason],
      progress: { k: { orderId: 1 } },
    })
    for (const gone of ['reason', 'deferredSince', 'lane']) expect(next).not.toHaveProperty(gone)
  })

  it('approves the reason alone where none was approved before', () => {
    expect(released(eventIn('held', { reason: tooMany.reason }), at).approvals).toEqual([tooMany.reason])
  })

  it('keeps the latest answer to one question, and one for each command', () => {
    const other = { ...tooMany.reason, key: 'other' }
    const approvals = [{ ...tooMany.reason, quantity: 9 } as never, other]
    const event = eventIn('held', { reason: tooMany.reason, approvals })
    expect(released(event, at).approvals).toEqual([other, tooMany.reason])
  })

  it('approves nothing for a failed event', () => {
    expect(released(eventIn('failed', { reason: noSuchField.reason, endedAt: 5 }), at)).not.toHaveProperty('approvals')
  })

  it('makes a waiting event ready now, with the attempts it has', () => {
    const next = released(eventIn('waiting', { wakeAt: 99_000, progress: open, approvals: [misfit] }), at)
    expect(next).toMatchObject({ status: 'ready', wakeAt: 129_000, attempts: 10, progress: open, approvals: [misfit] })
  })
})

describe('replayed', () => {
  it('looks anew for what was only looked up', () => {
    const progress = { k: { state: 'found' as const, orderId: 1 }, l: { by: 'shopify/2', state: 'done' as const } }
    const event = eventIn('failed', { approvals: [tooMany.reason], reason: noSuchField.reason, endedAt: 5, progress })
    const next = replayed(event, { ...at, hintMs: 500 })
    expect(next).toMatchObject({ status: 'ready', wakeAt: 9_500, attempts: 0, progress: {} })
    for (const field of ['orderId', 'approvals', 'reason', 'endedAt']) expect(next).not.toHaveProperty(field)
  })

  it.each([
    ['an answered write', answered],
    ['an open write', open],
    ['a comment', { k: { state: 'made', orderId: 1, comment: { orderId: 1 } } } as const],
  ])('keeps what is known of %s', (_title, progress) => {
    const next = replayed(eventIn('held', { progress }), at)
    expect(next).toMatchObject({ status: 'ready', attempts: 0, progress, orderId: 1 })
  })

  it('has the lane that it is given', () => {
    expect(replayed(eventIn('done'), { ...at, lane: 'replay' }).lane).toBe('replay')
    expect(replayed(eventIn('done', { lane: 'replay' }), at)).not.toHaveProperty('lane')
  })
})

describe('discarded', () => {
  it('keeps the reason, takes the time to wake and says since when', () => {
    const next = discarded(eventIn('waiting', { wakeAt: 99_000 }), at)
    expect(next).not.toHaveProperty('wakeAt')
    expect(next.endedAt).toBe(9_000)
    const failed = discarded(eventIn('failed', { reason: noSuchField.reason, endedAt: 5 }), at)
    expect(failed).toMatchObject({ reason: { code: 'mapping' }, endedAt: 9_000 })
  })

  it.each([undefined, '', '  '])('asks what became of a write of unknown outcome (note %j)', (note) => {
    const event = eventIn('held', { progress: open })
    expect(() => discarded(event, { ...at, note })).toThrow(/without a note/)
    expect(() => discarded(event, { ...at, note })).toThrow(NoteRequired)
    const next = discarded(event, { ...at, note: 'by hand' })
    expect(next).toMatchObject({ status: 'discarded', progress: open })
  })
})
