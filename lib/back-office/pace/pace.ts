import { isDeepStrictEqual } from 'node:util'
import type { Clock } from '../../clock.ts'
import { RetryLater } from '../../errors.ts'
import type { Log } from '../../log.ts'
import type { BudgetFacts, BudgetName } from '../../reasons.ts'
import { withoutUndefined } from '../../without-undefined.ts'
import type { Answer } from '../http/transport.ts'
import { createEstimate, isPaced, mustBeInTime, opensAt } from './arithmetic.ts'
import { type Budget, budgetOf, type Estimate, type Limits, type Need, perDay, perMinute } from './budget.ts'
import { budgetFacts, refusedBudget } from './budget-facts.ts'
import { aheadLeaseMs, goAhead, isKnown, isOfService } from './learning.ts'
import { type Observation, observationOf, observed } from './observed.ts'
import { patienceMs } from './queue.ts'
import { createSharedPace, type SharedPaceDeps } from './shared-pace.ts'
import { parked, type Reservation } from './slots.ts'
import type { PaceState } from './state.ts'

export type PaceDeps = Omit<SharedPaceDeps, 'configured'> & {
  /** Configured; the others are learnt from the response headers. */
  limits?: Limits | undefined
  /** Nothing is reserved while it is in doubt: all workers would wait for a time that never was. Absent: nobody doubts `now`. */
  clock?: Pick<Clock, 'mustBeRight'> | undefined
  /** Absent: nobody hears that a form has had its share. */
  log?: Pick<Log, 'warn'>
}

/** `latestMs`: calls that are due later are of no use, epoch ms. */
type PacedRun = { deadlineMs: number; latestMs?: number | undefined }

/** One pace over all workers; see docs/architecture.md. All but `observe` throw what the store throws. */
export type Pace = {
  /** Whether this needs a reservation. While `budget` is unknown, all wait for one call, or throw `not_ready`. */
  isPaced(need: Need, budget: Budget, run: { deadlineMs: number }): Promise<boolean>
  /** Waits until the work may begin. Throws `RetryLater` `pace` where that is too long; `atMs` is its place. */
  reserve(need: Need, run: PacedRun): Promise<Reservation>
  /** How long it took from the first read to the first write, or from one write to the next, milliseconds. */
  measured(what: keyof Estimate, ms: number): void
  /** Until when the back office refuses this budget, epoch ms: earlier reservations wait, or are void. */
  closedUntil(budget: Budget): number
  /** What is known of the limit that keeps calls of this budget from being sent. Costs nothing. */
  facts(budget: Budget): BudgetFacts
  waitUntil(time: number): Promise<void>
  /** Remembers what a response says about the limits. The other workers learn of a refusal at once. Never throws. */
  observe(method: 'GET' | 'POST', answer: Answer): Promise<void>
  /** The pace of all workers as it is stored now, with the limits that hold. */
  look(): Promise<PaceState>
  /** The same as this process has last seen it: it costs nothing. */
  known(): PaceState
  /** Waits for a good moment to start the next parked event, by what this process knows. False: there is none in this run. */
  waitToStart(run: { deadlineMs: number }): Promise<boolean>
}

/** The time that an event needs besides waiting: a request that just fits, and a little before it. */
const workMs = 12_000
/** No parked event is started while more than this is reserved ahead. */
const aheadMs = 8_000
/** The longest wait for the call that goes ahead to learn of a budget. By then another one has gone ahead as well. */
const learningMs = aheadLeaseMs + 3_000
const learningPollMs = 200
const nextEvent = { class: 'live', reads: 3, writes: 2, leadMs: 0 } as const
const none = { reads: 0, writes: 0 }
/** An event that was begun reserves its calls within this, if it has any. */
const beginningMs = 2_000

