import * as z from 'zod'
import { Rejected } from '../../errors.ts'
import { eventStatuses } from '../../inbox/event.ts'
import type { ListQuery } from '../../inbox/inbox.ts'
import { type ReasonCode, reasonsByStatus } from '../../reasons.ts'
import { operatorSource } from '../../workflow/translate/translate-event.ts'
import { defined, email, externalNumber, id, isoTime, type Operator } from '../operator.ts'

const { failed, held, ignored } = reasonsByStatus

export const eventFilter = z.strictObject({
  status: z.enum(eventStatuses).optional(),
  source: z.string().min(1).max(63).optional(),
  orderId: id.optional(),
  withdrawal: z.boolean().optional(),
  reason: z.enum([...failed, ...held, ...ignored]).optional(),
  externalNumber: externalNumber.optional(),
  label: externalNumber.optional(),
  email: email.optional(),
  from: isoTime.optional(),
  to: isoTime.optional(),
})
export type EventFilter = z.output<typeof eventFilter>

/** What the inbox itself can be asked. A reason alone means the events that stand at it now. */
export function toListQuery(filter: EventFilter): Omit<ListQuery, 'limit' | 'cursor'> {
  const { source, orderId, withdrawal, reason, from, to } = filter
  const status = filter.status ?? (reason && statusOf(reason))
  return defined({ status, source, orderId, withdrawal, reason, from: epochMs(from), to: epochMs(to) })
}

const epochMs = (time: string | undefined): number | undefined => (time === undefined ? undefined : Date.parse(time))
const statuses = ['failed', 'held', 'ignored'] as const
const statusOf = (reason: ReasonCode) =>
  statuses.find((status) => reasonsByStatus[status].some((one) => one === reason))

/** What a customer can name: the number or label of an order, or an e-mail address. */
export type Named = Pick<EventFilter, 'externalNumber' | 'label' | 'email'>

export const namesAny = ({ externalNumber, label, email }: Named): boolean =>
  [externalNumber, label, email].some((one) => one !== undefined)

/** Throws `Rejected` 404 with the known names. One that has left the configuration counts while the inbox shows events of it. */
export async function mustKnowSource({ workflow: { config, inbox } }: Operator, source: string): Promise<void> {
  if (source === operatorSource || Object.hasOwn(config.sources, source)) return
  const { events } = await inbox.list({ source, limit: 1 })
  if (events.length > 0) return
  const names = [...Object.keys(config.sources), operatorSource].join(', ')
  throw new Rejected(`There is no source of this name. The sources are ${names}.`, { status: 404 })
}
