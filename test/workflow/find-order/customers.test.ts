import { expect, it } from 'vitest'
import type { ConfigInput } from '../../../lib/config/config.ts'
import { createChance } from '../../simulation/random.ts'
import { signed } from '../../sources/deliveries.ts'
import { createHooks, kindOf } from '../../sources/hooks.ts'
import { createWorld } from '../world.ts'

/**
 * A merchant with a Shopify shop: the back office has Shopify's id as external number, and customers type the label into a return form.
 * How many of their forms end with a person? `FORMS=1000` asks more of them. The mix is assumed, not measured:
 *
 * - Orders, and one form for each. A quarter of the customers have two to four open orders. Three in ten order as guests: they are a new
 *   contact with every order. One order in five shows no e-mail in its addresses.
 * - 3 % of the shop's deliveries never arrive.
 * - Order number: `#1001` 45 %, `1001` 35 %, ` #1001 ` 7 %, `Order #1001` 5 %, Shopify's id out of a link 3 %, a typo 5 %.
 * - E-mail: right 90 % (a third of these in other case or with spaces), of another account 6 %, of nobody 2 %, left out 2 %.
 */
const forms = Number(process.env.FORMS ?? 200)
const firstLabel = 1_001
const firstOrder = 20_001
const config: ConfigInput = {
  sources: { shopify: { kind: 'shopify' }, form: { kind: 'fillout' } },
}

type Customer = { email: string; contactId: number }
type Chance = ReturnType<typeof createChance>

/** One of the entries, each as often as its weight says. */
function weighted<T>(chance: Chance, entries: readonly (readonly [weight: number, value: T])[]): T {
  let left = chance.next() * entries.reduce((sum, [weight]) => sum + weight, 0)
  for (const [weight, value] of entries) {
    left -= weight
    if (left < 0) return value
  }
  throw new RangeError('there is nothing to pick from')
}

/** Who placed each order, in runs of orders by one customer. */
function customersOf(chance: Chance): Customer[] {
  const placed: Customer[] = []
  for (let contactId = 5_001; placed.length < forms; ) {
    const orders = chance.hits(0.25) ? chance.between(2, 4) : 1
    const isGuest = chance.hits(0.3)
    const email = `customer.${contactId}@example.com`
    for (let order = 0; order < orders; order += 1) {
      placed.push({ email, contactId })
      if (isGuest || order === orders - 1) contactId += 1
    }
  }
  return placed.slice(0, forms)
}

function withTypo(label: string, chance: Chance): string {
  const at = chance.between(0, label.length - 1)
  const digit = (Number(label[at]) + chance.between(1, 9)) % 10
  return label.slice(0, at) + digit + label.slice(at + 1)
}

async function askAll(seed: number) {
  const chance = createChance(seed)
  const world = createWorld({ config, seed: 'empty' })
  const secrets = { shopify: ['the secret of the shop'] }
  const { send } = createHooks({ config, secrets, inbox: world.workflow.inbox, now: world.now })
  const customers = customersOf(chance)
  const idOf = (index: number) => 5_550_000_000 + 7 * index
  const put = (path: string, body: object) => world.control(path, { method: 'POST', body })

  for (const [index, { email, contactId }] of customers.entries()) {
    const label = firstLabel + index
    await put('/sandbox/contacts', { id: contactId, email })
    const options = chance.hits(0.8) ? [{ typeId: 5, value: email }] : []
    await put('/sandbox/orders', {
      ...{ id: firstOrder + index, typeId: 1, plentyId: 1, referrerId: 9, statusId: 7, contactId },
      properties: [{ typeId: 7, value: String(idOf(index)) }],
      orderItems: [{ typeId: 1, itemVariationId: 1101, quantity: 2, properties: [{ typeId: 98, value: 'MUG' }] }],
      addresses: [{ id: 30_001 + index, options }],
      addressRelations: [1, 2].map((typeId) => ({ typeId, addressId: 30_001 + index })),
    })
    if (chance.hits(0.03)) continue
    const body = JSON.stringify({ id: idOf(index), name: `#${label}`, order_number: label, email })
    const id = `created-${label}`
    const delivery = { body, secret: 'the secret of the shop', topic: 'orders/create', id, nowMs: world.now() }
    expect((await send('shops', signed(kindOf('shopify'), delivery))).status).toBe(200)
  }

  const ends = new Map<string, number>()
  for (const [index, { email }] of customers.entries()) {
    const label = String(firstLabel + index)
    const typed = weighted(chance, [
      [45, `#${label}`],
      [35, label],
      [7, ` #${label} `],
      [5, `Order #${label}`],
      [3, String(idOf(index))],
      [5, withTypo(label, chance)],
    ])
    const other = customers[chance.between(0, forms - 1)]?.email ?? ''
    const address = weighted(chance, [
      [60, email],
      [15, email.toUpperCase()],
      [15, ` ${email} `],
      [6, other],
      [2, `nobody.${index}@example.com`],
      [2, ''],
    ])
    const questions = Object.entries({ order_number: typed, email: address, sku: 'MUG', quantity: 1 })
    const submission = {
      submissionId: `form-${index}`,
      questions: questions.map(([id, value]) => ({ id, name: id, type: 'ShortAnswer', value })),
    }
    const event = await world.finish(await world.accept('form', { formId: 'f', submission }))
    const end = event.reason?.code ?? event.status
    ends.set(end, (ends.get(end) ?? 0) + 1)
    // Nobody gets the order of somebody else, whatever was typed.
    if (event.orderId !== undefined) {
      expect(customers[event.orderId - firstOrder]?.email).toBe(address.trim().toLowerCase())
    }
  }
  const done = ends.get('done') ?? 0
  return { withPerson: forms - done, ends: Object.fromEntries([...ends].sort()) }
}

it('of the forms of a Shopify shop’s customers few end with a person', async () => {
  const { withPerson, ends } = await askAll(20_261_122)
  console.log(`${withPerson} of ${forms} forms end with a person: ${JSON.stringify(ends)}`)
  expect(withPerson / forms).toBeLessThan(0.25)
}, 120_000)
