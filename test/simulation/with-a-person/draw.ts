import { deliveryOf, emailOf, idOf, soon, type WideDraw } from '../all-senders/draw.ts'
import type { Contact, WantedLine, WideFact, WideLine, WideOrder } from '../all-senders/fact.ts'
import { type Answers, submitted } from '../all-senders/forms.ts'
import { newWideOrder } from '../all-senders/orders.ts'
import type { WideSource } from '../all-senders/sources.ts'
import type { Delivery } from '../facts/fact.ts'
import type { Course, Flow } from './fact.ts'

/** Orders of flows have ids that no other fact has. */
export const flowOrders = ({ chance, at }: WideDraw, count: number): WideOrder[] =>
  Array.from({ length: count }, (_, index) => newWideOrder(chance, 500 + at * 10 + index))

/** So do their deliveries: two facts under one id would be one event. */
export const flowId = (draw: WideDraw): string => idOf({ ...draw, at: 500 + draw.at })

export const flowForm = (draw: WideDraw, source: WideSource, answers: Answers): Delivery =>
  submitted({ ...draw, at: 500 + draw.at }, source, answers)

/** What a mapping makes of one delivery of the merchant's own system. */
export const asked = (
  draw: WideDraw,
  name: string,
  commands: object[],
  source: 'w-desk' | 'w-own' | 'w-market' = 'w-desk',
): Delivery =>
  source !== 'w-market'
    ? deliveryOf(source, { text: JSON.stringify(commands), sentId: `${name}-${draw.at}`, atMs: soon(draw) })
    : deliveryOf(source, {
        ...{
          text: JSON.stringify({ commands }),
          topic: 'refunds/create',
          sentId: `${name}-${draw.at}`,
          atMs: soon(draw),
        },
      })

export const line = ({ lines }: WideOrder, letter: 'A' | 'B' | 'C' | 'SET'): WideLine =>
  lines[['A', 'B', 'C', 'SET'].indexOf(letter)] as WideLine

export const goodsOf = (one: WideLine, quantity = one.quantity): WantedLine => ({ line: one, quantity, reason: '1' })

export const internal = (...lines: string[]) => ({ lines, isVisible: false })
export const created = (source = 'w-desk') => internal(`Return {return} was created for a request from ${source}.`)

/** A fact with a flow. */
export function flowFact(
  name: WideFact['name'],
  {
    orders,
    deliveries,
    contacts,
    ...flow
  }: Flow & { orders: WideOrder[]; deliveries: Delivery[]; contacts?: Contact[] },
): WideFact {
  const owners = contacts ?? orders.map((order) => ({ id: order.contactId, email: emailOf(order) }))
  return { ...{ name, orders, contacts: owners, deliveries, flow }, ending: { status: 'failed', code: '' } }
}

/** In any order. */
export const shuffled = <T>({ chance }: WideDraw, list: readonly T[]): T[] => {
  const left = [...list]
  return list.map(() => left.splice(chance.between(0, left.length - 1), 1)[0] as T)
}

export const isDone: Course = { ending: { status: 'done' } }
