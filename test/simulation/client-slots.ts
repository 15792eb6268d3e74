import type { Need, PaceClass } from '../../lib/back-office/pace/budget.ts'
import { type Outcome, outcomeOf } from './client-outcome.ts'
import type { ClientWorld } from './client-world.ts'

const minute = 60_000
const second = 1_000
/** How late a call may be, and what transit and two clocks can add (docs/architecture.md, "One pace over all workers"). */
const lateMs = { reads: 8 * second, writes: 500 }
const lostMs = 500 + 500
const mostAtOnce = { reads: 5, writes: 1 }
/** How far ahead a slot may lie for each class: half a minute, ten seconds for a form; what has begun waits longest. */
const patienceMs = { begun: 40 * second, live: 30 * second, form: 10 * second, replay: 30 * second }
const racedMs = 5
type Budget = 'reads' | 'writes'

type Model = {
  limits: Record<Budget, number>
  paid: Record<Budget, number>
  queueEnd: { live: number; form: number }
}
type Asked = { budget: Budget; calls: number; class: PaceClass; queued: boolean }

const burstOf = ({ limits }: Model, budget: Budget) => Math.min(mostAtOnce[budget], limits[budget])
/** That time / (limit - burst + 1). */
const costOf = (model: Model, budget: Budget) =>
  Math.ceil((minute + lateMs[budget] + lostMs) / (model.limits[budget] - burstOf(model, budget) + 1))

function callsOf(model: Model, { budget, calls }: Asked): number {
  if (budget === 'reads') return Math.min(calls, 5, model.limits.reads)
  return Math.min(calls, costOf(model, budget) > 10 * second ? 1 : 2)
}

/** When the slots begin; undefined: the work is parked. */
function slotOf(model: Model, asked: Asked, now: number): number | undefined {
  const { paid, queueEnd } = model
  const calls = callsOf(model, asked)
  const cost = costOf(model, asked.budget)
  const earliest = paid[asked.budget] - Math.max(0, burstOf(model, asked.budget) - calls) * cost
  const start = Math.max(now, earliest)
  const waits = patienceMs[asked.queued && asked.class === 'live' ? 'begun' : asked.class]
  if (asked.class === 'replay') {
    const isIdle = earliest <= now && paid[asked.budget] <= now && queueEnd.live <= now + 30 * second
    const half = Math.max(now, paid[asked.budget] + calls * cost)
    return isIdle && half <= now + waits ? half : undefined
  }
  if (asked.class === 'live' && !asked.queued && earliest > now && queueEnd.live > now + 30 * second) return undefined
  const isBehind = queueEnd.live > now || !(asked.queued || earliest <= now || queueEnd.form <= now)
  if (asked.class === 'form' && isBehind) return undefined
  return start <= now + waits ? start : undefined
}

/** One reservation after the other, of all classes, by two workers: each gets exactly the slot that is due to it, or is parked. */
export async function playSlots(world: ClientWorld): Promise<void> {
  const { chance, timeline } = world
  const limits = { reads: chance.pick([3, 8, 20, 80]), writes: chance.pick([1, 4, 10, 40]) }
  const configured = { readsPerMinute: limits.reads, writesPerMinute: limits.writes }
  const workers = [world.worker({ limits: configured }), world.worker({ limits: configured })]
  const model: Model = { limits, paid: { reads: 0, writes: 0 }, queueEnd: { live: 0, form: 0 } }
  for (let step = 0; step < 22; step += 1) {
    if (chance.hits(0.5)) await world.pass(chance.pick([10, second, 5 * second, 35 * second, 3 * minute]))
    const asked: Asked = {
      budget: chance.pick(['reads', 'writes']),
      calls: chance.between(1, 6),
      class: chance.pick(['begun', 'live', 'live', 'form', 'replay']),
      queued: chance.hits(0.3),
    }
    // What becomes of a replay that has queued is not said so exactly.
    if (asked.class === 'replay') asked.queued = false
    const need: Need = { class: asked.class, queued: asked.queued, reads: 0, writes: 0, [asked.budget]: asked.calls }
    const now = timeline.now()
    const pace = workers[chance.between(0, 1)]?.pace
    const got = await world.until(
      outcomeOf((async () => await pace?.reserve(need, { deadlineMs: now + 10 * minute }))()),
    )
    // A lost race against the other worker costs some milliseconds.
    const moments = [now, now + racedMs].map((moment) => ({ now: moment, at: slotOf(model, asked, moment) }))
    const fitting = moments.find((one) => timeline.now() === (one.at ?? one.now)) ?? {
      now,
      at: slotOf(model, asked, now),
    }
    judge(world, { model, asked, got, ...fitting })
  }
}

type Judged = { model: Model; asked: Asked; got: Outcome; at: number | undefined; now: number }

function judge({ expect, timeline }: ClientWorld, { model, asked, got, at, now }: Judged): void {
  const { budget } = asked
  const what = `${asked.calls} ${budget} of ${asked.queued ? 'queued ' : ''}${asked.class} under ${JSON.stringify(model.limits)}`
  const calls = callsOf(model, asked)
  const cost = costOf(model, budget)
  const earliest = Math.max(now, model.paid[budget] - Math.max(0, burstOf(model, budget) - calls) * cost)
  if (at !== undefined) {
    const waited = timeline.now() - now
    expect(
      got.kind === 'value' && waited === at - now,
      () => `${what} wait ${waited} ms and end as ${got.kind}, not ${at - now}`,
    )
    const reserved = got.kind === 'value' ? (got.value as Record<Budget, { calls: number }>)[budget].calls : calls
    expect(reserved === calls, () => `${what} get ${reserved} slots, not ${calls}`)
    model.paid[budget] = Math.max(model.paid[budget], at) + calls * cost
    return
  }
  const atMs = got.kind === 'deferral' ? (got.atMs ?? 0) : 0
  expect(
    got.kind === 'deferral' && atMs > now && timeline.now() === now,
    () => `${what} end as ${got.kind} and are not parked`,
  )
  const length = calls * cost
  if (asked.class === 'live' && !asked.queued) {
    const start = Math.max(earliest, model.queueEnd.live)
    model.queueEnd.live = start + length
    expect(
      atMs <= Math.max(start, now + second) && atMs >= start - minute,
      () => `${what} are parked until ${atMs - start} ms after their place`,
    )
  } else if (asked.class === 'form') {
    // What is queued already decides by what its worker has last read.
    const isAfter = asked.queued || atMs >= model.queueEnd.live
    expect(isAfter, () => `${what} are parked until before the end of others`)
    if (!asked.queued) model.queueEnd.form = Math.max(earliest, model.queueEnd.live, model.queueEnd.form) + length
  } else if (asked.class !== 'replay') {
    expect(atMs <= earliest, () => `${what} are parked until ${atMs - earliest} ms after their slots`)
  }
}
