import { describe, expect, it } from 'vitest'
import { retryAt } from '../../../lib/back-office/http/retry-at.ts'

const now = Date.parse('2026-03-01T12:00:00Z')
const short = (left: string, decay: string) => ({
  'X-Plenty-Global-Short-Period-Calls-Left': left,
  'X-Plenty-Global-Short-Period-Decay': decay,
})
const long = { 'X-Plenty-Global-Long-Period-Calls-Left': '0', 'X-Plenty-Global-Long-Period-Decay': '7200' }

describe('when to retry after a 429', () => {
  it.each<[string, Record<string, string>, number | undefined]>([
    ['Retry-After in seconds', { 'Retry-After': '17' }, 17_000],
    ['Retry-After as a date', { 'Retry-After': 'Sun, 01 Mar 2026 12:01:00 GMT' }, 60_000],
    ['Retry-After before Decay', { 'Retry-After': '5', ...short('0', '60') }, 5_000],
    ['the window that is used up', short('0', '42'), 42_000],
    ['the later one of two windows', { ...short('0', '42'), ...long }, 7_200_000],
    ['no window that has calls left', short('3', '42'), undefined],
    ['a date that has passed', { 'Retry-After': 'Sun, 01 Mar 2020 12:00:00 GMT' }, undefined],
    ['nonsense', { 'Retry-After': 'soon', ...short('0', 'later') }, undefined],
    ['a wait of years, cut to a day', { 'Retry-After': '999999999' }, 86_400_000],
    ['no header at all', {}, undefined],
  ])('%s', (_, headers, waitMs) => {
    expect(retryAt(new Headers(headers), now)).toBe(waitMs === undefined ? undefined : now + waitMs)
  })
})
