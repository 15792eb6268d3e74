import { createListServer, type Oddity } from './client-list-server.ts'
import type { Asked } from './client-network.ts'
import { type Given, listedView, readById } from './client-orders.ts'
import type { Outcome } from './client-outcome.ts'
import type { ClientWorker, ClientWorld } from './client-world.ts'

export const login = { status: 200, json: { access_token: 'token-of-lists' } }
export type Reader = { world: ClientWorld; worker: ClientWorker; deadlineMs: number }

export const deadlineOf = ({ world, deadlineMs }: Reader) => world.timeline.now() + deadlineMs

/** Serves some orders as a list, and each by its id. `fits`: what the list holds by the query of the request. */
export function serve(
  { world }: Reader,
  { orders, oddity, refused, fits = () => true }: Served,
): { ids: () => number[]; sizes: () => number[] } {
  let server: ReturnType<typeof createListServer> | undefined
  world.answer = (asked) => {
    if (asked.path === '/rest/login') return login
    const single = readById(asked, orders, refused)
    if (single) return single
    const shown = orders.filter((one) => fits(one, asked)).map((one) => listedView(one, asked.query))
    const newcomer = listedView({ id: 999, typeId: 9, statusId: 5, isLoaded: true }, asked.query)
    server ??= createListServer(shown, oddity, newcomer)
    return server.answer(asked)
  }
  return { ids: () => orders.map(({ id }) => id), sizes: () => server?.sizes ?? [] }
}
type Served = {
  orders: readonly Given[]
  oddity: Oddity
  refused?: ReadonlyMap<number, number>
  fits?: (one: Given, asked: Asked) => boolean
}

export const idsOf = (value: unknown): number[] => (value as { id: number }[]).map(({ id }) => id)

/** Compares ids and the count of the others; `ordered`: their order counts. */
export function judgeListed(
  { world }: Reader,
  { got, wanted, what }: { got: Outcome; wanted: Wanted; what: string },
): void {
  if (wanted.kind === 'unjudged') return
  world.expect(
    got.kind === wanted.kind,
    () => `${what} ends as ${JSON.stringify(got).slice(0, 200)}, not as ${wanted.kind}`,
  )
  if (got.kind !== 'value' || wanted.kind !== 'value') return
  const { entries, unrelated } = got.value as { entries: { id: number }[]; unrelated: number }
  const ids = idsOf(entries)
  const shown = wanted.isOrdered ? ids : ids.toSorted((one, other) => one - other)
  const ofThem = wanted.isOrdered ? wanted.ids : wanted.ids.toSorted((one, other) => one - other)
  world.expect(`${shown}` === `${ofThem}`, () => `${what} brings ${shown}, not ${ofThem}`)
  world.expect(
    unrelated === wanted.unrelated,
    () => `${what} counts ${unrelated} unrelated entries, not ${wanted.unrelated}`,
  )
}
export type Wanted =
  | { kind: 'value'; ids: number[]; unrelated: number; isOrdered?: boolean }
  | { kind: 'retry' | 'deferral' | 'rejected' | 'unjudged' }
