import { sourceOfKind } from '../../lib/sources/registry.ts'
import type { Ask } from '../../local/ask.ts'
import { answerTo } from './answer.ts'
import type { Given } from './read-given.ts'
import type { Sources } from './settle-sources.ts'

export type Orders = Record<string, 'any' | { referrer: number }>

const wanted = (name: string, others: string) => ({
  option: `--orders ${name}=<referrer>`,
  question: `${others} can give two orders one number. Which referrer do orders of ${name} have in the back office? (its id, such as 9; any: a number that fits two is for a person)`,
  problem: (text: string) =>
    text === 'any' || Number(text) > 0 ? undefined : 'must be the id of a referrer, such as 9, or any',
})

/** Which orders are the own ones of shops whose numbers can be the same. Throws `CannotStart`. */
export async function settleOrders(sources: Sources, given: Given, ask: Ask | undefined): Promise<Orders> {
  const sharing = [...sources].filter(([, kind]) => sourceOfKind(kind)?.ownNumbers).map(([name]) => name)
  const settled: Orders = {}
  for (const name of sources.keys()) {
    const own = given.orders[name]
    if (own === undefined && !(sharing.length > 1 && sharing.includes(name))) continue
    const answer = await answerTo(wanted(name, sharing.join(', ')), own, ask)
    settled[name] = answer === 'any' ? answer : { referrer: Number(answer) }
  }
  return settled
}
