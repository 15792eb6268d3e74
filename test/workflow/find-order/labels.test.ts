import { describe, expect, it } from 'vitest'
import type { ConfigInput } from '../../../lib/config/config.ts'
import { operate } from '../../../lib/operator/operate.ts'
import { operatorOf } from '../../operator/desk.ts'
import { commentSubmitted, createWorld, ended, orderLike, returnRequested, type World } from '../world.ts'

const config: ConfigInput = {
  sources: {
    'shop-eu': { kind: 'shopify' },
    'shop-us': { kind: 'shopify' },
    woo: { kind: 'woocommerce' },
    standard: { kind: 'standard' },
    form: { kind: 'standard', requireEmail: true },
    'form-eu': { kind: 'standard', requireEmail: true, labelsOf: 'shop-eu' },
    mapped: {
      kind: 'shopify',
      translate: ({ payload }) => {
        const { label } = payload as { label: string }
        return [{ type: 'add-comment', order: { externalNumber: label }, text: 'From the shop' }]
      },
    },
  },
}
const ben = 'ben.muster@example.com'
const anna = 'anna.beispiel@example.com'
const lines = [{ sku: 'LAMP-7', quantity: 1 }]

/** Orders like 10002 of Ben (contact 502), or of another contact, whose number is a shop's id. */
async function createShop() {
  const world = createWorld({ config })
  await put(world, 10_070, '5550001')
  return world
}

const put = (world: World, id: number, number: string, fields: object = {}) =>
  world.put({
    ...orderLike(world, 10_002),
    id,
    relations: undefined,
    properties: [{ typeId: 7, value: number }],
    ...fields,
  })

const learn = (world: World, shop: string, name: string, externalNumber: string) =>
  world.workflow.inbox.learnLabel(shop, { label: { names: [name], externalNumber }, now: world.now() })

const byNumber = (typed: string, email?: string) =>
  returnRequested({ order: { externalNumber: typed }, lines, ...(email && { email }) })
const byLabel = (label: string, email: string) => returnRequested({ order: { email, label }, lines })

