import type { EventSummary, InboxEvent } from '../../lib/inbox/event.ts'
import { startPackers } from './facts/parcels.ts'
import { judgedBeyond } from './judges/beyond.ts'
import { findViolations } from './judges/invariants.ts'
import { watchSends } from './judges/judge-sends.ts'
import { startAudits } from './people/audits.ts'
import { startCancellations } from './people/cancellations.ts'
import { startImpatient } from './people/impatient.ts'
import { startLooks } from './people/operator-looks.ts'
import { resetLogin } from './people/operators.ts'
import { setRight, startPeople } from './people/people.ts'
import { startSenders } from './people/senders.ts'
import { startClerks } from './shop-returns/clerks.ts'
import { TooManySteps } from './timeline.ts'
import { foundTown, type Options, start } from './town/found-town.ts'
import type { Nature } from './town/machine.ts'
import type { Place } from './town/places.ts'
import type { Platform } from './town/platform.ts'
import type { Town } from './town/town.ts'
import { startFlows } from './with-a-person/people.ts'

export type Result = {
  seed: number
  violations: string[]
  /** What an assumption that does not hold has brought about: no violation, as long as it is reported. */
  allowed: string[]
  faults: ReadonlyMap<string, number>
  places: ReadonlyMap<Place, number>
  /** Events by how they ended, with the reason where there is one. */
  endings: Map<string, number>
  returns: number
  comments: number
  newOrders: number
  published: number
  steps: number
  /** How long it took until everything was finished, virtual milliseconds. */
  tookMs: number
}

const minute = 60_000
const hour = 60 * minute
/** Limits of a day that are used up three times, and then the longest deferral. */
const patienceMs = 96 * hour
const retryTimeoutMs = 120_000

/** One schedule from its seed: a while of bad weather, then fair weather until nothing is left to do, then the judgement. */
export async function runSchedule(seed: number, options: Options = {}): Promise<Result> {
  const town = foundTown(seed, options)
  try {
    return options.beyond ? await judgedBeyond(town, await play(town, seed)) : await play(town, seed)
  } catch (error) {
    if (!(error instanceof TooManySteps)) throw error
    return await resultOf(town, seed, [`hung: ${error.message}`])
  }
}

async function play(town: Town, seed: number): Promise<Result> {
  const { nature, script, shopReturns, tables, events } = town
  const { timeline, weather } = nature
  const startedAt = timeline.now()

  startPeople(town)
  const packers = startPackers(town)
  const audits = startAudits(town, seed)
  const mail = startSenders(
    town,
    // One delivery can report several facts.
    [
      ...new Set(
        [...script.facts, ...script.parcels, ...town.wide, ...(shopReturns?.reports ?? [])].flatMap(
          ({ deliveries }) => deliveries,
        ),
      ),
      ...(shopReturns?.teaching ?? []).map(({ delivery }) => delivery),
    ],
  )
  const flows = startFlows(town, mail)
  watchSends(town)
  startImpatient(town, mail)
  startLooks(town, seed)
  startCancellations(town)
  startClerks(town)
  let open: EventSummary[] = []
  let emptySince = timeline.now()
  const look = async () => {
    const { events } = await tables.inbox.list({ limit: 100 })
    const wereOpen = open.length > 0
    open = events.filter(({ wakeAt }) => wakeAt !== undefined)
    if (wereOpen && open.length === 0) emptySince = timeline.now()
    return open
  }
  startSchedule({ ...town, look })

  await timeline.run(() => timeline.now() >= startedAt + script.faultyMs)
  nature.tell('the weather', () => 'CLEARS')
  weather.clear()
  setRight(town)
  everyTenMinutes(town)
  const clearedAt = timeline.now()
  // The schedule looks at the table every half an hour at least.
  const isQuiet = () =>
    timeline.now() >
    Math.max(clearedAt, packers.lastAnswerAt(), flows.lastAnswerAt(), mail.overSince() ?? Number.POSITIVE_INFINITY) +
      31 * minute
  // What was written last is in every list by then.
  const isListed = () => timeline.now() > emptySince + 2 * minute
  // What asked last is answered, or stays as it is.
  const isSeen = () => Math.min(packers.lastLookAt(), flows.lastLookAt()) > emptySince
  const isFinished = () => isQuiet() && isListed() && isSeen() && open.length === 0 && town.platform.running() === 0
  await timeline.run(() => isFinished() || timeline.now() > clearedAt + patienceMs)

  const ended = await events()
  const faults = weather.counts()
  const judged = { ...town, mail, events: ended, records: tables.records, finished: isFinished(), startedAt, faults }
  const wrong = await findViolations(judged)
  return await resultOf(town, seed, [...wrong, ...(await audits.judge())])
}

async function resultOf(
  { nature: { timeline, weather, places }, truth, events }: Town,
  seed: number,
  violations: string[],
): Promise<Result> {
  const ended = await events()
  return {
    seed,
    violations,
    allowed: [],
    faults: weather.counts(),
    places: places.counts(),
    endings: countEndings(ended),
    returns: truth.returns.length,
    comments: truth.comments.length,
    newOrders: truth.newOrders.length,
    published: truth.published.length,
    steps: timeline.steps(),
    tookMs: timeline.now() - start,
  }
}

/** The schedule of the retry function: every minute, and in fair weather only when something is due, or has come to be. */
function startSchedule({
  nature,
  platform,
  look,
}: {
  nature: Nature
  platform: Platform
  look: () => Promise<EventSummary[]>
}): void {
  const { timeline, weather } = nature
  const retry = () =>
    platform.invoke('retry', retryTimeoutMs, ({ code, workflow }, deadlineMs) => code.processDue(workflow, deadlineMs))
  const tick = () => {
    void retry()
    void timeline.busy(look()).then((open) => {
      const next = Math.min(...open.map(({ wakeAt = 0 }) => wakeAt), timeline.now() + 5 * minute)
      // A tick can fall on the very moment.
      for (const { wakeAt = 0 } of open) {
        if (wakeAt <= timeline.now() || wakeAt > timeline.now() + minute || !weather.strikes('tick on time')) continue
        nature.places.reach('woken at its very due')
        timeline.at(wakeAt, () => void retry())
      }
      const idleMs = weather.isClear() ? Math.max(0, next - timeline.now()) : 0
      timeline.after(Math.max(1, Math.ceil(idleMs / minute)) * minute, tick)
    })
  }
  timeline.after(minute, tick)
}

function everyTenMinutes(town: Town): void {
  town.nature.timeline.after(10 * minute, () => {
    void resetLogin(town)
    everyTenMinutes(town)
  })
}

function countEndings(events: readonly InboxEvent[]): Map<string, number> {
  const endings = new Map<string, number>()
  for (const { status, reason } of events) {
    const ending = reason && status !== 'done' ? `${status} ${reason.code}` : status
    endings.set(ending, (endings.get(ending) ?? 0) + 1)
  }
  return endings
}
