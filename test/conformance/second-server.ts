import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import * as z from 'zod'

/**
 * A second reading of docs/back-office.md: strict in what is stated, unlike the sandbox in what is not said (camelCase
 * login, decimals as strings, references upward only, pages of at most 100 sorted newest first without nested data, comments
 * of `text` alone, answers of `id` alone, errors that are sentences). What is right here and in the sandbox is right by the
 * page, and not by a habit of one of them.
 */

const account = { username: 'api-bridge', password: 'demo-password', userId: 5 }

const referenceTo = z.object({ referenceType: z.literal('parent'), referenceOrderId: z.int() })
const property = z.object({ typeId: z.int(), value: z.string() })
const amount = z.looseObject({ id: z.never().optional(), orderItemId: z.never().optional() })

const newLine = z.object({
  typeId: z.literal([1, 2, 3]),
  itemVariationId: z.int().positive(),
  quantity: z.number().positive(),
  orderItemName: z.string(),
  amounts: z.array(amount),
  references: z.array(z.object({ referenceType: z.literal('parent'), referenceOrderItemId: z.int() })).length(1),
  properties: z.array(z.object({ typeId: z.literal(35), value: z.string() })).length(1),
})

/** docs/back-office.md 5.2, to the letter. */
const newReturn = z.object({
  typeId: z.literal(3),
  plentyId: z.int(),
  locationId: z.int(),
  referrerId: z.number(),
  ownerId: z.int(),
  statusId: z.literal(9.01),
  orderReferences: z.array(referenceTo).length(1),
  orderItems: z.array(newLine).min(1),
  properties: z.array(property.extend({ typeId: z.literal([7, 1, 2, 995]) })),
  addressRelations: z.array(z.object({ typeId: z.literal([1, 2]), addressId: z.int() })).optional(),
})
const newOrder = z.looseObject({
  typeId: z.literal([1, 4]),
  statusId: z.number(),
  orderItems: z.array(z.looseObject({ amounts: z.array(amount).optional() })),
})

const newComment = z
  .object({
    referenceType: z.literal('order'),
    referenceValue: z.int(),
    text: z.string().min(1),
    isVisibleForContact: z.boolean(),
    userId: z.int().optional(),
  })
  .refine(({ isVisibleForContact, userId }) => isVisibleForContact || userId !== undefined, 'The user id is required.')

export type Stored = {
  id: number
  typeId: number
  contactId?: number
  statusId: number
  referrerId?: number
  orderReferences?: { referenceType: string; referenceOrderId: number }[]
  orderItems?: Record<string, unknown>[]
  properties?: { typeId: number; value: string }[]
  addressRelations?: { typeId: number; addressId: number }[]
  [field: string]: unknown
}

type Seed = { orders: Stored[]; contacts?: { id: number; email: string }[]; images?: number[] } & Readings
/**
 * `ignores` names filters that are not known here: the answer is 200 and everything. `loadsLists`: lists keep to
 * `with[]` too. `showsCustomers`: orders have `relations`, which are not stated (docs/back-office.md 4.8).
 */
export type Readings = { ignores?: string[]; loadsLists?: boolean; showsCustomers?: boolean }
type Request = { path: string; query: URLSearchParams; body: unknown }
type Reply = [status: number, body: unknown, headers?: Record<string, string>]
type Route = [method: string, path: RegExp, answer: (request: Request, id: number) => Reply]

const nested = ['orderReferences', 'orderItems', 'properties', 'addressRelations', 'shippingPackages', 'documents']
const refused = (error: z.ZodError): Reply => [422, { error: error.issues.map(({ message }) => message).join(' ') }]

/** What "with[]" does not name is null; decimals are strings of two digits; `addresses` needs its relations. */
const shown = (order: Stored, names: string[]) => {
  const asked = new Set(names.flatMap((name) => [name, name.split('.')[0]]))
  const text = (value: unknown) => (value === undefined ? null : Number(value).toFixed(2))
  const lines = order.orderItems?.map((line) =>
    asked.has('orderItems.properties') ? line : { ...line, properties: null },
  )
  const relations = asked.has('addressRelations') ? (order.addressRelations ?? []) : []
  const { contactId: _, ...fields } = order
  return {
    ...fields,
    statusId: text(order.statusId),
    referrerId: text(order.referrerId),
    locationId: order.locationId === undefined ? null : String(order.locationId),
    ownerId: order.ownerId === undefined ? null : String(order.ownerId),
    ...Object.fromEntries(nested.map((name) => [name, asked.has(name) ? (order[name] ?? []) : null])),
    ...(asked.has('orderItems') ? { orderItems: lines ?? [] } : {}),
    addresses: asked.has('addresses') ? relations.map(({ addressId }) => ({ id: addressId })) : null,
  }
}