describe('what a customer types', () => {
  it.each(['#1001', '1001', ' #1001 ', '# 1001'])('leads to the order of the shop’s label: %j', async (typed) => {
    const world = await createShop()
    await learn(world, 'shop-eu', '#1001', '5550001')
    expect(await ended(world, 'form', byNumber(typed, ben))).toBe('done 10070')
    expect(await world.returnsOf(10_070)).toHaveLength(1)
  })

  it.each([
    ['as order number', byNumber('#1001', ben)],
    ['as order label', byLabel('#1001', ben)],
  ])('%s is unknown or for a person until the shop has told the label', async (_title, body) => {
    const world = await createShop()
    expect(await ended(world, 'form', body)).toBe('order_ambiguous')
    await learn(world, 'shop-eu', '#1001', '5550001')
    expect(await ended(world, 'form', body)).toBe('done 10070')
  })

  it('costs one call more than an external number, and as an order label none', async () => {
    const world = await createShop()
    await learn(world, 'shop-eu', '#1001', '5550001')
    const callsOf = async (body: unknown) => {
      const before = await world.calls()
      await ended(world, 'form', body)
      return (await world.calls()).total - before.total
    }
    await ended(world, 'form', byNumber('302-1234567-1234567', ben))
    const [byExternal, byTyped] = [await callsOf(byNumber('5550001', ben)), await callsOf(byNumber('#1001', ben))]
    expect(byTyped - byExternal).toBeLessThanOrEqual(1)
    expect((await world.calls()).byRoute['GET /rest/accounts/contacts']).toBeUndefined()
    await ended(world, 'form', byLabel('#1001', ben))
    const { byRoute } = await world.calls()
    expect(byRoute['GET /rest/orders/contacts/{contactId}']).toBe(1)
  })

  it.each([
    ['the e-mail of somebody else', anna, 'email_mismatch'],
    ['no e-mail', undefined, 'email_mismatch'],
  ])('is no proof: with %s nothing is written', async (_title, email, expected) => {
    const world = await createShop()
    await learn(world, 'shop-eu', '#1001', '5550001')
    expect(await ended(world, 'form', byNumber('#1001', email))).toBe(expected)
    expect(await world.returnsOf(10_070)).toHaveLength(0)
  })

  it('as an order label means no order of somebody else, also where the e-mail is not required', async () => {
    const world = await createShop()
    await learn(world, 'shop-eu', '#1001', '5550001')
    expect(await ended(world, 'standard', byLabel('#1001', anna))).toBe('order_ambiguous')
    expect(await ended(world, 'standard', byLabel('#1001', ben))).toBe('done 10070')
  })

  it('with a # is never looked up with it', async () => {
    const world = await createShop()
    await put(world, 10_071, '#123')
    await put(world, 10_072, '123')
    await learn(world, 'woo', '123', '123')
    expect(await ended(world, 'form', byNumber('#123', ben))).toBe('done 10072')
    expect(await ended(world, 'standard', byNumber('#123'))).toBe('done 10072')
  })

  it('is found among the orders of the e-mail where the back office keeps the label as number', async () => {
    const world = await createShop()
    await put(world, 10_071, '#AB-7')
    expect(await ended(world, 'form', byNumber('ab-7', ben))).toBe('done 10071')
    expect(await ended(world, 'form', byNumber('ab-7', anna))).toBe('order_ambiguous')
  })

  it('fits the order of the e-mail where another order has it as external number', async () => {
    const world = await createShop()
    await put(world, 10_071, '1001', { contactId: 501, addresses: [] })
    await learn(world, 'shop-eu', '#1001', '5550001')
    expect(await ended(world, 'form', byNumber('1001', ben))).toBe('done 10070')
    expect(await ended(world, 'standard', byNumber('1001'))).toBe('done 10071')
  })

  it('fits the order of the e-mail where the label of a shop leads to another one', async () => {
    const world = await createShop()
    await put(world, 10_071, '#1001', { contactId: 501, addresses: [] })
    await learn(world, 'shop-eu', '#1001', '5550001')
    expect(await ended(world, 'form', byNumber('1001', anna))).toBe('done 10071')
  })

  it('finds a cancelled order for a comment, as an external number does', async () => {
    const world = await createShop()
    await put(world, 10_071, '5550002', { statusId: 8 })
    await learn(world, 'shop-eu', '#1002', '5550002')
    const order = { externalNumber: '#1002' }
    expect(await ended(world, 'form', commentSubmitted({ order, email: ben }))).toBe('done 10071')
    expect(await ended(world, 'standard', byNumber('#1002'))).toBe('order_unknown')
  })

  it('can be a label of any shop for the operator, also in a dry run', async () => {
    const world = await createShop()
    await learn(world, 'shop-us', '#1001', '5550001')
    const command = { command: 'return.create', order: { externalNumber: '#1001' }, lines }
    expect(await operate(operatorOf(world), { ...command, dryRun: true })).toMatchObject({
      result: { orderId: 10_070 },
    })
    expect(await operate(operatorOf(world), command)).toMatchObject({ result: { status: 'done' } })
    expect(await world.returnsOf(10_070)).toHaveLength(1)
  })
})

describe('order.find', () => {
  it('finds what a shop calls the order, by any label that it has, and by the number itself first', async () => {
    const world = await createShop()
    await put(world, 10_071, '1001')
    await put(world, 10_072, '5550002')
    const idsOf = async (externalNumber: string) => {
      const answer = await operate(operatorOf(world), { command: 'order.find', externalNumber })
      return answer.ok ? (answer.result as { orders: { id: number }[] }).orders.map(({ id }) => id) : answer
    }
    await learn(world, 'shop-eu', '#1001', '5550001')
    await learn(world, 'shop-eu', '#1002', '5550001')
    await learn(world, 'shop-us', '#1002', '5550002')
    expect([await idsOf('#1001'), await idsOf('#1002')]).toEqual([[10_071], [10_070, 10_072]])
    expect(await idsOf('#1003')).toEqual([])
  })
})

