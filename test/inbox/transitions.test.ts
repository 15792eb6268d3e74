import { describe, expect, it } from 'vitest'
import { type EventStatus, hasOpenWrite, type InboxEvent, isQueued } from '../../lib/inbox/event.ts'
import { discarded } from '../../lib/inbox/operator-transitions.ts'
import { accepted, claimed, toDone, toEnded, toWaiting, withProgress } from '../../lib/inbox/transitions.ts'
import { type Ending, failed, held } from '../../lib/reasons.ts'
import { inQueue, later, noSuchField, notReady, orderFound, testDelivery, tooMany } from './endings.ts'

const leaseMs = 150_000
const at = (now: number) => ({ now, writeId: `write-${now}` })
const delivery = { body: Buffer.from('{}'), headers: {} }
const fresh = accepted({ id: 'shopify/1', source: 'shopify', delivery, now: 1_000, hintMs: 120_000 }, 'write-1000')
const running: InboxEvent = { ...fresh, status: 'running', wakeAt: 121_000, leaseUntil: 152_000, epoch: 3, attempts: 2 }
const open: InboxEvent['progress'] = { k: { orderId: 1, state: 'open', item: 'order#1' } }
const answered: InboxEvent['progress'] = { k: { orderId: 1, returnId: 7, comment: { orderId: 1 }, state: 'done' } }

it('a new event is ready, is due when its hint must be lost, and has the time of its arrival', () => {
  expect(fresh).toEqual({
    id: 'shopify/1',
    source: 'shopify',
    status: 'ready',
    wakeAt: 121_000,
    epoch: 0,
    attempts: 0,
    delivery,
    progress: {},
    history: [{ at: 1_000, code: 'accepted' }],
    receivedAt: 1_000,
    updatedAt: 1_000,
    writeId: 'write-1000',
  })
})

describe('claimed', () => {
  type Times = Pick<InboxEvent, 'wakeAt' | 'leaseUntil'>
  it.each<[string, EventStatus, Times, boolean]>([
    ['a ready event before its hint time', 'ready', { wakeAt: 9_000 }, true],
    ['a waiting event when it is due', 'waiting', { wakeAt: 5_000 }, true],
    ['a waiting event too early', 'waiting', { wakeAt: 5_001 }, false],
    ['a waiting event too early, whatever lease stands in it', 'waiting', { wakeAt: 5_001, leaseUntil: 1 }, false],
    ['a running event whose lease has ended', 'running', { wakeAt: 9_000, leaseUntil: 5_000 }, true],
    ['a running event within its lease, though due long ago', 'running', { wakeAt: 1, leaseUntil: 5_001 }, false],
    ['a held event', 'held', {}, false],
    ['a done event', 'done', {}, false],
    ['a failed event', 'failed', {}, false],
    ['an ignored event', 'ignored', {}, false],
    ['a discarded event', 'discarded', {}, false],
    ['a held event, whatever times stand in it', 'held', { wakeAt: 4_000, leaseUntil: 4_000 }, false],
    ['a done event, whatever times stand in it', 'done', { wakeAt: 4_000, leaseUntil: 4_000 }, false],
  ])('for %s', (_title, status, times, taken) => {
    const { wakeAt: _, leaseUntil: __, ...rest } = running
    const event: InboxEvent = { ...rest, status, ...times }
    const next = claimed(event, { ...at(5_000), leaseMs })
    expect(next !== undefined).toBe(taken)
    if (!next) return
    const claim = { status: 'running', leaseUntil: 155_000, epoch: 4, attempts: 3, writeId: 'write-5000' }
    expect(next).toMatchObject(claim)
    expect(next.wakeAt).toBe(times.wakeAt)
  })

  it('says when, and which attempt it is', () => {
    expect(claimed(fresh, { ...at(5_000), leaseMs })?.history).toEqual([
      { at: 1_000, code: 'accepted' },
      { at: 5_000, code: 'claimed', attempt: 1 },
    ])
  })
})

