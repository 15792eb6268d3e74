import type { Delivery } from '../facts/fact.ts'
import type { Place } from '../town/places.ts'
import type { Flow } from '../with-a-person/fact.ts'
import type { Ending, WideOrder } from './wanted.ts'

export type { Ending, Wanted, WantedComment, WantedLine, WideLine, WideOrder } from './wanted.ts'

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
