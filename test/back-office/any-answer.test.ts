import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { BackOffice } from '../../lib/back-office/back-office.ts'
import { type Order, order } from '../../lib/back-office/resources/schemas.ts'
import { routesWith } from '../../lib/back-office/routes.ts'
import { OutcomeUnknown, Rejected, RetryLater } from '../../lib/errors.ts'
import { readPage } from '../docs/pages.ts'
import { aNewReturn } from './a-new-return.ts'
import { damaged, pathsOf } from './damaged.ts'
import { loginReply } from './lying-server.ts'
import { routesOf, soon, startWorker } from './one-worker.ts'

/** JSON of any shape, with the names that the client looks for. */
const key = fc.constantFrom(
  ...['id', 'typeId', 'statusId', 'orderItems', 'properties', 'orderReferences', 'entries', 'isLastPage'],
  ...['text', 'value'],
  ...['error', 'validation_errors', 'amounts', 'totalsCount', 'options', '__proto__', 'constructor'],
)
const json = fc.letrec<{ value: unknown }>((tie) => ({
  value: fc.oneof(
    { depthSize: 'small', withCrossShrink: true },
    fc.constantFrom<unknown>(null, true, false, 0, 1, 3, 9.01, -1, 1e300, '1', '9.01', '', 'x', 2 ** 53),
    fc.array(tie('value'), { maxLength: 4 }),
    fc.dictionary(key, tie('value'), { maxKeys: 6, noNullPrototype: false }),
  ),
})).value

const property = { typeId: 7, value: 'X-1' }
const at = '2026-03-01T00:00:00+01:00'
const whole = {
  ...{ id: 1, typeId: 1, statusId: '9.01', plentyId: 1, locationId: '104.00', referrerId: '143.20', ownerId: 77 },
  ...{ createdAt: at, updatedAt: at, text: 'x', email: 'a@example.com' },
  orderItems: [
    {
      ...{ id: 5, typeId: 1, itemVariationId: 1101, quantity: '1.0000', orderItemName: 'Mug', properties: [property] },
      amounts: [{ id: 9, currency: 'EUR', priceOriginalGross: 12.9 }],
      references: [{ referenceType: 'parent', referenceOrderItemId: 5 }],
    },
  ],
  properties: [property],
  addressRelations: [{ typeId: 2, addressId: 4 }],
  addresses: [{ id: 4, countryId: 1, options: [{ typeId: 5, value: 'a@example.com' }] }],
  orderReferences: [{ referenceType: 'parent', referenceOrderId: 1 }],
  relations: [{ referenceType: 'contact', referenceId: 1, relation: 'receiver' }],
  options: [{ typeId: 2, value: 'a@example.com' }],
}

const page = (entries: unknown[]) => ({ entries, isLastPage: true, totalsCount: entries.length })
/** Nearly what was asked for: a record, a list or a page of it, with anything at one place. */
const nearly = fc
  .tuple(fc.constantFrom<object>(whole, page([whole]), [whole]), fc.nat(), fc.option(json, { nil: undefined }))
  .map(([record, at, put]) => {
    const paths = pathsOf(record)
    return damaged(record, paths[at % paths.length] ?? [], put)
  })

const body = fc.oneof(
  json.map((value) => JSON.stringify(value)),
  nearly.map((value) => JSON.stringify(value)),
  // Cut off anywhere.
  fc.tuple(nearly, fc.nat()).map(([value, at]) => JSON.stringify(value).slice(0, at % 400)),
  fc.string(),
)
const status = fc.constantFrom(200, 200, 200, 200, 201, 400, 404, 409, 422, 429, 500)
const note = { referenceType: 'order', referenceValue: 1, text: 'x', isVisibleForContact: true } as const

