import { describe, expect, it } from 'vitest'
import { erased } from '../../lib/inbox/erasure.ts'
import { type EventStatus, eventStatuses, type InboxEvent, type Progress } from '../../lib/inbox/event.ts'
import { discarded, released, replayed } from '../../lib/inbox/operator-transitions.ts'

const at = { now: 9_000, writeId: 'write-9000' }
const comment = { orderId: 1, text: 't', marker: '[bridge:AAAAAAAAAAAA]', sendBefore: 5 }
const openReturn: Progress[] = [{ orderId: 1, return: { body: {}, lines: [] } }]
const answered: Progress[] = [{ orderId: 1, return: { body: {}, lines: [], returnId: 7 } }]
const commands: InboxEvent['commands'] = [{ type: 'add-comment', key: 'w', order: { id: 1 }, text: 'x' }]

const eventIn = (status: EventStatus, more: Partial<InboxEvent> = {}): InboxEvent => ({
  id: 'shopify/1',
  source: 'shopify',
  status,
  epoch: 4,
  attempts: 10,
  delivery: { body: Buffer.from('{}'), headers: {} },
  commands,
  ledger: [{ orderId: 1 }],
  history: [{ at: 1, what: 'accepted' }],
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
      expect(next).toMatchObject({
        epoch: 5,
        updatedAt: 9_000,
        writeId: 'write-9000',
        status: name === 'discarded' ? 'discarded' : 'ready',
      })
      expect(next.history.at(-1)).toEqual({ at: 9_000, what: name, note: 'by hand' })
      return
    }
    expect(() => transition(event, at)).toThrow(conflict)
    expect(() => transition(event, at)).toThrow(new RegExp(`shopify/1 is ${status} and cannot be ${name}\\. [A-Z]`))
  },
)

describe('released', () => {
  it('waives the reason of a held event, beside those before, and gives all tries again', () => {
    const event = eventIn('held', {
      reason: { code: 'too_many', text: 'x' },
      waived: ['email_mismatch'],
      deferredSince: 3,
    })
    const next = released(event, { ...at, hintMs: 500 })
    expect(next).toMatchObject({
      status: 'ready',
      wakeAt: 9_500,
      attempts: 0,
      waived: ['email_mismatch', 'too_many'],
      ledger: [{ orderId: 1 }],
      commands,
    })
    expect(next).not.toHaveProperty('reason')
    expect(next).not.toHaveProperty('deferredSince')
  })

  it('waives the reason alone where none was waived before', () => {
    expect(released(eventIn('held', { reason: { code: 'too_many', text: 'x' } }), at).waived).toEqual(['too_many'])
  })

  it('names a waived reason once, however often it was released', () => {
    const event = eventIn('held', { reason: { code: 'too_many', text: 'x' }, waived: ['too_many'] })
    expect(released(event, at).waived).toEqual(['too_many'])
  })

  it('waives nothing for a failed event', () => {
    expect(released(eventIn('failed', { reason: { code: 'rejected', text: 'x' } }), at)).not.toHaveProperty('waived')
  })

  it('makes a waiting event ready now, with the tries it has', () => {
    expect(released(eventIn('waiting', { wakeAt: 99_000, ledger: openReturn }), at)).toMatchObject({
      status: 'ready',
      wakeAt: 129_000,
      attempts: 10,
      ledger: openReturn,
    })
  })
})

describe('replayed', () => {
  it('translates anew where nothing was written', () => {
    const event = eventIn('failed', { waived: ['too_many'], reason: { code: 'mapping', text: 'x' } })
    const next = replayed(event, { ...at, hintMs: 500 })
    expect(next).toMatchObject({ status: 'ready', wakeAt: 9_500, attempts: 0, ledger: [] })
    for (const field of ['commands', 'orderId', 'waived', 'reason']) expect(next).not.toHaveProperty(field)
  })

  it.each<[string, Progress[]]>([
    ['an answered write', answered],
    ['an open write', openReturn],
    ['an open comment', [{ comment }]],
  ])('keeps commands and ledger with %s', (_title, ledger) => {
    expect(replayed(eventIn('held', { ledger }), at)).toMatchObject({
      status: 'ready',
      attempts: 0,
      ledger,
      commands,
      orderId: 1,
    })
  })

  const erasure = { now: Date.UTC(2026, 3, 1), writeId: 'write-8', expiresAt: 9e12 }

  it.each(['failed', 'ignored', 'discarded'] as const)(
    'refuses a %s event that is erased, and says since when',
    (status) => {
      const gone = erased(eventIn(status, { endedAt: 5, ledger: answered }), erasure)
      expect(() => replayed(gone, at)).toThrow(
        'its payload was erased on 2026-04-01. If it is still wanted, do it by hand',
      )
      expect(() => replayed(gone, at)).toThrow(conflict)
    },
  )

  it('answers an erased done event from its ledger, and takes the clock from it', () => {
    const gone = erased(eventIn('done', { endedAt: 5, ledger: answered }), erasure)
    const again = replayed(gone, at)
    expect(again).toMatchObject({ status: 'ready', erasedAt: erasure.now, ledger: [{ return: { returnId: 7 } }] })
    for (const clock of ['endedAt', 'expiresAt']) expect(again).not.toHaveProperty(clock)
  })
})

describe('discarded', () => {
  it('keeps the reason and takes the time to wake', () => {
    const next = discarded(eventIn('waiting', { wakeAt: 99_000 }), at)
    expect(next).not.toHaveProperty('wakeAt')
    expect(discarded(eventIn('failed', { reason: { code: 'mapping', text: 'x' } }), at).reason?.code).toBe('mapping')
  })

  it.each([undefined, '', '  '])('asks what became of a write with no known outcome (note %j)', (note) => {
    const event = eventIn('held', { ledger: openReturn })
    expect(() => discarded(event, { ...at, note })).toThrow(/say in a note what became of it/)
    expect(() => discarded(event, { ...at, note })).toThrow(conflict)
    expect(discarded(event, { ...at, note: 'cancelled by hand' }).status).toBe('discarded')
  })

  it('marks each return that may be there, and nothing else', () => {
    const body = { body: {}, lines: [] }
    const comment = { orderId: 1, text: 't', marker: 'm', sendBefore: 0 }
    const ledger = [{ return: body }, { return: { ...body, returnId: 5 }, comment }, { comment }]
    const next = discarded(eventIn('held', { ledger }), { ...at, note: 'as looked up' })
    expect(next.ledger).toEqual([{ return: { ...body, givenUp: true } }, ledger[1], ledger[2]])
  })
})
