import { drawOddity, readingOf } from './client-list-server.ts'
import type { Given } from './client-orders.ts'
import { outcomeOf } from './client-outcome.ts'
import { deadlineOf, judgeListed, type Reader, serve, type Wanted } from './client-reader.ts'
import type { ClientWorld } from './client-world.ts'

const times = ['2026-01-01T10:00:00+01:00', '2026-01-01T10:00:00+02:00', '2026-02-01T00:00:00+00:00']
const drawSale = ({ chance }: ClientWorld, id: number): Given => ({
  ...{ id, typeId: chance.pick([1, 1, 1, 3, 4]), statusId: chance.pick([1, 7, 7, 8, '7.1']) },
  ...{ number: chance.pick(['A-1', 'A-1', ' A-1 ', 'A-12', '']), contact: chance.pick([5, 5, 5, 6, 0]) },
  ...{ createdAt: chance.pick(times), isLoaded: chance.hits(0.7) },
})

const newest = (orders: readonly Given[]): number[] =>
  orders
    .toSorted((one, other) => Date.parse(other.createdAt ?? '') - Date.parse(one.createdAt ?? '') || other.id - one.id)
    .map(({ id }) => id)
const isOpenSale = ({ typeId, statusId }: Given) => typeId === 1 && Number(statusId) !== 8

/** Orders by their external number: sales orders that are not cancelled, the newest first (7.4). */
export async function playNumber(reader: Reader): Promise<void> {
  const { world, worker, deadlineMs } = reader
  const orders = Array.from({ length: world.chance.between(0, 6) }, (_, at) => drawSale(world, 500 + at))
  const oddity = { ...drawOddity(world.chance), isBare: world.chance.hits(0.3) }
  serve(reader, { orders, oddity, fits: (_, { query }) => query.get('externalOrderId') === 'A-1' })
  const office = worker.open({ deadlineMs: deadlineOf(reader) })
  const got = await world.until(outcomeOf(office.orders.findByExternalNumber('A-1')))
  const reading = readingOf(orders, oddity, { deadlineMs })
  const carries = ({ number = '' }: Given) => number.trim() === 'A-1'
  const others = orders.filter((one) => !carries(one) && (one.isLoaded || isOpenSale(one))).length
  const ids = newest(orders.filter((one) => isOpenSale(one) && carries(one)))
  const wanted: Wanted = reading.kind === 'value' ? { kind: 'value', ids, unrelated: others, isOrdered: true } : reading
  judgeListed(reader, { got, wanted, what: 'the orders of a number' })
}

/** The orders of a contact, to their second page (8.2, 8.3). */
export async function playCustomer(reader: Reader): Promise<void> {
  const { world, worker, deadlineMs } = reader
  const orders = Array.from({ length: world.chance.between(0, 6) }, (_, at) => drawSale(world, 600 + at))
  const oddity = { ...drawOddity(world.chance), isBare: world.chance.hits(0.3) }
  serve(reader, { orders, oddity, fits: (_, { path }) => path === '/rest/orders/contacts/5' })
  const office = worker.open({ deadlineMs: deadlineOf(reader) })
  const got = await world.until(outcomeOf(office.orders.ofContact(5)))
  const reading = readingOf(orders, oddity, { deadlineMs, atMost: 2 })
  // What names no customer does not speak against it.
  const isOwn = ({ contact }: Given) => contact !== 6
  const ids = newest(orders.filter((one) => isOpenSale(one) && isOwn(one)))
  const unrelated = orders.filter((one) => !isOwn(one)).length
  const wanted: Wanted = reading.kind === 'value' ? { kind: 'value', ids, unrelated, isOrdered: true } : reading
  judgeListed(reader, { got, wanted, what: 'the orders of a contact' })
}
