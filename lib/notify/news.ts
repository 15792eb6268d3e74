import { askedByLink } from '../inbox/asked.ts'
import type { EventSummary, InboxEvent } from '../inbox/event.ts'
import { NewerFormat } from '../inbox/format.ts'
import type { Place, Walked } from '../inbox/inbox.ts'
import type { ReasonCode } from '../reasons.ts'
import { understand } from '../workflow/translate/translate-event.ts'
import type { Workflow } from '../workflow/workflow.ts'
import type { Notice, Stopped } from './words.ts'

/** An index can show an event a little after others that were received later. */
export const settledMs = 10_000
const pageSize = 100
const mostPages = 3
const mostNamed = 20
type Ports = Pick<Workflow, 'inbox' | 'config' | 'now' | 'pauses'>

/** Withdrawals among what was received behind `after`, read as it came: also of a source that is paused. `place`: how far was read. */
export async function newWithdrawals({ inbox, config, now }: Ports, after: Place) {
  const last = now() - settledMs
  const found: string[] = []
  let place = after
  for (let pages = 0; pages < mostPages; pages += 1) {
    const walked = await inbox.walk({ after: place, limit: pageSize })
    const settled = walked.filter(({ at }) => at <= last)
    for (const one of settled) {
      const event = readKnown(one)
      if (event && understand(event, config).isWithdrawal) found.push(one.id)
    }
    const end = settled.at(-1)
    if (end) place = { at: end.at, id: end.id }
    if (settled.length < pageSize) break
  }
  const events = found.slice(0, mostNamed)
  const notice = { code: 'withdrawals', events, more: found.length - events.length } as const
  return { notice: found.length > 0 ? notice : undefined, place }
}

/** Undefined: an event of a newer version, which that one tells people about. */
export function readKnown({ read }: Pick<Walked, 'read'>): InboxEvent | undefined {
  try {
    return read()
  } catch (error) {
    if (error instanceof NewerFormat) return undefined
    throw error
  }
}

type Span = { from: number; until: number }

/** What was held or has failed in this time (its end excluded), by reason, the most frequent first. Undefined: nothing. */
export async function digestSince(
  { inbox, pauses, config }: Ports,
  { from, until }: Span,
): Promise<Notice | undefined> {
  const lists = await Promise.all(
    (['held', 'failed'] as const).map(async (status) => {
      const { events, cursor } = await inbox.list({ status, limit: pageSize })
      const fresh = events.filter(({ updatedAt }) => updatedAt >= from && updatedAt < until)
      return { status, fresh, isCut: cursor !== undefined && (events.at(-1)?.updatedAt ?? 0) >= from }
    }),
  )
  const stopped = lists.flatMap(({ status, fresh }) =>
    [...Map.groupBy(fresh, ({ reason }) => reason?.code)].flatMap(([reason, events]): Stopped[] =>
      reason === undefined
        ? []
        : [{ reason: reason as ReasonCode, status, count: events.length, events: named(events, config) }],
    ),
  )
  if (stopped.length === 0) return undefined
  const paused = ((await pauses?.read()) ?? []).map(({ source }) => source ?? '')
  const byCount = stopped.toSorted((one, other) => other.count - one.count)
  return { code: 'digest', stopped: byCount, more: lists.some(({ isCut }) => isCut), paused }
}

const named = (events: readonly EventSummary[], { notify }: Workflow['config']): Stopped['events'] =>
  events.slice(0, mostNamed).map(({ id, orderId, about, status, reason, epoch }) => ({
    id,
    ...(orderId !== undefined && { orderId }),
    ...(about && { about }),
    ...(notify?.links && status === 'held' && reason && askedByLink.has(reason.code) && { epoch }),
  }))
