import { isId } from './line-rows.ts'

/** What a person filters by: the names are those of `event.list`. */
const texts = ['status', 'source', 'reason', 'externalNumber', 'label', 'email'] as const
const isoDay = /^\d{4}-\d{2}-\d{2}$/

export type EventFilter = Record<string, string | number | boolean>

/** The filter that fields of a form or an address name. Empty ones are none; a day counts from its start, or to its end, in UTC. */
export function eventFilter(fields: URLSearchParams): EventFilter {
  const filter: EventFilter = {}
  for (const name of texts) {
    const value = fields.get(name)?.trim()
    if (value) filter[name] = value
  }
  const orderId = fields.get('orderId')?.trim()
  // What is no id goes on as it is: the operator refuses it. Without it more events would fit than were meant.
  if (orderId) filter.orderId = isId(orderId) ? Number(orderId) : orderId
  if (fields.get('withdrawal') === 'yes') filter.withdrawal = true
  const [from, to] = [fields.get('from')?.trim() ?? '', fields.get('to')?.trim() ?? '']
  if (from) filter.from = isoDay.test(from) ? `${from}T00:00:00Z` : from
  if (to) filter.to = isoDay.test(to) ? `${to}T23:59:59.999Z` : to
  return filter
}

/** The same filter as fields of an address; of a time its day. */
export function filterFields(filter: EventFilter): URLSearchParams {
  const fields = new URLSearchParams()
  for (const [name, value] of Object.entries(filter)) {
    if (name === 'email') continue
    const text = value === true ? 'yes' : String(value)
    fields.set(name, name === 'from' || name === 'to' ? text.slice(0, 10) : text)
  }
  return fields
}