describe('a label of several orders', () => {
  async function createTwo(first: string, second: string) {
    const world = await createShop()
    await put(world, 10_071, '5550002')
    await learn(world, first, '#1001', '5550001')
    await learn(world, second, '#1001', '5550002')
    return world
  }

  it.each([
    ['one shop', 'shop-eu', 'shop-eu'],
    ['two shops', 'shop-eu', 'shop-us'],
  ])('of %s is for a person, who sees them', async (_title, first, second) => {
    const world = await createTwo(first, second)
    const { reason } = await world.deliver('form', byNumber('#1001', ben))
    expect(reason).toMatchObject({ code: 'order_ambiguous', what: 'shared_label', ids: [10_070, 10_071] })
    expect(await ended(world, 'form', byLabel('#1001', ben))).toBe('order_ambiguous')
  })

  it('is that of the shop which the form names', async () => {
    const world = await createTwo('shop-eu', 'shop-us')
    expect(await ended(world, 'form-eu', byNumber('#1001', ben))).toBe('done 10070')
    await learn(world, 'shop-us', '#2002', '5550002')
    expect(await ended(world, 'form-eu', byNumber('#2002', ben))).toBe('order_ambiguous')
    expect(await ended(world, 'form', byNumber('#2002', ben))).toBe('done 10071')
  })

  it('is not guessed where only one of them is there, and a release of that one counts', async () => {
    const world = await createShop()
    await learn(world, 'shop-eu', '#1001', '5550001')
    await learn(world, 'shop-eu', '#1001', '5559999')
    const { id, reason } = await world.deliver('form', byNumber('#1001', ben))
    expect(reason).toMatchObject({ code: 'order_ambiguous', what: 'shared_label', ids: [10_070] })
    expect(await operate(operatorOf(world), { command: 'event.release', id })).toMatchObject({ ok: true })
    expect(await world.finish(id)).toMatchObject({ status: 'done', orderId: 10_070 })
  })

  it('is not guessed either where the shop once gave it to the order that has it as number', async () => {
    const world = await createShop()
    await learn(world, 'shop-eu', '#1001', '1001')
    await learn(world, 'shop-eu', '#1001', '5550001')
    const { reason } = await world.deliver('form', byNumber('#1001', ben))
    expect(reason).toMatchObject({ code: 'order_ambiguous', what: 'shared_label', ids: [10_070] })
    expect(await world.returnsOf(10_070)).toHaveLength(0)
  })

  it.each([
    ['return', byNumber('1001', ben)],
    ['comment', commentSubmitted({ order: { externalNumber: '1001' }, email: ben })],
  ])('is what a person is asked about for a %s, where the number is of somebody else’s order', async (_what, body) => {
    const world = await createTwo('shop-eu', 'shop-us')
    await put(world, 10_072, '1001', { contactId: 501, addresses: [] })
    const { reason } = await world.deliver('form', body)
    expect(reason).toMatchObject({ code: 'order_ambiguous', what: 'shared_label', ids: [10_070, 10_071] })
  })

  it('reads five orders at most, however many have it', async () => {
    const world = await createShop()
    for (let order = 1; order <= 9; order += 1) await learn(world, 'shop-eu', '#1001', `555000${order}`)
    expect(await ended(world, 'form', byNumber('#1001'))).toBe('order_ambiguous')
    expect((await world.calls()).byRoute['GET /rest/orders']).toBe(6)
  })
})

describe('the number in a shop’s own event', () => {
  it('is tried as the shop’s own label, and never as that of another', async () => {
    const world = await createShop()
    await learn(world, 'mapped', '#1001', '5550001')
    await learn(world, 'shop-eu', '#1002', '5550001')
    expect(await ended(world, 'mapped', { label: '#1001' })).toBe('done 10070')
    expect(await ended(world, 'mapped', { label: '#1002' })).toBe('order_unknown')
  })

  it('is waited for, and found when the label comes later', async () => {
    const world = await createShop()
    const id = await world.accept('mapped', { label: '#1001' })
    expect((await world.run(id)).event.status).toBe('waiting')
    await learn(world, 'mapped', '#1001', '5550001')
    expect(await world.finish(id)).toMatchObject({ status: 'done', orderId: 10_070 })
  })
})