describe('toWaiting', () => {
  it('counts the attempt if it failed, and ends a row of deferrals', () => {
    const next = toWaiting({ ...running, deferredSince: 500 }, { ...at(2_000), until: 9_000, why: later })
    expect(next).toMatchObject({ status: 'waiting', wakeAt: 9_000, attempts: 2, epoch: 3 })
    for (const gone of ['deferredSince', 'leaseUntil']) expect(next).not.toHaveProperty(gone)
    expect(next.history.at(-1)).toEqual({ at: 2_000, code: 'waiting', why: later, until: 9_000 })
  })

  it('rounds the wait up to a whole millisecond', () => {
    const next = toWaiting(running, { ...at(2_000), until: 9_000.2, why: later })
    expect(next.wakeAt).toBe(9_001)
    expect(next.history.at(-1)).toMatchObject({ until: 9_001 })
  })

  it('does not count a wait for its turn as a deferral', () => {
    const wait = { ...at(2_000), until: 9_000, why: inQueue }
    const next = toWaiting(running, wait)
    expect(next).toMatchObject({ status: 'waiting', wakeAt: 9_000, attempts: 1 })
    expect(isQueued(next)).toBe(true)
    expect(next).not.toHaveProperty('deferredSince')
    expect(next.history.at(-1)).toEqual({ at: 2_000, code: 'deferred', why: inQueue, until: 9_000 })
    expect(toWaiting({ ...running, deferredSince: 500 }, wait).deferredSince).toBe(500)
  })

  it('does not count the attempt of a deferral, and keeps the time of the first one', () => {
    const once = toWaiting(running, { ...at(2_000), until: 9_000, why: notReady })
    expect(once).toMatchObject({ attempts: 1, deferredSince: 2_000 })
    const again = claimed(once, { ...at(9_000), leaseMs }) as InboxEvent
    const twice = toWaiting(again, { ...at(9_500), until: 12_000, why: notReady })
    expect(twice).toMatchObject({ attempts: 1, deferredSince: 2_000 })
  })

  it('never counts attempts below zero', () => {
    expect(toWaiting({ ...running, attempts: 0 }, { ...at(2_000), until: 3_000, why: notReady }).attempts).toBe(0)
  })
})

describe('withProgress', () => {
  it('keeps lease, epoch and attempts, and ends a row of deferrals', () => {
    const made = { progress: answered, orderId: 1, entry: orderFound, isProgress: true }
    const next = withProgress({ ...running, deferredSince: 5 }, { ...at(2_000), ...made })
    const kept = { status: 'running', wakeAt: 121_000, leaseUntil: 152_000, epoch: 3, attempts: 2 }
    expect(next).toMatchObject({ ...kept, progress: answered, orderId: 1 })
    expect(next).not.toHaveProperty('deferredSince')
    expect(next.history.at(-1)).toEqual({ at: 2_000, ...orderFound })
  })

  it('keeps a row of deferrals if there is no progress', () => {
    const next = withProgress({ ...running, deferredSince: 5 }, { ...at(2), entry: orderFound, isProgress: false })
    expect(next.deferredSince).toBe(5)
  })

  it('keeps every field that is not given', () => {
    const event = { ...running, progress: answered, orderId: 1 }
    const next = withProgress(event, { ...at(2), entry: orderFound, isProgress: true, orderId: undefined })
    expect(next).toMatchObject({ progress: answered, orderId: 1 })
  })
})

it('a long text of the history is cut, and never leaves half a surrogate pair', () => {
  const note = (text: string) => {
    const held = toEnded(running, tooMany, at(2_000))
    return discarded(held, { ...at(3_000), note: text }).history.at(-1)
  }
  expect(note(`${'x'.repeat(178)}😀 and more`)).toMatchObject({ note: `${'x'.repeat(178)}\uFFFD…` })
  expect(note('cut by its sender \ud83d')).toMatchObject({ note: 'cut by its sender \uFFFD' })
  expect(note('x'.repeat(180))).toMatchObject({ note: 'x'.repeat(180) })
})

