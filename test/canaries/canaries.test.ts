import { inspect } from 'node:util'
import type { APIGatewayProxyEventV2 } from 'aws-lambda'
import { describe, expect, it } from 'vitest'
import { showAnswer } from '../../cli/show/answer.ts'
import type { ConfigInput } from '../../lib/config/config.ts'
import { digestSince, newWithdrawals } from '../../lib/notify/news.ts'
import { textOf } from '../../lib/notify/receivers.ts'
import { createSecretChecks } from '../../lib/secrets/check-secrets.ts'
import { reportingSecrets } from '../../lib/secrets/check-source-secrets.ts'
import { toDelivery } from '../../lib/webhook/delivery.ts'
import { receiveWebhook } from '../../lib/webhook/receive-webhook.ts'
import { deskConsole } from '../console/desk-console.ts'
import { recordMetrics } from '../metrics/recording.ts'
import { createDesk } from '../operator/desk.ts'
import { signed } from '../sources/deliveries.ts'
import { kindOf, toEvent } from '../sources/hooks.ts'
import {
  commentSubmitted,
  createWorld,
  dueAt,
  returnRequested,
  type World,
  withdrawalDeclared,
} from '../workflow/world.ts'
import { canaries, canariesIn } from './canaries.ts'
import { createCarelessOffice, ways } from './careless-office.ts'

const { email, name, street, words, price, sourceSecret } = canaries
const newOrder = {
  typeId: 1,
  orderItems: [
    { typeId: 1, itemVariationId: 1101, quantity: 1, orderItemName: name, amounts: [{ purchasePrice: 47.1193 }] },
  ],
  properties: [{ typeId: 7, value: name }],
}
const config: ConfigInput = {
  publicUrl: 'https://hooks.example.com',
  sources: {
    standard: { kind: 'standard' },
    strict: { kind: 'standard', requireEmail: true },
    jotform: { kind: 'jotform' },
    orders: { kind: 'standard', translate: () => [{ type: 'create-order', body: newOrder }] },
    broken: {
      kind: 'standard',
      translate: () => {
        throw new Error(`${words} of ${email}`)
      },
    },
  },
}

/** What senders deliver: each canary of a customer in every field that takes it. */
const deliveries: readonly (readonly [source: string, body: unknown])[] = [
  ['standard', returnRequested({ email, note: words, reason: words, text: words })],
  [
    'standard',
    returnRequested({
      order: { externalNumber: '6203001001' },
      lines: [{ sku: 'TEAPOT-W', quantity: 1, reason: name }],
    }),
  ],
  ['standard', returnRequested({ lines: [{ sku: name, quantity: 1 }] })],
  ['standard', returnRequested({ lines: [{ name: `${street} 77`, quantity: 1 }] })],
  ['standard', returnRequested({ order: { externalNumber: `${name}, ${street} 77` } })],
  ['standard', returnRequested({ order: { externalNumber: email } })],
  ['standard', returnRequested({ order: { email, label: name } })],
  ['standard', returnRequested({ order: { email } })],
  ['standard', commentSubmitted({ text: `${words}, ${name}`, email })],
  ['standard', commentSubmitted({ text: words, visibleForContact: true })],
  ['standard', withdrawalDeclared({ text: words, lines: [{ name, quantity: 1 }] })],
  ['standard', withdrawalDeclared({ order: { externalNumber: name }, text: words })],
  ['strict', returnRequested({ email })],
  ['orders', { words }],
  ['orders', { words, again: true }],
  ['broken', { words }],
  ['standard', `{"email": "${email}", "note": "${words}"`],
  ['standard', { type: words, data: { note: words } }],
]
const fields = { order_number: name, email, sku: street, note: words, quantity: words }
const isToken = (source: string) => source === 'jotform'

function createBridge() {
  const office = createCarelessOffice()
  const secret = () => ({ password: canaries.password, version: '1' })
  const { metrics, written } = recordMetrics()
  const world = createWorld({ config, secret, fetch: office.fetchOf, metrics })
  plant(world)
  const filled = Object.fromEntries(
    Object.keys(config.sources ?? {}).map((source) => [
      source,
      [isToken(source) ? canaries.pathToken : sourceSecret, 'short-canary'],
    ]),
  )
  const values: Record<string, unknown> = {
    sources: filled,
    office: { baseUrl: 'https://shop.example.com', username: 'api-bridge', password: canaries.password },
  }
  const secrets = createSecretChecks({
    secrets: () => ({ read: async (id) => ({ value: values[id], version: '1' }) }),
    backOfficeSecretId: () => 'office',
    sourcesSecretId: () => 'sources',
  })
  const { workflow } = world
  const readSecrets = reportingSecrets(async () => filled, { sources: workflow.config.sources, log: workflow.log })
  const receive = async (event: APIGatewayProxyEventV2) =>
    await receiveWebhook(
      {
        ...{ config: workflow.config, inbox: workflow.inbox, now: world.now, log: workflow.log, readSecrets, metrics },
        ...{ sleep: () => new Promise<never>(() => {}), hintMs: 1_000, bodyLimit: 1_000_000, answerWithinMs: 3_500 },
      },
      'forms',
      toDelivery(event),
    )
  const { ask, answers } = createDesk(world, { secrets })
  return { office, world, receive, ask, answers, written }
}
type Bridge = ReturnType<typeof createBridge>

