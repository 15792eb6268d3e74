import { describe, expect, it } from 'vitest'
import type { EventStatus, InboxEvent, Progress } from '../../lib/inbox/event.ts'
import { hasOpenWrite, hasWriteTrace } from '../../lib/inbox/ledger.ts'
import { accepted, claimed, toDone, toEnded, toWaiting, withProgress } from '../../lib/inbox/transitions.ts'
import { failed, held, ignored } from '../../lib/reasons.ts'

const leaseMs = 150_000
const at = (now: number) => ({ now, writeId: `write-${now}` })
const delivery = { body: Buffer.from('{}'), headers: {} }
const fresh = accepted({ id: 'shopify/1', source: 'shopify', delivery, now: 1_000, hintMs: 120_000 }, 'write-1000')
const running: InboxEvent = { ...fresh, status: 'running', wakeAt: 152_000, epoch: 3, attempts: 2 }
const comment = { orderId: 1, text: 't', marker: '[bridge:AAAAAAAAAAAA]', sendBefore: 5 }
const openReturn: Progress[] = [{ orderId: 1, return: { body: {}, lines: [] } }]
const answered: Progress[] = [
  { orderId: 1, return: { body: {}, lines: [], returnId: 7 }, comment: { ...comment, written: true } },
]

it('a new event is ready, due when its hint must be lost, and tells since when it is there', () => {
  expect(fresh).toEqual({
    id: 'shopify/1',
    source: 'shopify',
    status: 'ready',
    wakeAt: 121_000,
    epoch: 0,
    attempts: 0,
    delivery,
    ledger: [],
    history: [{ at: 1_000, what: 'accepted' }],
    receivedAt: 1_000,
    updatedAt: 1_000,
    writeId: 'write-1000',
  })
})

describe('claimed', () => {
  it.each<[string, EventStatus, number | undefined, number, boolean]>([
    ['a ready event before its hint time', 'ready', 9_000, 5_000, true],
    ['a waiting event when it is due', 'waiting', 5_000, 5_000, true],
    ['a waiting event too early', 'waiting', 5_001, 5_000, false],
    ['a running event whose lease is over', 'running', 5_000, 5_000, true],
    ['a running event within its lease', 'running', 5_001, 5_000, false],
    ['a held event', 'held', undefined, 5_000, false],
    ['a done event', 'done', undefined, 5_000, false],
    ['a failed event', 'failed', undefined, 5_000, false],
    ['an ignored event', 'ignored', undefined, 5_000, false],
    ['a discarded event', 'discarded', undefined, 5_000, false],
    ['a held event, whatever time stands in it', 'held', 4_000, 5_000, false],
    ['a done event, whatever time stands in it', 'done', 4_000, 5_000, false],
  ])('for %s', (_title, status, wakeAt, now, taken) => {
    const { wakeAt: _, ...rest } = running
    const event: InboxEvent = { ...rest, status, ...(wakeAt !== undefined && { wakeAt }) }
    const next = claimed(event, { ...at(now), leaseMs })
    expect(next !== undefined).toBe(taken)
    if (next)
      expect(next).toMatchObject({
        status: 'running',
        wakeAt: now + leaseMs,
        epoch: 4,
        attempts: 3,
        writeId: 'write-5000',
      })
  })

  it('tells when, and which attempt it is', () => {
    expect(claimed(fresh, { ...at(5_000), leaseMs })?.history).toEqual([
      { at: 1_000, what: 'accepted' },
      { at: 5_000, what: 'claimed', attempt: 1 },
    ])
  })
})

