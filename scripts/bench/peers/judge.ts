import { ordersOfReturns, type SandboxOrder } from '../sandbox-orders.ts'

/** What `GET /sandbox/state` says, as far as it counts here. */
export type SandboxState = {
  orders: readonly SandboxOrder[]
  comments: readonly { text: string }[]
}

/** Orders whose return, or whose comment, is not there or is there more than once. */
export type Verdict = { lostReturns: number; doubledReturns: number; lostComments: number; doubledComments: number }

/** What a customer said, in the delivery and so in the comment. It shows whose comment this is. */
export const wordsFor = (order: number): string => `The parcel of order-${order}. is on its way`

/** The order of a comment's words; undefined for a comment that no delivery asked for. */
export function orderOfWords(text: string): number | undefined {
  const order = /order-(\d+)\./.exec(text)?.[1]
  return order === undefined ? undefined : Number(order)
}

/** Each order was to get one return and one comment. Only what the back office holds counts, never what a system says. */
export function judge(orders: readonly number[], { orders: records, comments }: SandboxState): Verdict {
  const returned = countOf(orders, ordersOfReturns(records))
  const commented = countOf(
    orders,
    comments.map(({ text }) => orderOfWords(text)),
  )
  return {
    lostReturns: returned.none,
    doubledReturns: returned.several,
    lostComments: commented.none,
    doubledComments: commented.several,
  }
}

function countOf(orders: readonly number[], made: readonly (number | undefined)[]) {
  const times = new Map<number | undefined, number>()
  for (const order of made) times.set(order, (times.get(order) ?? 0) + 1)
  return {
    none: orders.filter((order) => !times.has(order)).length,
    several: orders.filter((order) => (times.get(order) ?? 0) > 1).length,
  }
}