export function createPace({ store, now, clock, sleep, newId, log, limits = {} }: PaceDeps): Pace {
  const configured = withoutUndefined(limits)
  const shared = createSharedPace({ store, now, sleep, newId, configured })
  const closed: Record<Budget, number> = { reads: 0, writes: 0 }
  /** Runs of this process whose calls go ahead. */
  const ahead: Partial<Record<Budget, { run: object; until: number }>> = {}
  const estimate = createEstimate()
  let begun: number[] = []

  const waitUntil = async (time: number): Promise<void> => {
    if (time > now()) await sleep(time - now())
  }

  const factsOf = (name: BudgetName) => budgetFacts(shared.known(), name, now())

  async function reserve(need: Need, { deadlineMs, latestMs }: PacedRun): Promise<Reservation> {
    begun.shift()
    const latest = Math.min(deadlineMs - workMs, latestMs ?? Number.POSITIVE_INFINITY)
    const giveUpAt = Math.min(latest, now() + Math.min(patienceMs.queued, need.patienceMs ?? patienceMs.queued))
    for (;;) {
      clock?.mustBeRight()
      const verdict = await shared.reserve(need, { latest, estimate: estimate.current() })
      if (verdict.kind === 'parked') {
        const { at, by, isShare } = verdict
        if (isShare) log?.warn('a form has had its share of a day', { source: need.form, budget: by })
        throw parked(at, { code: isShare ? 'form_share_used_up' : 'limit_used_up', ...factsOf(by) })
      }
      if (verdict.kind === 'soon' && verdict.at > giveUpAt)
        throw parked(verdict.at, { code: 'limit_used_up', ...factsOf(verdict.by) })
      if (verdict.kind === 'reserved') mustBeInTime(verdict, { decidedAt: verdict.decidedAt, latest })
      await waitUntil(verdict.at)
      if (verdict.kind === 'reserved') return verdict.reservation
    }
  }

  async function learn(budget: Budget, run: { deadlineMs: number }, patienceMs = learningMs): Promise<void> {
    const giveUpAt = Math.min(now() + Math.min(learningMs, patienceMs), run.deadlineMs - workMs)
    // The run that goes ahead asks more than once before its call, and would wait for itself.
    const isAhead = () => ahead[budget]?.run === run && now() < ahead[budget].until
    while (!isKnown(shared.known(), budget, now()) && !isAhead()) {
      clock?.mustBeRight()
      const until = now() + aheadLeaseMs
      if (await shared.decide((state) => goAhead(state, budget, now()))) ahead[budget] = { run, until }
      else if (now() >= giveUpAt) throw new RetryLater(notLearnt, { code: 'not_ready' })
      else {
        await sleep(learningPollMs)
        await shared.readAgain()
      }
    }
  }

  const isBegun = (at: number) => now() - at < beginningMs

  async function waitToStart({ deadlineMs }: { deadlineMs: number }): Promise<boolean> {
    await shared.readOnce()
    for (;;) {
      begun = begun.filter(isBegun)
      const known = shared.known()
      const next = { ...nextEvent, ...known.estimate, ...estimate.current() }
      const at = opensAt(known, next, { now: now(), ahead: begun.length })
      if (at > deadlineMs - workMs) return false
      if (at - aheadMs <= now()) break
      await waitUntil(at - aheadMs)
    }
    begun.push(now())
    return true
  }

  async function observe(...[method, answer]: Parameters<Pace['observe']>): Promise<void> {
    const learnt = { budget: budgetOf(method), at: now() }
    const seen: Observation = {
      ...observationOf(method, answer, now()),
      ...configured,
      ...(isOfService(answer.status) && { learnt }),
    }
    const { minute, day } = seen
    const limit = minute && { ...shared.known(), ...seen }[perMinute[minute.budget]]
    const window = minute && limit !== undefined && { endsAt: minute.endsAt, total: limit - minute.left }
    const ofDay = day?.limit !== undefined && { endsAt: day.endsAt, total: day.limit - day.left }
    const isDone = answer.status >= 200 && answer.status < 300
    shared.count({ ...learnt, isDone, ...(window && { window }), ...(ofDay && { day: ofDay }) })
    if (seen.closed) closed[seen.closed.budget] = seen.closed.until
    if (seen.minute?.left === 0) closed[seen.minute.budget] = seen.minute.endsAt
    const before = shared.known()
    const after = observed(before, seen)
    if (!isDeepStrictEqual(before, after)) shared.remember(seen)
    if (seen.closed || !isDeepStrictEqual(limitsOf(before), limitsOf(after))) await shared.save()
  }

  return {
    async isPaced(need, budget, run) {
      await shared.readOnce()
      await learn(budget, run, need.patienceMs)
      // All others wait for the call that finds out: it waits for no other budget.
      const isAhead = !isKnown(shared.known(), budget, now())
      return isPaced(shared.known(), isAhead ? { ...need, ...none, [budget]: need[budget] } : need, now())
    },
    reserve,
    measured: estimate.add,
    closedUntil: (budget) => Math.max(closed[budget], shared.known().closedUntil?.[budget] ?? 0),
    facts: (budget) => factsOf(refusedBudget(shared.known(), budget, now())),
    waitUntil,
    observe,
    look: () => shared.readAgain().then(shared.known),
    known: shared.known,
    waitToStart,
  }
}

const limitNames = [perMinute, perDay].flatMap(({ reads, writes }) => [reads, writes])
const limitsOf = ({ unlimitedUntil, ...state }: PaceState) => [unlimitedUntil, ...limitNames.map((name) => state[name])]

const notLearnt =
  'How many calls the back office allows is not known yet, and the call that finds out has no answer: the work is retried'