/** Of the order: its addresses and its price of purchase. */
function plant({ sandbox }: World): void {
  const { orders, contacts } = sandbox.world.store
  const order = orders.get(10_001)
  if (!order) throw new Error('the demo has no order 10001')
  const item = (one: (typeof order.orderItems)[number]) => ({
    ...one,
    amounts: one.amounts.map((amount) => ({ ...amount, purchasePrice: 47.1193 })),
  })
  const address = { name2: name, address1: street, options: [{ typeId: 5, value: email }] }
  const addresses = order.addresses.map((one) => ({ ...one, ...address }))
  orders.put({ ...order, orderItems: order.orderItems.map(item), addresses } as typeof order)
  const contact = contacts.get(501)
  if (contact) contacts.put({ ...contact, firstName: name, email, options: [{ typeId: 2, value: email }] })
}

async function deliver({ receive, world }: Bridge): Promise<string[]> {
  const ids: string[] = []
  const send = async (source: string, body: string, contentType: string, secret: string) => {
    const kind = kindOf(isToken(source) ? 'jotform' : 'standard')
    const given = { name: source, body, secret, contentType, id: `m-${ids.length}`, nowMs: world.now() }
    return await receive(toEvent('forms', signed(kind, given)))
  }
  const stored = async (reply: Awaited<ReturnType<typeof send>>) => {
    expect(reply.statusCode).toBe(200)
    ids.push(JSON.parse(reply.body ?? '').id)
  }
  for (const [source, body] of deliveries)
    await stored(
      await send(source, typeof body === 'string' ? body : JSON.stringify(body), 'application/json', sourceSecret),
    )
  const raw = JSON.stringify(
    Object.fromEntries(Object.entries(fields).map(([key, value], at) => [`q${at}_${key}`, value])),
  )
  const form = ['--x', 'Content-Disposition: form-data; name="rawRequest"', '', raw, '--x--', ''].join('\r\n')
  await stored(await send('jotform', form, 'multipart/form-data; boundary=x', canaries.pathToken))
  // What is refused is logged, too.
  expect(
    await send('standard', words, 'application/json', `whsec_${Buffer.from('x'.repeat(24)).toString('base64')}`),
  ).toMatchObject({ statusCode: 401 })
  expect(await send('jotform', form, 'multipart/form-data; boundary=x', 'another-token-of-24-letters')).toMatchObject({
    statusCode: 401,
  })
  return ids
}

/** A few runs of each open event, as the schedule makes them. */
async function work({ world }: Bridge, ids: readonly string[], runs: number): Promise<void> {
  for (let round = 0; round < runs; round += 1) {
    for (const id of ids) {
      const due = dueAt(await world.get(id))
      if (due === undefined) continue
      if (due > world.now()) await world.advance(due - world.now())
      await world.run(id)
    }
  }
}

async function askEverything({ ask }: Bridge, ids: readonly string[]): Promise<void> {
  for (const id of ids) {
    await ask('event.get', { id })
    await ask('why', { id })
    await ask('event.plan', { id })
  }
  for (const status of [undefined, 'held', 'failed', 'waiting', 'done'])
    await ask('event.list', status ? { status } : {})
  for (const command of ['stats', 'doctor', 'audit', 'login.status', 'login.reset']) await ask(command)
  await ask('why', { orderId: 10_001 })
  await ask('event.replay', { where: { from: '2000-01-01T00:00:00Z' }, dryRun: true })
  await ask('order.get', { orderId: 10_001 })
  await ask('order.find', { externalNumber: `${name}, ${street} 77` })
  await ask('order.find', { email })
  await ask('contact.find', { email })
  await ask('return.list', { orderId: 10_001 })
  await ask('return.create', { order: { id: 10_001 }, lines: 'all', note: words, dryRun: true })
  await ask('return.create', { order: { externalNumber: name }, lines: [{ sku: street, quantity: 1 }], note: words })
  await ask('comment.add', { orderId: 10_001, text: words })
  await ask('order.create', { body: newOrder })
  for (const id of ids.slice(0, 4)) await ask('event.release', { id })
  for (const id of ids.slice(4, 8)) await ask('event.discard', { id })
  for (const id of ids) await ask('event.get', { id })
}

