import type { PaceState } from '../back-office/pace/state.ts'
import type { LoginStatus } from '../back-office/session/decide-login.ts'
import type { EventSummary, InboxEvent } from '../inbox/event.ts'
import { NewerFormat } from '../inbox/format.ts'
import type { Walked } from '../inbox/inbox.ts'
import { type Pause, pauseOf } from '../state/pauses.ts'
import { paceOfEvent } from '../workflow/pace-of-event.ts'
import { translateEvent } from '../workflow/translate-event.ts'
import type { Workflow } from '../workflow/workflow.ts'
import { type Backlog, backlogEnd } from './backlog-end.ts'
import { iso } from './iso.ts'

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
  const queued = laterSampled.filter((event) => event.queued === true)
  const share = laterSampled.length === 0 ? 0 : queued.length / laterSampled.length
  const events = due.length + Math.round(later.length * share)
  if (events === 0) return undefined
  const atLeast = isCut ? { atLeast: true as const } : {}
  const isStopped = login.state !== 'open' || due.some(({ source }) => pauseOf(paused, source) !== undefined)
  if (isStopped || pauseOf(paused, '') || !pace) return { events, ...atLeast }
  const typical = [...sampled.filter((event) => isDue(event, now)), ...queued]
  const end = backlogEnd(pace, { events, ...whatIsTypical(workflow, typical) }, now)
  // Behind what was counted there is at least what has its place in the queue.
  const last = end !== undefined && isCut ? Math.max(end, pace.queueEnd.live) : end
  return { events, ...atLeast, ...(last !== undefined && { endsAt: iso(Math.ceil(last)) }) }
}

const isDue = ({ status, wakeAt = 0 }: Pick<EventSummary, 'status' | 'wakeAt'>, now: number): boolean =>
  status !== 'waiting' || wakeAt <= now

/** Spread evenly. */
const someOf = (events: readonly EventSummary[], most: number): EventSummary[] => {
  const step = Math.max(1, events.length / most)
  return events.filter((_, index) => Math.floor(index / step) !== Math.floor((index - 1) / step)).slice(0, most)
}

async function readSome({ inbox }: Workflow, events: readonly EventSummary[]): Promise<InboxEvent[]> {
  if (events.length === 0) return []
  return (await inbox.getAll(events.map(({ id }) => id))).flatMap(readable)
}

/** One of a newer version is that version's. */
function readable(one: Walked): InboxEvent[] {
  try {
    return [one.read()]
  } catch (error) {
    if (error instanceof NewerFormat) return []
    throw error
  }
}

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
function needOf({ queued: _, deferredSince: __, ...event }: InboxEvent, config: Workflow['config']) {
  const translated = translateEvent(event, config)
  return paceOfEvent(event, Array.isArray(translated) ? translated : [], config)
}

/** Since when it is there, or somebody has let it go on. */
const begins: ReadonlySet<string> = new Set(['accepted', 'released', 'replayed', 'link_chosen', 'corrected'])
const waitsSince = ({ history, receivedAt }: InboxEvent): number =>
  history.findLast(({ code }) => begins.has(code))?.at ?? receivedAt