describe('toWaiting', () => {
  it('counts the attempt where the try went wrong, and ends a row of deferrals', () => {
    const next = toWaiting(
      { ...running, deferredSince: 500 },
      { ...at(2_000), until: 9_000, deferral: false, why: 'timeout' },
    )
    expect(next).toMatchObject({ status: 'waiting', wakeAt: 9_000, attempts: 2, epoch: 3 })
    expect(next).not.toHaveProperty('deferredSince')
    expect(next.history.at(-1)).toEqual({ at: 2_000, what: 'waiting', why: 'timeout', until: 9_000 })
  })

  it('waits for a whole millisecond, never for less than was asked for', () => {
    const next = toWaiting(running, { ...at(2_000), until: 9_000.2, deferral: false, why: 'timeout' })
    expect(next.wakeAt).toBe(9_001)
    expect(next.history.at(-1)?.until).toBe(9_001)
  })

  it('does not count a wait for its turn as being put off', () => {
    const wait = { ...at(2_000), until: 9_000, deferral: true, queued: true, why: 'pace' }
    const next = toWaiting(running, wait)
    expect(next).toMatchObject({ status: 'waiting', wakeAt: 9_000, attempts: 1, queued: true })
    expect(next).not.toHaveProperty('deferredSince')
    expect(next.history.at(-1)).toEqual({ at: 2_000, what: 'deferred', why: 'pace', until: 9_000 })
    expect(toWaiting({ ...running, deferredSince: 500 }, wait).deferredSince).toBe(500)
  })

  it('gives the attempt back for a deferral and remembers since when', () => {
    const once = toWaiting(running, { ...at(2_000), until: 9_000, deferral: true, why: 'pace' })
    expect(once).toMatchObject({ attempts: 1, deferredSince: 2_000 })
    const again = claimed(once, { ...at(9_000), leaseMs }) as InboxEvent
    expect(toWaiting(again, { ...at(9_500), until: 12_000, deferral: true, why: 'pace' })).toMatchObject({
      attempts: 1,
      deferredSince: 2_000,
    })
  })

  it('never gives back more than was taken', () => {
    expect(
      toWaiting({ ...running, attempts: 0 }, { ...at(2_000), until: 3_000, deferral: true, why: 'pace' }).attempts,
    ).toBe(0)
  })

  it('is allowed with an open write', () => {
    expect(
      toWaiting({ ...running, ledger: openReturn }, { ...at(2), until: 3, deferral: true, why: 'settling' }).status,
    ).toBe('waiting')
  })
})

describe('withProgress', () => {
  it('keeps lease, epoch and attempts, and ends a row of deferrals', () => {
    const next = withProgress(
      { ...running, deferredSince: 5 },
      { ...at(2_000), ledger: answered, orderId: 1, what: 'created', facts: { returnId: 7 } },
    )
    expect(next).toMatchObject({
      status: 'running',
      wakeAt: 152_000,
      epoch: 3,
      attempts: 2,
      ledger: answered,
      orderId: 1,
    })
    expect(next).not.toHaveProperty('deferredSince')
    expect(next.history.at(-1)).toEqual({ at: 2_000, what: 'created', returnId: 7 })
  })

  it('leaves alone what is not given', () => {
    expect(
      withProgress({ ...running, ledger: answered, orderId: 1 }, { ...at(2), what: 'looked', orderId: undefined }),
    ).toMatchObject({
      ledger: answered,
      orderId: 1,
    })
  })

  it('uses a waived reason up', () => {
    expect(withProgress({ ...running, waived: ['too_many'] }, { ...at(2), waived: [], what: 'waived' }).waived).toEqual(
      [],
    )
  })
})

it('a long text of the history is cut, and no half of a character is left of it', () => {
  const facts = { why: `${'x'.repeat(198)}😀 and more`, note: 'cut by its sender \ud83d' }
  const told = withProgress(running, { ...at(2_000), ledger: running.ledger, what: 'looked', facts }).history.at(-1)
  expect(told).toMatchObject({ why: `${'x'.repeat(198)}\uFFFD…`, note: 'cut by its sender \uFFFD' })
})

