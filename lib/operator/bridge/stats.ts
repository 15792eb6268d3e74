import * as z from 'zod'
import { type Silent, silentSources } from '../../audit/silence.ts'
import { type BudgetSeen, budgetsSeen } from '../../back-office/pace/budget-facts.ts'
import type { PaceState } from '../../back-office/pace/state.ts'
import { type EventStatus, type EventSummary, type InboxEvent, openStatuses } from '../../inbox/event.ts'
import { NewerFormat } from '../../inbox/format.ts'
import type { Place } from '../../inbox/inbox.ts'
import { sentencesOf } from '../../sentences/languages.ts'
import { say } from '../../sentences/sentences.ts'
import { defineCommand, defined, iso, isoIfKnown, type Operator } from '../operator.ts'
import { aboutView, dueAt, type Shown, summaryView, titleView } from '../views/event-views.ts'
import { loginView } from '../views/login-view.ts'
import { eventsOf, mayReadOn } from '../views/pages.ts'
import { backlogOf } from './backlog.ts'
import { pausedView } from './bridge-pause.ts'
import { groupsOf, heldBack, waitsOf } from './trouble.ts'

/** Pages of open, held and failed events, 100 events each. */
const mostPages = 10
/** Of what is due, 25 events each. Behind that many that are being worked on, or that only a newer version can read, nothing is looked for. */
const mostDuePages = 10
/** Of held and of failed events each: the withdrawals, and the newest. */
const mostStopped = 10

/** What is open, held and failed, and what holds it up. `atLeast`: not counted to its end. `stopped`: the first that wait for a person. */
export const stats = defineCommand({
  name: 'stats',
  input: z.strictObject({}),
  run: async (operator) => {
    // Side by side: each reads its pages one after the other, and a person waits.
    const [oldest, open, held, failed] = await Promise.all([
      oldestDue(operator),
      countOf(operator, 'open'),
      countOf(operator, 'held'),
      countOf(operator, 'failed'),
    ])
    const { pauses, pace, now, config } = operator.workflow
    const [paused = [], state, login, audited, notices] = await Promise.all([
      pauses?.read(),
      pace?.look?.(),
      operator.session.status(),
      operator.audits.read(),
      operator.notices?.read(),
    ])
    const silent = silentSources(operator.workflow, audited?.heard)
    const isCut = open.atLeast.length > 0
    const [backlog, waits] = await Promise.all([
      backlogOf(operator.workflow, { open: open.events, isCut, pace: state, paused, login }),
      waitsOf(operator.workflow, open.events),
    ])
    const groups = groupsOf([...held.events, ...failed.events], config)
    const { state: loginState, says } = loginView(login, sentencesOf(config))
    // A group says what many have in common; what stands alone must not be cut for them. Withdrawals have room of their own.
    const isGrouped = ({ status, source, reason, withdrawal }: EventSummary) =>
      withdrawal === true ||
      groups.some((one) => one.status === status && one.source === source && one.reason === reason?.code)
    const aloneFirst = (one: EventSummary, other: EventSummary) => Number(isGrouped(one)) - Number(isGrouped(other))
    const first = ({ events }: typeof held) => firstOf(events.toSorted(aloneFirst))
    const stopped = [...first(held), ...first(failed)].toSorted(withdrawalsFirst)
    const isFound = oldest !== undefined && oldest !== 'cut'
    return {
      open: open.events.length,
      ...open.counts,
      ...held.counts,
      ...failed.counts,
      atLeast: [...open.atLeast, ...held.atLeast, ...failed.atLeast, ...(oldest === 'cut' ? ['oldestDue'] : [])],
      ...(isFound && { oldestDue: overdue(oldest, now(), config) }),
      stopped: stopped.map((event) => summaryView(event, config)),
      language: config.language,
      ...(groups.length > 0 && { groups }),
      ...(waits.length > 0 && { waits }),
      paused: pausedView(paused, (pause) => heldBack(open.events, pause)),
      sources: Object.keys(config.sources).map((source) => ({ source, title: titleView(source, config) })),
      ...awayView(notices?.away, config),
      ...(audited?.found && { findings: audited.found.list.length + audited.found.more }),
      ...(silent.length > 0 && { silent: silent.map((one) => silentView(one, config)) }),
      login: { state: loginState, says },
      budgets: state ? budgetsView(state, now()) : {},
      ...(backlog && { backlog }),
    }
  },
})

