import { drawOddity, readingOf } from './client-list-server.ts'
import type { Given } from './client-orders.ts'
import { outcomeOf } from './client-outcome.ts'
import { deadlineOf, idsOf, judgeListed, type Reader, serve, type Wanted } from './client-reader.ts'

/** The returns of an order: those that the list shows for it, and those that the order names itself. */
export async function playReturns(reader: Reader): Promise<void> {
  const { world, worker, deadlineMs } = reader
  const { chance } = world
  const isLoaded = () => chance.hits(0.7)
  const draw = (id: number): Given => ({
    ...{ id, typeId: chance.pick([3, 3, 3, 3, 1, 4]), statusId: chance.pick([1, 8, 9.01, '9.02', 9.5]) },
    ...{ parent: chance.pick([100, 100, 100, 55]), isLoaded: isLoaded() },
  })
  const listed = Array.from({ length: chance.between(0, 6) }, (_, at) => draw(200 + at))
  const named = Array.from({ length: chance.between(0, 3) }, (_, at) => draw(300 + at))
  const refused = new Map(named.filter(() => chance.hits(0.2)).map(({ id }) => [id, chance.pick([403, 404])]))
  const oddity = drawOddity(chance)
  const { sizes } = serve(reader, {
    ...{ orders: [...listed, ...named], oddity, refused },
    fits: ({ id }, { query }) => id < 300 && query.get('parentOrderId') === '100' && query.get('orderType') === '3',
  })
  const references = [...named, ...listed.slice(0, 1), { id: 100 }]
  const orderReferences = references.map(({ id }) => ({ referenceType: 'return', referenceOrderId: id }))
  const office = worker.open({ deadlineMs: deadlineOf(reader) })
  const got = await world.until(outcomeOf(office.returns.ofOrder({ id: 100, orderReferences })))
  const isOurs = (one: Given) => one.typeId === 3 && one.parent === 100
  const reading = readingOf(listed, oddity, { deadlineMs })
  const found = [...listed, ...named.filter(({ id }) => !refused.has(id))]
  const wanted: Wanted =
    reading.kind === 'value'
      ? {
          kind: 'value',
          ids: found.filter(isOurs).map(({ id }) => id),
          unrelated: listed.filter((one) => !isOurs(one)).length + refused.size,
        }
      : reading
  judgeListed(reader, { got, wanted, what: 'the returns of an order' })
  world.expect(
    sizes().every((size) => size <= 250),
    () => 'pages of more than 250 entries',
  )
}

/** Which returns a list for people shows, by their status (docs/back-office.md 4.3, 12.5). */
export async function playStatuses(reader: Reader): Promise<void> {
  const { world, worker, deadlineMs } = reader
  const { chance } = world
  const statuses = [1, 7.9, 8, 8, 9, 9.01, 9.015, '9.02', 9.03, 10]
  const orders = Array.from({ length: chance.between(1, 7) }, (_, at) => ({
    ...{ id: 400 + at, typeId: 3, statusId: chance.pick(statuses), isLoaded: true },
  }))
  const oddity = { ...drawOddity(chance), change: 'none' as const }
  serve(reader, {
    ...{ orders, oddity },
    // The filter of the back office: one range, both ends included.
    fits: ({ statusId }, { query }) =>
      Number(statusId) >= Number(query.get('statusFrom') ?? 0) &&
      Number(statusId) <= Number(query.get('statusTo') ?? 99),
  })
  // 0: from the first one on.
  const [first, second] = [chance.pick([8, 9, 9.01, 0, 1]), chance.pick([9.02, 9.03, 8, 1])]
  const cancelled = chance.hits(0.5)
  const isActive = chance.hits(0.4)
  const office = worker.open({ deadlineMs: deadlineOf(reader) })
  const filter = { ...(first !== 0 && { statusFrom: first }), statusTo: second, cancelled }
  const list = isActive ? office.returns.listActive({ cancelled }) : office.returns.list(filter)
  const got = await world.until(outcomeOf(Array.fromAsync(list)))
  const [from, to] = isActive ? [9.01, 9.02] : [first, second]
  const isAsked = ({ statusId }: Given) =>
    Number(statusId) === 8 ? cancelled || (from === 8 && to === 8) : Number(statusId) >= from && Number(statusId) <= to
  const isShown = ({ statusId }: Given) => {
    const wide = cancelled || (from === 8 && to === 8)
    const [least, most] = wide ? [Math.min(from, 8), Math.max(to, 8)] : [from, to]
    return Number(statusId) >= least && Number(statusId) <= most
  }
  const reading = readingOf(orders.filter(isShown), oddity, { deadlineMs })
  if (reading.kind === 'unjudged') return
  const what = `returns of status ${from} to ${to}${cancelled ? ' and cancelled' : ''}`
  world.expect(
    got.kind === reading.kind,
    () => `${what} end as ${JSON.stringify(got).slice(0, 200)}, not as ${reading.kind}`,
  )
  if (got.kind !== 'value') return
  const wanted = orders.filter(isAsked).map(({ id }) => id)
  world.expect(`${idsOf(got.value)}` === `${wanted}`, () => `${what} are ${idsOf(got.value)}, not ${wanted}`)
}