const filters: Record<string, (order: Stored, value: string) => boolean> = {
  orderType: ({ typeId }, value) => typeId === Number(value),
  statusFrom: ({ statusId }, value) => statusId >= Number(value),
  statusTo: ({ statusId }, value) => statusId <= Number(value),
  contactId: ({ contactId }, value) => contactId === Number(value),
  externalOrderId: ({ properties = [] }, value) => properties.some((one) => one.typeId === 7 && one.value === value),
  parentOrderId: ({ orderReferences = [] }, value) =>
    orderReferences.some((one) => one.referenceType === 'parent' && one.referenceOrderId === Number(value)),
}

const pageOf = (records: unknown[], query: URLSearchParams) => {
  const size = Math.min(Number(query.get('itemsPerPage') ?? 25), 100)
  const start = (Number(query.get('page') ?? 1) - 1) * size
  return { entries: records.slice(start, start + size), isLastPage: start + size >= records.length, itemsPerPage: size }
}

const createStore = ({
  orders,
  contacts = [],
  images = [],
  ignores = [],
  loadsLists = false,
  showsCustomers = false,
}: Seed) => {
  const comments: { order: number; text: string }[] = []
  const availabilities: unknown[] = []
  let lastId = 900

  const customerOf = ({ contactId }: Stored) => {
    if (!showsCustomers) return {}
    const receiver = { referenceType: 'contact', relation: 'receiver', referenceId: contactId }
    return { relations: contactId === undefined ? [] : [receiver] }
  }

  const list = (query: URLSearchParams, contactId?: number) => {
    const fits = (order: Stored) =>
      [...query].every(([name, value]) => ignores.includes(name) || (filters[name]?.(order, value) ?? true))
    const found = orders.filter((order) => fits(order) && (contactId === undefined || order.contactId === contactId))
    return pageOf(
      found.sort((a, b) => b.id - a.id).map((order) => shown(order, loadsLists ? query.getAll('with[]') : [])),
      query,
    )
  }

  /** Assigns ids as the service does, and sets off the event action of a return. */
  const store = (order: Pick<Stored, 'typeId' | 'statusId'> & { orderItems: Record<string, unknown>[] }): Reply => {
    lastId += 1
    const id = lastId
    const orderItems = order.orderItems.map((line, index) => ({ ...line, id: id * 100 + index }))
    orders.push({ ...order, id, orderItems })
    if (order.typeId === 3) comments.push({ order: id, text: `Label ${id} printed` })
    return [201, { id }]
  }

  const createOrder = (body: unknown): Reply => {
    if ((body as { typeId?: unknown } | undefined)?.typeId !== 3) {
      const { data, error } = newOrder.safeParse(body)
      return data === undefined ? refused(error) : store(data)
    }
    const { data, error } = newReturn.safeParse(body)
    if (data === undefined) return refused(error)
    const parent = orders.find(({ id }) => id === data.orderReferences[0]?.referenceOrderId)
    const ids = new Set(parent?.orderItems?.map(({ id }) => id))
    if (!data.orderItems.every(({ references: [one] }) => ids.has(one?.referenceOrderItemId)))
      return [422, { error: 'A line refers to no line of the parent order.' }]
    const relations = data.addressRelations?.map(({ typeId }) => typeId) ?? []
    const complete = relations.includes(1) && relations.includes(2)
    return store({ ...data, statusId: complete ? data.statusId : 1 })
  }

  /** Kept as HTML, normalised as an editor would: quotes as entities, breaks closed, in a paragraph. */
  const createComment = (body: unknown): Reply => {
    const { data, error } = newComment.safeParse(body)
    if (data === undefined) return refused(error)
    const text = data.text.replaceAll('"', '&quot;').replaceAll(/<br *>/g, '<br />')
    comments.push({ order: data.referenceValue, text: `<p>${text}</p>` })
    lastId += 1
    return [201, { id: lastId }]
  }

  const redirect: Reply = [200, '<html>moved</html>', { 'content-type': 'text/html', 'x-location': '/index.html' }]
  const routes: Route[] = [
    ['GET', /^\/rest\/user$/, () => [200, { id: account.userId }]],
    ['GET', /^\/rest\/orders$/, ({ query }) => [200, list(query)]],
    ['GET', /^\/rest\/orders\/contacts\/(\d+)$/, ({ query }, id) => [200, list(query, id)]],
    [
      'GET',
      /^\/rest\/orders\/(\d+)$/,
      ({ query }, id) => {
        const order = orders.find((one) => one.id === id)
        return order === undefined
          ? [404, { error: 'No such order.' }]
          : [200, { ...shown(order, query.getAll('with[]')), ...customerOf(order) }]
      },
    ],
    ['POST', /^\/rest\/orders$/, ({ body }) => createOrder(body)],
    [
      'GET',
      /^\/rest\/comments\/order\/(\d+)$/,
      (_, id) => [
        200,
        comments
          .filter(({ order }) => order === id)
          .map(({ text }) => ({ text }))
          .reverse(),
      ],
    ],
    ['POST', /^\/rest\/comments\/order\/(\d+)$/, () => redirect],
    ['POST', /^\/rest\/comments$/, ({ body }) => createComment(body)],
    [
      'GET',
      /^\/rest\/accounts\/contacts$/,
      ({ query }) => {
        const wanted = query.get('contactEmail') ?? query.get('email') ?? ''
        return [
          200,
          {
            entries: contacts.filter(({ email }) => email.includes(wanted)).map(({ id }) => ({ id })),
            isLastPage: true,
            itemsPerPage: 25,
          },
        ]
      },
    ],
    ['GET', /^\/rest\/items\/(\d+)\/(?:variations\/\d+\/)?images$/, () => [200, images.map((id) => ({ id }))]],
    [
      'POST',
      /^\/rest\/items\/\d+\/images\/(\d+)\/availabilities$/,
      ({ body }, id) => {
        availabilities.push(body)
        return images.includes(id) ? [201, { id }] : [404, { error: 'No such image.' }]
      },
    ],
  ]
  return { orders, comments, availabilities, routes }
}

