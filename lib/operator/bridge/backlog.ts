import { type Budget, budgets, costMs, minuteMs, perDay } from '../../back-office/pace/budget.ts'
import { type Counts, doneBetween, noCounts, othersIn } from '../../back-office/pace/counts.ts'
import { dayAt, mostOf } from '../../back-office/pace/day.ts'
import { liveEnd } from '../../back-office/pace/queue.ts'
import type { PaceState } from '../../back-office/pace/state.ts'
import type { LoginStatus } from '../../back-office/session/decide-login.ts'
import { type EventSummary, type InboxEvent, isQueued } from '../../inbox/event.ts'
import { type Pause, pauseOf } from '../../state/pauses.ts'
import { paceOfEvent } from '../../workflow/pace-of-event.ts'
import type { Workflow } from '../../workflow/workflow.ts'
import { iso } from '../operator.ts'
import { commandsOf } from '../views/command-view.ts'
import { readable } from '../views/pages.ts'

/** Events that are read to know what one of them needs. */
const mostSampled = 60

type Facts = {
  /** Open events, as far as they were counted. */
  open: readonly EventSummary[]
  isCut: boolean
  pace: PaceState | undefined
  paused: readonly Pause[]
  login: Pick<LoginStatus, 'state'>
}

/** Events that are due or queue up for the limits, and when all of them are done if it goes on like this. Undefined: there are none. */
export async function backlogOf(workflow: Workflow, facts: Facts) {
  const now = workflow.now()
  const { open, isCut, pace, paused, login } = facts
  const due = open.filter((event) => isDue(event, now))
  // Some of these queue up; others wait for their orders or for an answer.
  const later = open.filter((event) => !isDue(event, now))
  const sampled = await readSome(workflow, [...someOf(due, mostSampled / 2), ...someOf(later, mostSampled / 2)])
  const laterSampled = sampled.filter((event) => !isDue(event, now))
  const queued = laterSampled.filter(isQueued)
  const share = laterSampled.length === 0 ? 0 : queued.length / laterSampled.length
  const events = due.length + Math.round(later.length * share)
  if (events === 0) return undefined
  const counted = { events, ...(isCut && { atLeast: true as const }) }
  const isStopped = login.state !== 'open' || due.some(({ source }) => pauseOf(paused, source) !== undefined)
  if (isStopped || pauseOf(paused, '') || !pace) return counted
  const typical = [...sampled.filter((event) => isDue(event, now)), ...queued]
  const end = backlogEnd(pace, { events, ...whatIsTypical(workflow, typical) }, now)
  // Behind what was counted there is at least what has its place in the queue.
  const last = end !== undefined && isCut ? Math.max(end, liveEnd(pace, now)) : end
  return { ...counted, ...(last !== undefined && { endsAt: iso(Math.ceil(last)) }) }
}

const isDue = ({ status, wakeAt = 0 }: Pick<EventSummary, 'status' | 'wakeAt'>, now: number): boolean =>
  status !== 'waiting' || wakeAt <= now

const someOf = (events: readonly EventSummary[], most: number): EventSummary[] => {
  const step = Math.max(1, events.length / most)
  return events.filter((_, index) => Math.floor(index / step) !== Math.floor((index - 1) / step)).slice(0, most)
}

const readSome = async ({ inbox }: Workflow, events: readonly EventSummary[]): Promise<InboxEvent[]> =>
  events.length === 0 ? [] : (await inbox.getAll(events.map(({ id }) => id))).flatMap(readable)

function whatIsTypical({ config, now }: Workflow, events: readonly InboxEvent[]): Omit<Backlog, 'events'> {
  const needs = events.map((event) => needOf(event, config))
  const mean = (budget: 'reads' | 'writes') =>
    needs.reduce((sum, need) => sum + need[budget], 0) / Math.max(1, needs.length)
  return {
    calls: { reads: mean('reads'), writes: mean('writes') },
    isReplay: events.filter(({ lane }) => lane === 'replay').length > events.length / 2,
    busySince: Math.min(now(), ...events.map(waitsSince)),
  }
}

/** As of a fresh event: one that queues up reserves its writes later, and needs them all the same. */
function needOf({ deferredSince: _, ...other }: InboxEvent, config: Workflow['config']) {
  const event = { ...other, history: [] }
  return paceOfEvent(event, commandsOf(event, config), config)
}