const awayView = (away: Readonly<Record<string, number>> = {}, config: Operator['workflow']['config']) => {
  const says = (to: string, since: number) => say(sentencesOf(config).seen, { code: 'receiver_down', to, since })
  const down = Object.entries(away).map(([to, since]) => ({ to, since: iso(since), says: says(to, since) }))
  return down.length > 0 && { down }
}

const silentView = ({ source, kind, lastAt, gapMs }: Silent, config: Operator['workflow']['config']) => ({
  source,
  lastAt: iso(lastAt),
  says: say(sentencesOf(config).seen, { code: 'source_silent', source, kind, lastAt, gapMs }),
})

async function countOf(operator: Operator, part: 'open' | 'held' | 'failed') {
  const statuses: readonly EventStatus[] = part === 'open' ? openStatuses : [part]
  const counts: Record<string, number> = Object.fromEntries(statuses.map((status) => [status, 0]))
  const events: EventSummary[] = []
  for await (const event of eventsOf(operator, { status: part }, mostPages)) {
    if (event === 'cut') return { counts, events, atLeast: statuses }
    counts[event.status] = (counts[event.status] ?? 0) + 1
    events.push(event)
  }
  return { counts, events, atLeast: [] }
}

/** Of events of one status, newest first: what the law gives a time for is not to be missed behind what came later. */
function firstOf(events: readonly EventSummary[]): EventSummary[] {
  const withdrawals = events.filter(({ withdrawal }) => withdrawal === true)
  return [...new Set([...withdrawals.slice(0, mostStopped), ...events.slice(0, mostStopped)])]
}

const withdrawalsFirst = (one: EventSummary, other: EventSummary): number =>
  Number(other.withdrawal ?? false) - Number(one.withdrawal ?? false)

/** The list of due events does not know of leases: those that are being worked on are read over. */
async function oldestDue(operator: Operator): Promise<InboxEvent | 'cut' | undefined> {
  const { inbox, now } = operator.workflow
  let after: Place | undefined
  for (let pages = 0; pages < mostDuePages; pages += 1) {
    const places = await inbox.due({ now: now(), limit: 25, after })
    for (const { id } of places) {
      if (!mayReadOn(operator)) return 'cut'
      const event = await inbox.get(id).catch(unlessNewer)
      const due = event && dueAt(event)
      if (due !== undefined && due <= now()) return event
    }
    after = places.at(-1)
    if (after === undefined) return undefined
  }
  return 'cut'
}

/** An event of a newer version of the bridge is in no list of this one. */
function unlessNewer(error: unknown): undefined {
  if (!(error instanceof NewerFormat)) throw error
}

function overdue(event: InboxEvent, now: number, config: Shown) {
  const dueSince = dueAt(event) ?? now
  const lateSeconds = Math.round((now - dueSince) / 1_000)
  const { id, receivedAt } = event
  return { id, about: aboutView(event, config), dueSince: iso(dueSince), lateSeconds, receivedAt: iso(receivedAt) }
}

/** What is used of each known limit. `others`: other programs' calls. `until`: when it begins anew, or a refusal ends. */
export const budgetsView = (state: PaceState, now: number): Readonly<Record<string, object>> =>
  Object.fromEntries(budgetsSeen(state, now).map((seen) => [seen.budget, budgetView(seen)]))

const budgetView = ({ budget: _, isUsedUp, until, ...facts }: BudgetSeen) =>
  defined({ ...facts, until: isoIfKnown(until), usedUp: isUsedUp || undefined })