const readBody = async (request: IncomingMessage): Promise<unknown> => {
  let text = ''
  for await (const chunk of request) text += chunk
  return text === '' ? undefined : JSON.parse(text)
}

const createLogin = () => {
  const state = { logins: 0, failures: 0, tokens: new Set<string>() }
  const login = (body: unknown): Reply => {
    const { username, password } = (body ?? {}) as Record<string, unknown>
    state.logins += 1
    if (username !== account.username || password !== account.password) state.failures += 1
    else if (state.failures < 3) {
      const accessToken = `token-${state.logins}`
      state.tokens.add(accessToken)
      return [200, { accessToken, tokenType: 'Bearer', expiresIn: 86_400, refreshToken: 'unused' }]
    }
    return [403, { error: 'Forbidden' }]
  }
  return { state, login }
}

export const listenSecondServer = async (seed: Seed) => {
  const { orders, comments, availabilities, routes } = createStore(structuredClone(seed))
  const { state, login } = createLogin()

  const answer = async (request: IncomingMessage): Promise<Reply> => {
    const { pathname: path, searchParams: query } = new URL(request.url ?? '', 'http://localhost')
    if (request.method === 'POST' && !request.headers['content-type']?.startsWith('application/json'))
      return [415, { error: 'Bodies are JSON.' }]
    const body = await readBody(request)
    if (request.method === 'POST' && path === '/rest/login') return login(body)
    if (!state.tokens.has(request.headers.authorization?.replace(/^Bearer /, '') ?? ''))
      return [401, { error: 'Token?' }]
    const route = routes.find(([method, shape]) => method === request.method && shape.test(path))
    if (route === undefined) return [404, { error: 'No such path.' }]
    return route[2]({ path, query, body }, Number(route[1].exec(path)?.[1]))
  }
  const send = (response: ServerResponse, [status, body, headers]: Reply) => {
    response.writeHead(status, headers ?? { 'content-type': 'application/json; charset=utf-8' })
    response.end(headers === undefined ? JSON.stringify(body) : String(body))
  }
  const server = createServer((request, response) => {
    answer(request).then(
      (reply) => send(response, reply),
      () => send(response, [400, { error: 'Not JSON.' }]),
    )
  })
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
  const close = async () => {
    server.closeAllConnections()
    await new Promise((done) => server.close(done))
  }
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  return { url, orders, comments, availabilities, login: state, close }
}