/** The entries with which an event begins to wait: it came, or somebody has let it go on. */
const begins: ReadonlySet<string> = new Set(['accepted', 'released', 'replayed', 'link_chosen', 'corrected'])
const waitsSince = ({ history, receivedAt }: InboxEvent): number =>
  history.findLast(({ code }) => begins.has(code))?.at ?? receivedAt

/** `calls`: of one event, on average. `busySince`: since when there has been work that waited for its turn, epoch ms. */
export type Backlog = { events: number; calls: Record<Budget, number>; isReplay: boolean; busySince: number }
const dayMs = 24 * 60 * minuteMs
/** A rate that is measured over less says little, and one over more is of another time. */
const minutes = { least: 2, most: 15 }
/** So long without a write, while there was work, the back office was out: that says nothing of how fast it is. */
const outageMs = 3 * minuteMs
/** This share of a limit is left, however much others use. */
const leastShare = 0.1

/** Epoch ms: as fast as in the last minutes, else as fast as the limits allow. Undefined: no limit is known. */
export function backlogEnd(state: PaceState, backlog: Backlog, now: number): number | undefined {
  const measured = measuredMs(state.counts ?? noCounts, backlog, now)
  const eachMs = measured ?? allowedMs(state, backlog, now)
  if (eachMs === undefined) return undefined
  // What was measured has waited for refusals already.
  const closed = measured === undefined ? budgets.map((budget) => state.closedUntil?.[budget] ?? 0) : []
  return withDays(state, { backlog, begin: Math.max(now, ...closed), eachMs, now })
}

/** What one event took, by the writes of the whole minutes in which there always was one waiting. */
function measuredMs(counts: Counts, { calls, busySince }: Backlog, now: number): number | undefined {
  const end = Math.floor(now / minuteMs) * minuteMs
  // In the first minute workers begin.
  const busy = Math.max(Math.ceil(busySince / minuteMs + 1) * minuteMs, end - minutes.most * minuteMs)
  const from = afterOutage(counts, busy, end)
  const length = end - from
  if (length < minutes.least * minuteMs || calls.writes === 0) return undefined
  const done = doneBetween(counts.done, from, end)
  return done === 0 ? undefined : (length * calls.writes) / done
}

/** Later than `from` if there was an outage: its last one counts, and again the minute in which workers begin. */
function afterOutage({ done }: Counts, from: number, end: number): number {
  for (let at = end; at >= from + outageMs; at -= minuteMs)
    if (doneBetween(done, at - outageMs, at) === 0) return at + minuteMs
  return from
}

/** What one event takes at least: the slower one of its budgets, less what others use of it. A replay leaves half of it to others. */
function allowedMs(state: PaceState, { calls, isReplay }: Backlog, now: number): number | undefined {
  const limits = { reads: state.readsPerMinute, writes: state.writesPerMinute }
  if ((limits.reads ?? limits.writes) === undefined) return undefined
  const each = budgets.map((budget) => {
    const limit = limits[budget]
    if (limit === undefined) return 0
    const others = othersIn(state.counts ?? noCounts, budget, now) ?? 0
    return (calls[budget] * costMs(state, budget)) / Math.max(leastShare, (limit - others) / limit)
  })
  return Math.max(...each) * (isReplay ? 2 : 1)
}

type Course = { backlog: Backlog; begin: number; eachMs: number; now: number }

/** Where the calls of this day are not enough, the rest waits for the next ones. */
function withDays(state: PaceState, course: Course): number {
  const { backlog, begin, eachMs } = course
  const later = budgets.flatMap((budget) => onLaterDay(state, budget, course) ?? [])
  return later.length > 0 ? Math.max(...later) : begin + backlog.events * eachMs
}

function onLaterDay(state: PaceState, budget: Budget, { backlog, eachMs, now }: Course): number | undefined {
  const { events, calls, isReplay } = backlog
  const ofDay = state[perDay[budget]]
  const limit = ofDay && mostOf(ofDay, budget, { class: isReplay ? 'replay' : 'live' })
  const { used, endsAt } = dayAt(state.days?.[budget], now)
  const needed = events * calls[budget]
  const left = Math.max(0, (limit ?? 0) - used)
  if (limit === undefined || needed <= left) return undefined
  const rest = needed - left
  const days = Math.ceil(rest / limit) - 1
  return endsAt + days * dayMs + ((rest - days * limit) / calls[budget]) * eachMs
}
