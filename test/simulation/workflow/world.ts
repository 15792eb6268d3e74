import { isDeepStrictEqual } from 'node:util'
import type { ConfigInput, TranslatedCommand } from '../../../lib/config/config.ts'
import type { InboxEvent } from '../../../lib/inbox/event.ts'
import { putContact } from '../../../sandbox/put-contact.ts'
import { type OrderInput, putOrder } from '../../../sandbox/put-order.ts'
import { createDesk } from '../../operator/desk.ts'
import { createWorld } from '../../workflow/world.ts'
import type { Chance } from '../random.ts'

/** A request as the back office sees it: `GET /rest/orders/1?with[]=x`, and its body. */
type Request = { line: string; body: string; headers: Record<string, string> }
/** What comes instead (`real` carries it out): an answer, `lost` (never there), or `unheard` (carried out, and the answer lost). Undefined: as it is. */
type Answer = Response | 'lost' | 'unheard' | undefined
type Rule = (request: Request, real: () => Promise<Response>) => Answer | Promise<Answer>

export const us = 77
export const status = (code: number, body: object = { error: { message: 'No.' } }) =>
  Response.json(body, { status: code })

type Told = { payload: unknown }
const commandsOf = ({ payload }: Told) => (payload as { commands: TranslatedCommand[] }).commands
const asked = { kind: 'standard', requireEmail: false, translate: commandsOf } as const
const config: ConfigInput = {
  sources: {
    desk: asked,
    strict: { ...asked, requireEmail: true },
    shop: { kind: 'shopify', translate: commandsOf },
    market: { kind: 'shopify', translate: commandsOf },
    form: { kind: 'typeform', requireEmail: false, translate: commandsOf },
    own: { ...asked, orders: { plentyId: 2 } },
  },
  reasons: { defective: '3' },
}

