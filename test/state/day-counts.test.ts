import { describe, expect, it } from 'vitest'
import type { InboxEvent } from '../../lib/inbox/event.ts'
import { countsOf, type DayItem, dayMs, expiryOfDay } from '../../lib/state/day-counts.ts'
import { openEach, overEach } from '../inbox/over-each.ts'
import { stateBackends } from './backends.ts'

const start = Date.parse('2026-10-31')
const counts = { delivered: 3, done: 2, reported: 3, returns: 1, linked: 1, held: 1, late: 0 }
const item = (writeId: string): DayItem => ({ writeId, expiresAt: expiryOfDay(start), sources: { shopify: counts } })

overEach(stateBackends, 'the numbers of a day', ({ open }) => {
  const opened = openEach(open)

  it('are written by one of two audits, and are of their day alone', async () => {
    const day = opened.days('2026-10-31')
    expect(await day.replace(item('w1'), { previous: undefined })).toBe(true)
    expect(await day.replace(item('w2'), { previous: undefined })).toBe(false)
    expect(await day.read()).toEqual(item('w1'))
    expect(await opened.days('2026-10-30').read()).toBeUndefined()
  })

  it('are kept for 400 days', async () => {
    const day = opened.days('2026-10-31')
    await day.replace(item('w1'), { previous: undefined })
    await opened.expire(start + 400 * dayMs - 1_000)
    expect(await day.read()).toEqual(item('w1'))
    await opened.expire(start + 400 * dayMs + 1_000)
    expect(await day.read()).toBeUndefined()
  })
})

describe('what an event counts as', () => {
  const done = { status: 'done', receivedAt: start, endedAt: start + 1_000, history: [], progress: {} } as const
  const seen = (changes: object) => countsOf({ ...done, ...changes } as unknown as InboxEvent)
  const history = (...entries: [code: string, at: number][]) => ({
    history: entries.map(([code, at]) => ({ code, at })),
  })

  it.each<[string, object, object]>([
    ['a delivery that is done', {}, { delivered: 1, done: 1, reported: 1, returns: 0, linked: 0, held: 0, late: 0 }],
    ['one that is ignored', { status: 'ignored' }, { delivered: 1, reported: 0, done: 0 }],
    ['a return', { progress: { a: { state: 'done', returnId: 7 } } }, { returns: 1, linked: 0 }],
    ['a link', { progress: { a: { state: 'done', returnId: 7, linked: true, also: [8] } } }, { returns: 0, linked: 1 }],
    [
      'what another event did',
      { progress: { a: { state: 'done', returnId: 7, by: 'x/1' } } },
      { returns: 0, linked: 0 },
    ],
    [
      'one that was held, and is done',
      history(['held', start + 1], ['done', start + 2]),
      { held: 1, done: 1, late: 0 },
    ],
    ['one that has failed', { status: 'failed', ...history(['failed', start]) }, { held: 1, done: 0 }],
    ['one that was done a day late', { endedAt: start + dayMs + 1 }, { late: 1 }],
    [
      'one that was done at once and replayed a week later',
      { ...history(['done', start + 1], ['done', start + 7 * dayMs]), endedAt: start + 7 * dayMs },
      { late: 0 },
    ],
  ])('counts %s', (_what, changes, expected) => {
    expect(seen(changes)).toMatchObject(expected)
  })

  it('counts one whose record cannot be read as one that came', () => {
    expect(countsOf(undefined)).toMatchObject({ delivered: 1, reported: 1, done: 0 })
  })
})
