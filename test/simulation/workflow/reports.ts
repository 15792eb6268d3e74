import { type Work, wanted } from './world.ts'

const order = 10_001

export type Reports = ReturnType<typeof reportsOf>

/** Who reports pieces of the first article: a form, a shop, the desk of the merchant, a person in the back office or by command. */
export function reportsOf(work: Work) {
  let keys = 0
  const report = (source: string) => async (quantity: number) =>
    await work.done(source, wanted(`p${++keys}`, order, { A: quantity }))
  const released = async (quantity: number) => await work.again((await report('form')(quantity)).id)
  return {
    ...{ form: report('form'), shop: report('shop'), desk: report('desk'), released },
    /** In the back office itself. */
    person: (quantity: number, fields: object = {}, isTied = true) =>
      work.putReturn(order, { 1: quantity }, { ownerId: 12, ...fields }, isTied),
    byHand: async (quantity: number) => {
      const { result } = await work.ask('return.create', { order: { id: order }, lines: [{ sku: 'A', quantity }] })
      return await work.world.get(String(result?.id))
    },
  }
}

export const allReturns = ({ world }: Work) =>
  world.sandbox.world.store.orders.childrenOf(order).filter(({ statusId }) => statusId !== 8)

type Wanted = {
  event: Awaited<ReturnType<Reports['form']>>
  count: number
  linked?: number
  reason?: { code: string; key?: string; [name: string]: unknown }
}
export type Row = [string, (reports: Reports, work: Work) => Promise<Wanted>]

/** Its lists and orders do not say when something was made. */
export function withoutTimes({ rules }: Work): void {
  rules.push(async ({ line: asked }, real) => {
    if (!asked.startsWith('GET /rest/orders')) return undefined
    const answer = await (await real()).text()
    return new Response(answer.replaceAll(/"createdAt":"[^"]*",?/g, ''), {
      headers: { 'content-type': 'application/json' },
    })
  })
}