/** A small bridge without weather, whose every answer is chosen; and what must come of it. `wrong`: what did not. */
export function createWork(chance: Chance, changes: Partial<ConfigInput> = {}) {
  const rules: Rule[] = []
  const requests: Request[] = []
  const world = createWorld({
    ...{ seed: 'empty', config: { ...config, ...changes } },
    fetch: (real) => async (input, init) => {
      const { pathname, search } = new URL(String(input))
      const body = init?.body ? await new Response(init.body).text() : ''
      const headers = Object.fromEntries(new Headers(init?.headers))
      const request = { line: `${init?.method ?? 'GET'} ${pathname}${decodeURIComponent(search)}`, body, headers }
      requests.push(request)
      let found: Answer
      for (const rule of rules) found ??= await rule(request, async () => await real(input, init))
      const answer = found === undefined || found === 'unheard' ? await real(input, init) : found
      if (typeof answer !== 'string' && found !== 'unheard') return answer
      throw new TypeError('fetch failed', { cause: Object.assign(new Error('closed'), { code: 'UND_ERR_SOCKET' }) })
    },
  })
  const { ask } = createDesk(world)
  const { store } = world.sandbox.world
  const wrong: string[] = []
  /** Both must be the same, as JSON shows them. */
  const same = (what: string, got: unknown, wanted: unknown): void => {
    if (!isDeepStrictEqual(plain(got), plain(wanted)))
      wrong.push(`${what} is ${JSON.stringify(got)}, not ${JSON.stringify(wanted)}`)
  }
  return {
    ...{ chance, world, ask, wrong, same, rules, requests },
    /** Lines of requests so far that begin so. */
    sent: (start: string) => requests.filter(({ line }) => line.startsWith(start)).map(({ line }) => line),
    give: async (source: string, ...commands: object[]) => await world.accept(source, { commands }),
    /** Gives it, and runs it whenever it is due. */
    done: async (source: string, ...commands: object[]): Promise<InboxEvent> =>
      await world.finish(await world.accept(source, { commands })),
    again: async (id: string, how: 'event.release' | 'event.replay' = 'event.release'): Promise<InboxEvent> => {
      const { ok, error } = await ask(how, { id })
      if (!ok) wrong.push(`${how} of ${id} is refused: ${error?.message}`)
      return await world.finish(id)
    },
    /** An order with two pieces each of A and B, and one of C, whose lines have ten times its id and 1, 2, 3. */
    order(id: number, fields: Partial<OrderInput> = {}, number = `N-${id}`) {
      putContact(store, { id: fields.contactId ?? id + 1, email: emailOf(fields.contactId ?? id + 1) })
      return putOrder(
        store,
        {
          ...{ id, typeId: 1, statusId: 7, plentyId: 1, locationId: 1, referrerId: 9, ownerId: 12, contactId: id + 1 },
          addresses: [{ id: 2 * id }, { id: 2 * id + 1 }],
          addressRelations: [1, 2].map((typeId) => ({ typeId, addressId: 2 * id + typeId - 1 })),
          properties: [{ typeId: 7, value: number }],
          orderItems: ['A', 'B', 'C'].map((sku, at) => ({
            ...{ id: id * 10 + at + 1, typeId: 1, itemVariationId: 100 + at, quantity: at < 2 ? 2 : 1 },
            ...{ orderItemName: `Article ${sku}`, properties: [{ typeId: 98, value: sku }] },
          })),
          ...fields,
        },
        fields.createdAtMs ?? world.now(),
      )
    },
    /** A return of an order, of these pieces of its lines (1, 2, 3); `isTied`: they name their lines. */
    putReturn(orderId: number, pieces: Record<number, number>, fields: Partial<OrderInput> = {}, isTied = true) {
      const orderItems = Object.entries(pieces).map(([at, quantity]) => ({
        ...{ typeId: 1, itemVariationId: 99 + Number(at), quantity },
        references: isTied ? [{ referenceType: 'parent', referenceOrderItemId: orderId * 10 + Number(at) }] : [],
      }))
      const given = { typeId: 3, statusId: 9.01, ownerId: us, orderItems, ...fields }
      const orderReferences = [{ referenceType: 'parent', referenceOrderId: orderId }]
      return putOrder(store, { orderReferences, ...given } as OrderInput, fields.createdAtMs ?? world.now()).id
    },
    change(id: number, fields: object) {
      const stored = store.orders.get(id)
      if (stored) store.orders.put({ ...stored, ...fields })
    },
    /** Pieces of each return of the API user that is not cancelled, in order of their ids: `1:2,3:1`. */
    made: (orderId: number): string[] =>
      store.orders
        .childrenOf(orderId)
        .filter((one) => one.typeId === 3 && one.ownerId === us && one.statusId !== 8)
        .toSorted((one, other) => one.id - other.id)
        .map(({ orderItems }) => orderItems.map(piecesOf).join()),
    /** The words of the bridge's comments on an order, without their markers. */
    said: (orderId: number): string[] =>
      store.comments
        .list()
        .filter((one) => one.referenceValue === orderId && one.text.startsWith('[bridge:'))
        .toSorted((one, other) => one.id - other.id)
        .map(({ text }) => text.replace(/^\[bridge:\w+\] /, '')),
  }
}

export type Work = ReturnType<typeof createWork>

/** Undefined fields are not there. */
const plain = (value: unknown): unknown => (value === undefined ? undefined : JSON.parse(JSON.stringify(value)))
export const emailOf = (contactId: number): string => `kunde.${contactId}@example.com`

const piecesOf = (item: { quantity: number; references: unknown; itemVariationId: number }): string => {
  const [tie] = item.references as { referenceOrderItemId: number }[]
  return `${(tie?.referenceOrderItemId ?? 0) % 10}:${item.quantity}`
}

export const endOf = ({ status, reason }: InboxEvent) => ({ status, ...(reason && { reason }) })
/** What the history says last. */
export const lastOf = ({ history }: InboxEvent) => {
  const { at: _, ...entry } = history.at(-1) ?? { at: 0 }
  return entry as { code: string; why?: object; until?: number }
}
export const comment = (key: string, order: number | object, rest: object = {}) => ({
  ...{ type: 'add-comment', key, order: typeof order === 'number' ? { id: order } : order, text: `About ${key}` },
  ...rest,
})
export const wanted = (key: string, order: number | object, pieces: Record<string, number> | 'all', rest = {}) => ({
  ...{ type: 'create-return', key, order: typeof order === 'number' ? { id: order } : order },
  lines: pieces === 'all' ? 'all' : Object.entries(pieces).map(([sku, quantity]) => ({ sku, quantity })),
  ...rest,
})