const reads: Record<string, (office: BackOffice) => Promise<unknown>> = {
  'orders.read': ({ orders }) => orders.read(1),
  'orders.list': ({ orders }) => orders.list({ typeId: 1 }),
  'orders.page': async ({ orders }) => (await orders.page({ typeId: 1 }, 1)).entries,
  'orders.findByExternalNumber': ({ orders }) => orders.findByExternalNumber('X-1'),
  'orders.ofContact': ({ orders }) => orders.ofContact(1),
  'orders.withVariations': ({ orders }) => orders.withVariations(order.parse(whole)),
  'variations.marketSkus': ({ variations }) => variations.marketSkus([1], { referrerId: 9 }),
  'returns.ofOrder': ({ returns }) => returns.ofOrder({ id: 1, orderReferences: null }),
  'returns.list': ({ returns }) => Array.fromAsync(returns.list({ statusFrom: 9 })),
  'returns.listActive': ({ returns }) => Array.fromAsync(returns.listActive()),
  'comments.ofOrder': ({ comments }) => comments.ofOrder(1),
  'contacts.findByEmail': ({ contacts }) => contacts.findByEmail('a@example.com'),
  'images.ofItem': ({ images }) => images.ofItem(1),
  'images.ofVariation': ({ images }) => images.ofVariation(1, 2),
  'user.id': ({ user }) => user.id(),
  'paths.orders': ({ paths }) => paths.orders(),
  'paths.ordersExcluding': ({ paths }) => paths.ordersExcluding(1, 'parentOrderId'),
  'paths.ordersByNumber': ({ paths }) => paths.ordersByNumber(),
  'paths.statuses': ({ paths }) => paths.statuses(),
  'paths.ordersOfContact': ({ paths }) => paths.ordersOfContact(1),
  'paths.contacts': ({ paths }) => paths.contacts(),
  'paths.variations': ({ paths }) => paths.variations(),
  'paths.user': ({ paths }) => paths.user(),
  'paths.order': ({ paths }) => paths.order(1),
  'paths.commentsOfOrder': ({ paths }) => paths.commentsOfOrder(1),
  'paths.imagesOfItem': ({ paths }) => paths.imagesOfItem(1),
  'paths.imagesOfVariation': ({ paths }) => paths.imagesOfVariation(1, 2),
}
const writes: typeof reads = {
  'orders.create': ({ orders }) => orders.create({ typeId: 1 }, soon()),
  'returns.create': ({ returns }) => returns.create(aNewReturn(), soon()),
  'comments.create': ({ comments }) => comments.create(note, soon()),
  'images.makeAvailable': ({ images }) => images.makeAvailable(1, 2, { type: 'mandant', value: 1 }, soon()),
}

const routes = routesWith()

