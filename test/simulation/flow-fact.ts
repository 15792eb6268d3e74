import type { Sandbox } from '../../sandbox/sandbox.ts'
import type { Delivery } from './fact.ts'
import type { Ending, Wanted } from './wide-wanted.ts'

/** What a person is asked, with the facts of its reason, and what that person does then. */
export type Question = {
  status: 'held' | 'failed'
  code: string
  facts?: Record<string, unknown>
  act: 'release' | 'replay'
  /** What somebody changes in the back office before. */
  before?: (sandbox: Sandbox, now: number) => void
}

/** How one event goes: what a person is asked in turn, and how it ends. */
export type Course = { questions?: Question[]; ending: Exclude<Ending, { status: 'done' }> | { status: 'done' } }

/** What goes on with a person in it: exactly so, in this order. */
export type Flow = {
  /** Of each of its deliveries, in their order; what only teaches a label is no event. */
  courses: (Course | 'no event')[]
  /** All that is in the back office at the end, of each order. */
  wanted: Wanted[]
  /** What is sent once all that was sent before is done. */
  later?: Delivery[]
  /** Besides the orders, before the schedule begins. */
  put?: (sandbox: Sandbox, now: number) => void
  /** Its returns come out with another status. */
  isIncomplete?: true
  /** New orders, with the pieces of their articles. */
  newOrders?: { number: string; pieces: [number, number][] }[]
}

/** With this note the person of a flow acts. */
export const flowNote = 'as the flow asks'
