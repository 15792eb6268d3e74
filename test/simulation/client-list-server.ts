import type { Answered, Asked } from './client-network.ts'
import type { Chance } from './random.ts'

export type Entry = { id: number } & Record<string, unknown>

/** How a list is odd; each is something that docs/back-office.md 7 says of lists. */
export type Oddity = {
  /** Some routes give fewer than were asked for. */
  pageSize: number
  /** `grows`: an entry comes in front after the first page. `shrinks`: one of the first page goes. */
  change: 'none' | 'grows' | 'shrinks'
  /** It never says that a page is the last. */
  isEndless: boolean
  /** A 429 in the middle: on the second page, so many times, with this wait. */
  refusals: number
  waitSeconds: number
  showsTotal: boolean
  /** A look-up shows `entries` alone. */
  isBare: boolean
}

export const drawOddity = (chance: Chance): Oddity => ({
  pageSize: chance.pick([1, 2, 3, 250]),
  change: chance.pick(['none', 'none', 'grows', 'shrinks']),
  isEndless: chance.hits(0.08),
  refusals: chance.hits(0.15) ? chance.pick([1, 2]) : 0,
  waitSeconds: chance.pick([2, 30]),
  showsTotal: chance.hits(0.7),
  isBare: false,
})

export type ListServer = {
  answer(asked: Asked): Answered
  /** How many pages were answered, whether the second was reached, and what size was asked for. */
  pages: number[]
  sizes: number[]
}

/** One list, read page by page. `newcomer`: what comes in front where it grows. */
export function createListServer(entries: readonly Entry[], oddity: Oddity, newcomer: Entry): ListServer {
  let all = [...entries]
  let left = oddity.refusals
  const pages: number[] = []
  const sizes: number[] = []
  return {
    pages,
    sizes,
    answer({ query }) {
      const page = Number(query.get('page') ?? 1)
      const asked = Number(query.get('itemsPerPage') ?? 50)
      sizes.push(asked)
      if (page === 2 && left > 0) {
        left -= 1
        return { status: 429, json: { error: 'no' }, headers: { 'Retry-After': String(oddity.waitSeconds) } }
      }
      pages.push(page)
      const size = Math.min(asked, oddity.pageSize)
      const shown = all.slice((page - 1) * size, page * size)
      const isLastPage = page * size >= all.length && !oddity.isEndless
      const total = oddity.showsTotal ? { totalsCount: all.length } : {}
      if (page === 1 && oddity.change === 'grows') all = [newcomer, ...all]
      if (page === 1 && oddity.change === 'shrinks') all = all.slice(1)
      if (oddity.isBare) return { status: 200, json: { entries } }
      return { status: 200, json: { entries: shown, isLastPage, itemsPerPage: size, page, ...total } }
    },
  }
}

/** What a reader must see of such a list: each entry once, or that it may not be complete. */
export function readingOf(
  entries: readonly Entry[],
  { pageSize, change, isEndless, isBare, showsTotal, refusals, waitSeconds }: Oddity,
  { atMost, deadlineMs }: { atMost?: number; deadlineMs: number },
): { kind: 'value'; seen: Entry[] } | { kind: 'retry' | 'deferral' | 'rejected' | 'unjudged' } {
  if (isBare) return { kind: 'value', seen: [...entries] }
  const hasSecond = entries.length > pageSize || isEndless
  if (hasSecond && refusals > 0 && 11_000 + refusals * waitSeconds * 1_000 > deadlineMs) return { kind: 'deferral' }
  if (hasSecond && change === 'shrinks' && showsTotal && entries.length > 0) return { kind: 'retry' }
  const length = entries.length + (change === 'grows' ? 1 : change === 'shrinks' ? -1 : 0)
  const pages = Math.max(1, Math.ceil(length / pageSize))
  if (atMost !== undefined && hasSecond && (isEndless || pages > atMost)) return { kind: 'rejected' }
  if (isEndless) return { kind: 'retry' }
  // Nobody can see what has left a list without a total.
  if (hasSecond && change === 'shrinks') return { kind: 'unjudged' }
  return { kind: 'value', seen: [...entries] }
}