describe('endings', () => {
  it.each([
    [failed('order_unknown', 'no such order'), 'failed'],
    [held('too_many', 'three of two'), 'held'],
    [ignored('test_delivery', 'a test'), 'ignored'],
  ] as const)('end %j without a time to wake', (ending, status) => {
    const next = toEnded({ ...running, deferredSince: 1 }, ending, at(2_000))
    expect(next).toMatchObject({ status, reason: ending.reason, epoch: 3 })
    expect(next).not.toHaveProperty('wakeAt')
    expect(next).not.toHaveProperty('deferredSince')
    expect(next.history.at(-1)).toEqual({ at: 2_000, what: status, reason: ending.reason.code })
  })

  it.each([failed('attempts_used_up', 'ten tries'), ignored('already_done', 'by another')])(
    'hold an event with an open write instead: %j',
    (ending) => {
      const next = toEnded({ ...running, ledger: openReturn }, ending, at(2_000))
      expect(next).toMatchObject({ status: 'held', reason: { code: 'outcome_unclear' } })
      expect(next.reason?.text).toContain(ending.reason.text)
    },
  )

  it('hold an event with an open write for the reason that they give', () => {
    const next = toEnded({ ...running, ledger: openReturn }, held('deferred_too_long', 'a day'), at(2_000))
    expect(next).toMatchObject({ status: 'held', reason: { code: 'deferred_too_long', text: 'a day' } })
  })

  it('keep a thousand characters of a text, and no half of one', () => {
    const next = toEnded(running, failed('rejected', `${'x'.repeat(999)}😀 and more`), at(2_000))
    expect(next.reason?.text).toBe(`${'x'.repeat(999)}\uFFFD`)
  })

  it('are done only where every write has its answer', () => {
    const done = toDone({ ...running, ledger: answered }, at(2_000))
    expect(done.status).toBe('done')
    expect(done.history.at(-1)).toEqual({ at: 2_000, what: 'done' })
    expect(() => toDone({ ...running, ledger: openReturn }, at(2))).toThrow('no known outcome')
    expect(() => toDone({ ...running, ledger: [{ comment }] }, at(2))).toThrow('no known outcome')
  })

  it('forget the reason of an earlier ending when done', () => {
    expect(toDone({ ...running, reason: { code: 'too_many', text: 'x' } }, at(2))).not.toHaveProperty('reason')
  })
})

it.each<EventStatus>(['ready', 'waiting', 'held', 'done', 'failed', 'ignored', 'discarded'])(
  'a run cannot move an event that is %s',
  (status) => {
    const event = { ...running, status }
    expect(() => withProgress(event, { ...at(2), what: 'x' })).toThrow(status)
    expect(() => toWaiting(event, { ...at(2), until: 3, deferral: true, why: 'x' })).toThrow(status)
    expect(() => toDone(event, at(2))).toThrow(status)
    expect(() => toEnded(event, failed('mapping', 'x'), at(2))).toThrow(status)
  },
)

it.each<[Progress[], boolean, boolean]>([
  [[], false, false],
  [[{ orderId: 1 }], false, false],
  [openReturn, true, true],
  [[{ comment }], true, true],
  [answered, false, true],
  [[...answered, { comment }], true, true],
])('ledger %j: open write %s, trace %s', (ledger, open, trace) => {
  expect(hasOpenWrite(ledger)).toBe(open)
  expect(hasWriteTrace(ledger)).toBe(trace)
})

it('never changes the event that it is given', () => {
  const before = structuredClone({ ...running, delivery: undefined })
  claimed({ ...running, wakeAt: 1 }, { ...at(5), leaseMs })
  withProgress(running, { ...at(5), ledger: answered, what: 'x' })
  toWaiting(running, { ...at(5), until: 6, deferral: true, why: 'x' })
  expect({ ...running, delivery: undefined }).toEqual(before)
})

it('tells since when an event has ended, and of one that waits for a person nothing', () => {
  const endedAt = (ending: ReturnType<typeof failed>) => toEnded(running, ending, at(2_000)).endedAt
  expect(toDone(running, at(2_000)).endedAt).toBe(2_000)
  expect(endedAt(failed('mapping', 'x'))).toBe(2_000)
  expect(endedAt(ignored('test_delivery', 'x'))).toBe(2_000)
  expect(endedAt(held('too_many', 'x'))).toBeUndefined()
  expect(toWaiting(running, { ...at(2_000), until: 3_000, deferral: false, why: 'x' })).not.toHaveProperty('endedAt')
})
