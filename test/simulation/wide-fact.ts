import type { Delivery } from './fact.ts'
import type { Flow } from './flow-fact.ts'
import type { Place } from './places.ts'
import type { Ending, WideOrder } from './wide-wanted.ts'

export type { Ending, Wanted, WantedComment, WantedLine, WideLine, WideOrder } from './wide-wanted.ts'

/** One fact about an order of its own, and what must come of it. `name` says what it is about. */
export type WideFact = {
  name: Place
  orders: WideOrder[]
  contacts: Contact[]
  deliveries: Delivery[]
  ending: Ending
  /** With people in it; `ending` says nothing then. */
  flow?: Flow
}

export type Contact = { id: number; email: string }