/** The operations that docs/back-office.md lists, each with its call. */
const [, listed = ''] = readPage('docs/back-office.md').split('\n### 12.1 Operations\n')
const rows = (listed.split('\n## ')[0] ?? '').matchAll(/^\| `([\w.]+)` \| `([A-Z]+ \/[^`]*)` \|/gm)
const callsOfDocs = new Map([...rows].map(([, name = '', call = '']) => [name, call]))

/** What an operation comes to where every call is answered so. */
async function outcomeOf(
  operation: (office: BackOffice) => Promise<unknown>,
  answer: { status: number; body: string },
) {
  const worker = startWorker({
    baseUrl: 'https://back-office.invalid',
    fetch: async (input) =>
      String(input).endsWith('/rest/login')
        ? Response.json(loginReply.body)
        : new Response(answer.body, { status: answer.status }),
  })
  return await operation(worker.backOffice).then(
    (value) => ({ value, calls: routesOf(worker) }),
    (error: unknown) => ({ error }),
  )
}

const isId = (value: unknown): boolean => Number.isSafeInteger(value) && (value as number) > 0
const nested = [
  'orderItems',
  'properties',
  'addressRelations',
  'addresses',
  'orderReferences',
  'shippingPackages',
  'documents',
] as const
const numbers = ['plentyId', 'locationId', 'referrerId', 'ownerId'] as const

function expectOrder(order: Order): void {
  expect([isId(order.id), typeof order.typeId, typeof order.statusId]).toEqual([true, 'number', 'number'])
  for (const name of nested) expect(order[name] === null || Array.isArray(order[name]), name).toBe(true)
  for (const name of numbers) expect(order[name] === null || typeof order[name] === 'number', name).toBe(true)
  for (const item of order.orderItems ?? []) {
    // Of a shipping line it can be 0.
    expect([isId(item.id) || item.id === 0, typeof item.quantity]).toEqual([true, 'number'])
    for (const name of ['amounts', 'references', 'properties'] as const)
      expect(item[name] === null || Array.isArray(item[name])).toBe(true)
  }
}

/** One order, several, or a list that also counts its unrelated entries. */
function ordersIn(value: unknown): Order[] {
  if (!(value instanceof Object && 'entries' in value && 'unrelated' in value)) return [value].flat() as Order[]
  expect(typeof value.unrelated).toBe('number')
  return value.entries as Order[]
}

const expectOneOf = (types: readonly (typeof Rejected | typeof RetryLater | typeof OutcomeUnknown)[], error: unknown) =>
  expect(
    types.some((type) => error instanceof type),
    String(error),
  ).toBe(true)

describe('any answer', () => {
  it.each(Object.entries(reads))('to %s is a value that fits its type or a typed error', async (name, operation) => {
    await fc.assert(
      fc.asyncProperty(status, body, async (given, text) => {
        const outcome = await outcomeOf(operation, { status: given, body: text })
        if ('error' in outcome) {
          expectOneOf([Rejected, RetryLater], outcome.error)
        } else if (/^(orders|returns)\./.test(name)) {
          for (const order of ordersIn(outcome.value)) expectOrder(order)
        }
      }),
      { numRuns: 60 },
    )
  })

  it.each(Object.entries(writes))('to %s is an id, rejected, retried later or unknown', async (name, operation) => {
    await fc.assert(
      fc.asyncProperty(status, body, async (given, text) => {
        const outcome = await outcomeOf(operation, { status: given, body: text })
        if ('value' in outcome) {
          expect([200, 201]).toContain(given)
          if (name !== 'images.makeAvailable') expect(isId((outcome.value as { id: unknown }).id)).toBe(true)
          return
        }
        expectOneOf([Rejected, RetryLater, OutcomeUnknown], outcome.error)
        // A write that may have happened never counts as one that did not happen.
        if ([200, 201, 409, 500].includes(given)) expect(outcome.error).toBeInstanceOf(OutcomeUnknown)
      }),
      { numRuns: 60 },
    )
  })

  const operations = Object.entries({ ...reads, ...writes })
  it.each(operations)('that is whole is a value of %s, by the call that the page names', async (name, operation) => {
    const isRecord =
      name in writes || ['orders.read', 'orders.withVariations', 'user.id', 'paths.user', 'paths.order'].includes(name)
    const answer = name.includes('omments') && !(name in writes) ? [whole] : isRecord ? whole : page([whole])
    const outcome = await outcomeOf(operation, { status: 200, body: JSON.stringify(answer) })
    expect(outcome).toHaveProperty('value')
    expect('calls' in outcome && outcome.calls).toEqual([`POST ${routes.login}`, callsOfDocs.get(name)])
  })

  it('is given to every operation that there is, and the page names no other', () => {
    const { backOffice } = startWorker({ baseUrl: 'https://back-office.invalid' })
    const resources = Object.entries(backOffice).filter(([name]) => name !== 'reserveWrites')
    const names = resources.flatMap(([resource, of]) => Object.keys(of).map((name) => `${resource}.${name}`))
    expect(operations.map(([name]) => name).toSorted()).toEqual(names.toSorted())
    expect([...callsOfDocs.keys()].toSorted()).toEqual(names.toSorted())
  })

  it('comes to no route that no operation calls', () => {
    const called = [...callsOfDocs.values()].map((call) => call.replace(/^\w+ /, ''))
    expect(new Set([...called, routes.login])).toEqual(new Set(Object.values(routes)))
  })
})
