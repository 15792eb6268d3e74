import type { EventFilter } from './event-filter.ts'

export type Guess = {
  /** What the text may be; each is asked for. */
  filters: EventFilter[]
  /** It may be the id of an event. */
  id?: string
}

/** What a person may mean by what the customer says: an e-mail, the id of an event or of an order, an order number, a label. */
export function guess(typed: string): Guess {
  const text = typed.trim()
  if (text === '') return { filters: [{}] }
  if (text.includes('@')) return { filters: [{ email: text }] }
  // Numbers of orders may have a slash too.
  if (text.includes('/')) return { filters: [{ externalNumber: text }], id: text }
  if (/^[1-9]\d{0,15}$/.test(text)) return { filters: [{ orderId: Number(text) }, { externalNumber: text }] }
  return { filters: [{ externalNumber: text }] }
}