describe('endings', () => {
  it.each([
    [noSuchField, 'failed'],
    [tooMany, 'held'],
    [testDelivery, 'ignored'],
  ] as const)('end with %j and have no wake time and no lease', (ending, status) => {
    const next = toEnded({ ...running, deferredSince: 1 }, ending, at(2_000))
    expect(next).toMatchObject({ status, reason: ending.reason, epoch: 3 })
    for (const gone of ['wakeAt', 'leaseUntil', 'deferredSince']) expect(next).not.toHaveProperty(gone)
    expect(next.history.at(-1)).toEqual({ at: 2_000, code: status, reason: ending.reason.code })
  })

  it('hold an event with an open write for their reason', () => {
    const reason = held({ code: 'deferred_too_long' })
    const next = toEnded({ ...running, progress: open }, reason, at(2_000))
    expect(next).toMatchObject({ status: 'held', reason: { code: 'deferred_too_long' } })
  })

  it('keep a thousand characters of a text, and never half a surrogate pair', () => {
    const words = `${'x'.repeat(998)}😀 and more`
    const next = toEnded(running, failed({ code: 'rejected', words }), at(2_000))
    expect(next.reason).toEqual({ code: 'rejected', words: `${'x'.repeat(998)}\uFFFD…` })
  })

  it('are done only if every write has its answer', () => {
    const done = toDone({ ...running, progress: answered }, at(2_000))
    expect(done.status).toBe('done')
    expect(done.history.at(-1)).toEqual({ at: 2_000, code: 'done' })
    expect(() => toDone({ ...running, progress: open }, at(2))).toThrow('end_with_open_write')
  })

  it('drop the reason of an earlier ending when done', () => {
    expect(toDone({ ...running, reason: tooMany.reason }, at(2))).not.toHaveProperty('reason')
  })
})

it.each<EventStatus>(['ready', 'waiting', 'held', 'done', 'failed', 'ignored', 'discarded'])(
  'a run cannot move an event that is %s',
  (status) => {
    const event = { ...running, status }
    expect(() => withProgress(event, { ...at(2), entry: orderFound, isProgress: true })).toThrow(status)
    expect(() => toWaiting(event, { ...at(2), until: 3, why: notReady })).toThrow(status)
    expect(() => toDone(event, at(2))).toThrow(status)
    expect(() => toEnded(event, noSuchField, at(2))).toThrow(status)
  },
)

it.each<[InboxEvent['progress'], boolean]>([
  [{}, false],
  [{ k: { state: 'found', orderId: 1 } }, false],
  [open, true],
  [answered, false],
  [{ ...answered, other: { state: 'open', item: 'comment#x' } }, true],
])('progress %j has an open write: %s', (progress, isOpen) => {
  expect(hasOpenWrite({ progress })).toBe(isOpen)
})

it('never changes the event that it is given', () => {
  const before = structuredClone({ ...running, delivery: undefined })
  claimed({ ...running, leaseUntil: 1 }, { ...at(5), leaseMs })
  withProgress(running, { ...at(5), progress: answered, entry: orderFound, isProgress: true })
  toWaiting(running, { ...at(5), until: 6, why: notReady })
  expect({ ...running, delivery: undefined }).toEqual(before)
})

it('an ended event has the time of its end, and a held or waiting one has none', () => {
  const endedAt = (ending: Ending) => toEnded(running, ending, at(2_000)).endedAt
  expect(toDone(running, at(2_000)).endedAt).toBe(2_000)
  expect(endedAt(noSuchField)).toBe(2_000)
  expect(endedAt(testDelivery)).toBe(2_000)
  expect(endedAt(tooMany)).toBeUndefined()
  expect(toWaiting(running, { ...at(2_000), until: 3_000, why: later })).not.toHaveProperty('endedAt')
})
