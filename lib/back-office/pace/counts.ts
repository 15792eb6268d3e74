import type { BudgetName } from '../../reasons.ts'
import { type Budget, minuteMs, perDay } from './budget.ts'

/** How many calls the headers of an answer count until a window ends, those of other clients among them. */
type Window = { endsAt: number; total: number }
/** One answer of the back office, with the windows of a minute and of a day that it shows. */
export type Answered = { budget: Budget; at: number; isDone: boolean; window?: Window; day?: Window }
/** Calls of all workers within a minute of the clock, by their answers. */
type MinuteCount = { at: number; reads: number; writes: number }
/** Writes that were carried out in each minute of the clock, up to and with the one that begins at `last`. */
type DoneCount = { last: number; each: readonly number[] }
/** A window of the back office: our calls in it, and all that its headers have shown. */
type WindowCount = Window & { own: number }

/** What answers have shown, for people: nothing is paced by it. It is written only with something else. */
export type Counts = {
  minute: MinuteCount
  done: DoneCount
  windows: Partial<Record<BudgetName, { current: WindowCount; before?: WindowCount }>>
}

/** Together with the rest the item stays below a kilobyte, which one write unit writes. */
const mostMinutes = 16
/** Ends are told in whole seconds, and answers take their time. */
const sameWindowMs = 5_000
export const noCounts: Counts = { minute: { at: 0, reads: 0, writes: 0 }, done: { last: 0, each: [] }, windows: {} }

export function counted(counts: Counts, answer: Answered): Counts {
  const { budget, window, day } = answer
  const next = withAnswer(counts.windows[budget], window)
  const { current } = withAnswer(counts.windows[perDay[budget]], day) ?? {}
  const minute = Math.floor(answer.at / minuteMs) * minuteMs
  return {
    minute: withCall(counts.minute, minute, budget),
    done: budget === 'writes' && answer.isDone ? withDone(counts.done, minute) : counts.done,
    windows: { ...counts.windows, ...(next && { [budget]: next }), ...(current && { [perDay[budget]]: { current } }) },
  }
}

function withCall(known: MinuteCount, at: number, budget: Budget): MinuteCount {
  if (at < known.at) return known
  const minute = at === known.at ? known : { at, reads: 0, writes: 0 }
  return { ...minute, [budget]: minute[budget] + 1 }
}

/** Several workers tell of a minute, each when it writes next. */
function withDone({ last, each }: DoneCount, minute: number): DoneCount {
  const passed = Math.min(mostMinutes, Math.max(0, (minute - last) / minuteMs))
  const shifted = [...each, ...Array.from({ length: passed }, () => 0)].slice(-mostMinutes)
  const latest = Math.max(last, minute)
  const index = shifted.length - 1 - (latest - minute) / minuteMs
  return { last: latest, each: shifted.map((done, at) => (at === index ? done + 1 : done)) }
}

/** Writes that were carried out from one beginning of a minute to another, epoch ms. */
export function doneBetween({ last, each }: DoneCount, from: number, end: number): number {
  const at = (index: number) => last - (each.length - 1 - index) * minuteMs
  return each.reduce((sum, done, index) => (at(index) >= from && at(index) < end ? sum + done : sum), 0)
}

type Known = Counts['windows'][BudgetName]

const withAnswer = (known: Known, window: Window | undefined): Known =>
  window ? withWindow(known, window) : known && { ...known, current: withOwn(known.current) }

function withWindow(known: Known, { endsAt, total }: Window): NonNullable<Known> {
  if (!known || endsAt > known.current.endsAt + sameWindowMs)
    return { current: { endsAt, own: 1, total }, ...(known && { before: known.current }) }
  const { current, before } = known
  if (endsAt >= current.endsAt - sameWindowMs)
    return { ...known, current: { ...withOwn(current), total: Math.max(current.total, total) } }
  // An answer that was overtaken.
  return before ? { current, before: { ...withOwn(before), total: Math.max(before.total, total) } } : known
}

const withOwn = (window: WindowCount): WindowCount => ({ ...window, own: window.own + 1 })

/** Calls of other clients in the last window that is over, where it is not long ago. Undefined: the headers have not shown it. */
export function othersIn(counts: Counts, budget: Budget, now: number): number | undefined {
  const { current, before } = counts.windows[budget] ?? {}
  const last = current && current.endsAt <= now ? current : before
  if (!last || now - last.endsAt > 5 * minuteMs) return undefined
  return Math.max(0, last.total - last.own)
}

/** Our calls and those of other clients in the day that goes on. Undefined: the headers have not shown it. */
export function callsOfDay(counts: Counts, budget: Budget, now: number): { used: number; others: number } | undefined {
  const { current } = counts.windows[perDay[budget]] ?? {}
  if (!current || current.endsAt <= now) return undefined
  return { used: current.own, others: Math.max(0, current.total - current.own) }
}