/** The name of an item of the state table can hold a number that somebody typed. It is stored, and never shown. */
const withoutItems = (text: string): string => text.replace(/number#[^']*/g, 'number#')

/** Every page that nobody has typed anything into. */
async function pagesOf(world: World, ids: readonly string[]): Promise<[where: string, html: string][]> {
  const { visitor } = deskConsole(world)
  const ofEvents = ids.flatMap((id) =>
    ['event', 'plan', 'correct', 'link'].map((page) => `/console/${page}?id=${encodeURIComponent(id)}`),
  )
  const others = [
    '',
    '/search',
    '/search?status=failed',
    '/order?id=10001',
    '/return?order=10001',
    '/bulk?status=held',
    '/login',
  ]
  const pages = [...others.map((path) => `/console${path}`), ...ofEvents]
  const shown: [string, string][] = []
  for (const page of pages) shown.push([page, (await visitor.get(page)).html])
  return shown
}

/** What people are told of all that has happened. */
async function noticesOf({ workflow, now }: World): Promise<[where: string, text: string][]> {
  const withdrawals = await newWithdrawals({ ...workflow, now: () => now() + 60_000 }, { at: 0, id: '' })
  const digest = await digestSince(workflow, { from: 0, until: now() + 60_000 })
  const notices = [withdrawals.notice, digest].filter((notice) => notice !== undefined)
  expect(notices).toHaveLength(2)
  return notices.map((notice) => [
    `notice ${notice.code}`,
    `${textOf(notice, { ...workflow.config, orderUrl: 'https://office.example.com/{id}' })} ${JSON.stringify(notice)}`,
  ])
}

/** All that must hold no canary, each with a name. */
async function shownBy(
  { world, answers, written }: Bridge,
  ids: readonly string[],
): Promise<[where: string, text: string][]> {
  const events = await Promise.all(ids.map((id) => world.get(id)))
  const text = (value: unknown) => inspect(value, { depth: 20, maxStringLength: null, maxArrayLength: null })
  return [
    ...(await pagesOf(world, ids)),
    ...(await noticesOf(world)),
    ...answers.map(({ result }): [string, string] => ['table', showAnswer(result, { hasColours: false })]),
    ...world.logged.map((line): [string, string] => ['log', text(line)]),
    ...events.map(({ id, reason, history, approvals }): [string, string] => [
      id,
      withoutItems(text([id, reason, history, approvals])),
    ]),
    ...answers.map((answer): [string, string] => ['answer', JSON.stringify(answer)]),
    ...Object.keys(written()).map((metric): [string, string] => ['metric', metric]),
  ]
}

describe('no canary is shown by a bridge whose back office', () => {
  it.each(Object.keys(ways))('%s', async (way) => {
    const bridge = createBridge()
    const { office } = bridge
    const ids = await deliver(bridge)
    office.go(way)
    await work(bridge, ids, 2)
    await askEverything(bridge, ids)
    office.go('works')
    await work(bridge, ids, 2)
    await askEverything(bridge, ids)
    const more = Object.fromEntries(office.tokens.map((token, at) => [`token ${at}`, token]))
    const shown = await shownBy(bridge, ids)
    expect(shown.length).toBeGreaterThan(150)
    expect(shown.filter(([where]) => where === 'metric').length).toBeGreaterThan(10)
    for (const [where, text] of shown) expect([where, canariesIn(text, more), text]).toEqual([where, [], text])
  })
})

describe('the canaries', () => {
  it('have gone all the way: the back office received them, and comment.list shows the words that it was asked for', async () => {
    const bridge = createBridge()
    const ids = await deliver(bridge)
    await work(bridge, ids, 3)
    const received = bridge.office.received.join('\n')
    expect(canariesIn(received).toSorted()).toEqual(['email', 'name', 'password', 'price', 'street', 'words'])
    expect(bridge.office.tokens).toHaveLength(1)
    const comments = await bridge.ask('comment.list', { orderId: 10_001 })
    expect(canariesIn(JSON.stringify(comments))).toContain('words')
    expect(price).toBe('47.1193')
  })

  it.each(Object.entries(canaries))('are seen where they are shown: %s', (canary, value) => {
    for (const text of [value, encodeURIComponent(value), value.toUpperCase()])
      expect(canariesIn(`"before ${text} behind"`)).toContain(canary)
  })
})
