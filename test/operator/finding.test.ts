import { describe, expect, it } from 'vitest'
import { answering, createWorld, returnRequested } from '../workflow/world.ts'
import { createDesk } from './desk.ts'

const statusesOf = (records: unknown) => new Set((records as { statusId: number }[]).map(({ statusId }) => statusId))
const reasons = { defective: '3', broken: '3', 'wrong item': '2' }
const idsOf = (records: unknown): number[] => (records as { id: number }[]).map(({ id }) => id)

describe('order.find', () => {
  it.each([
    ['a sales order by its external number', '302-1234567-1234567', 10_002],
    ['one that is cancelled', '6203001007', 10_007],
  ])('finds %s', async (_title, externalNumber, id) => {
    const { result } = await createDesk().ask('order.find', { externalNumber })
    expect(result).toMatchObject({ more: false, orders: [{ id, typeId: 1 }] })
  })

  it('finds cancelled orders of a number behind the others', async () => {
    const { result } = await createDesk().ask('order.find', { externalNumber: 'TWIN-77' })
    expect(idsOf(result?.orders)).toEqual([10_005, 10_004])
  })

  it('takes a typed number for a number first, and says which order has it as its id', async () => {
    const world = createWorld()
    const body = { ...world.sandbox.world.store.orders.get(10_002), id: 10_090 }
    const properties = [{ typeId: 7, value: '10002' }]
    await world.put({ ...body, properties })
    const { ask } = createDesk(world)
    const both = await ask('order.find', { externalNumber: '10002' })
    expect(both.result).toMatchObject({ orders: [{ id: 10_090 }], byId: { id: 10_002 } })
    expect((await ask('order.find', { externalNumber: '10003' })).result).toMatchObject({
      orders: [],
      byId: { id: 10_003 },
    })
    expect((await ask('order.find', { externalNumber: '#10002' })).result).not.toHaveProperty('byId')
  })

  it('finds the same orders by a contact and by its e-mail, newest first', async () => {
    const { ask } = createDesk()
    const byContact = await ask('order.find', { contactId: 501 })
    expect(idsOf(byContact.result?.orders).length).toBeGreaterThan(1)
    expect(await ask('order.find', { email: ' Anna.Beispiel@example.com' })).toEqual(byContact)
  })

  it.each([
    { externalNumber: 'nobody-has-it' },
    { email: 'nobody@example.com' },
    { contactId: 999_999 },
    { externalNumber: 'half a character \ud83d' },
    { email: '\ude00@example.com' },
  ])('answers an empty list where nothing fits %j', async (by) => {
    expect(await createDesk().ask('order.find', by)).toEqual({ ok: true, result: { orders: [], more: false } })
  })

  it('shows the fifty newest orders of a dealer and says that there are more', async () => {
    const { world, ask } = createDesk(createWorld({ seed: 'empty' }))
    const { id: contactId } = await world.control<{ id: number }>('/sandbox/contacts', { method: 'POST', body: {} })
    for (const [count, more] of [
      [50, false],
      [1, true],
    ] as const) {
      for (let left = count; left > 0; left -= 1) await world.put({ typeId: 1, statusId: 7, contactId })
      const { result } = await ask('order.find', { contactId })
      expect([result?.more, idsOf(result?.orders).length]).toEqual([more, 50])
    }
  })
})

describe('order.get', () => {
  it('names channel and country by the tables of the deployment', async () => {
    const constants = { referrers: [{ prefix: '143', channel: 'outlet' }], countries: { 1: 'XX' } }
    const { ask } = createDesk(createWorld({ config: { sources: {}, backOffice: { constants } } }))
    expect((await ask('order.get', { orderId: 10_003 })).result).toMatchObject({ channel: 'outlet', referrerId: 143.2 })
    expect((await ask('order.get', { orderId: 10_004 })).result).toMatchObject({ channel: null, deliveryCountry: 'XX' })
  })

  it('shows all eight nested parts of an order, read in one call', async () => {
    const { world, ask } = createDesk()
    const { result } = await ask('order.get', { orderId: 10_001 })
    expect(result).toMatchObject({
      addressRelations: [1, 2].map((typeId) => ({ typeId, addressId: 40_010 + typeId })),
      addresses: [{ id: 40_011 }, { id: 40_012 }],
      orderItems: [{ id: 30_001, properties: [{ typeId: 98, value: 'MUG-BLUE' }] }, {}, {}, {}],
      orderReferences: [],
      shippingPackages: [{ id: 10_001, packageId: 1, packageNumber: '00340434100010000001', returnPackageNumber: '' }],
      documents: [{ id: 10_001, type: 'invoice', number: '10001', createdAt: expect.any(String) }],
    })
    expect(result?.properties).toContainEqual({ typeId: 7, value: '6203001001' })
    expect((await world.calls()).byRoute['GET /rest/orders/{orderId}']).toBe(1)
  })

  it('shows what a return refers to', async () => {
    const { result } = await createDesk().ask('order.get', { orderId: 600_001 })
    expect(result?.orderReferences).toMatchObject([{ referenceType: 'parent', referenceOrderId: 20_000 }])
  })

  it('shows nothing of an address but its id and country, and no country where the order has none', async () => {
    const { ask } = createDesk()
    const { result } = await ask('order.get', { orderId: 10_001 })
    expect(result).toMatchObject({ deliveryCountry: 'DE' })
    expect(result?.addresses).toEqual([
      { id: 40_011, country: 'DE' },
      { id: 40_012, country: 'DE' },
    ])
    expect(JSON.stringify(result)).not.toMatch(/Lindenweg|Musterstadt|@example/)
    expect((await ask('order.get', { orderId: 10_006 })).result).toMatchObject({ deliveryCountry: null, addresses: [] })
  })

  it('shows no other field of a package or document, and no purchase price in them', async () => {
    const { world, ask } = createDesk()
    const more = { labelBase64: 'TGluZGVud2Vn', receiver: { name: 'Frau Geheim' }, purchasePrice: 7 }
    await world.put({
      ...{ id: 70, typeId: 1 },
      shippingPackages: [{ id: 1, packageNumber: 340, returnPackageNumber: { of: 'Frau Geheim' }, ...more }],
      documents: [{ id: 2, type: 'invoice', number: 'R-1', path: 'invoice/geheim.pdf?token=1', ...more }],
    })
    const { result } = await ask('order.get', { orderId: 70 })
    expect(result?.shippingPackages).toEqual([
      { id: 1, packageId: null, packageNumber: 340, returnPackageNumber: null },
    ])
    expect(result?.documents).toEqual([{ id: 2, type: 'invoice', number: 'R-1', createdAt: null }])
  })
})

describe('return.list', () => {
  it('lists the returns of an order, cancelled ones only where asked for', async () => {
    const { ask } = createDesk()
    const returnsWith = async (given: object) =>
      (await ask('return.list', { orderId: 20_000, ...given })).result?.returns as { typeId: number }[]
    for (const given of [{}, { cancelled: false }]) {
      const returns = await returnsWith(given)
      expect([returns.length, statusesOf(returns)]).toEqual([400, new Set([9.01, 9.02])])
    }
    const all = await returnsWith({ cancelled: true })
    expect([all.length, statusesOf(all)]).toEqual([600, new Set([9.01, 9.02, 8])])
    expect(new Set(all.map(({ typeId }) => typeId))).toEqual(new Set([3]))
  })

  it.each([
    [{ cancelled: true }, [9.01, 9.02, 8]],
    [{ statusFrom: 9.02, cancelled: true }, [9.02, 8]],
    [{ statusFrom: 9.02, statusTo: 9.02, cancelled: true }, [9.02, 8]],
    [{ statusFrom: 8, statusTo: 9.01 }, [9.01]],
    [{ statusFrom: 8, statusTo: 9.01, cancelled: true }, [9.01, 8]],
    [{ statusFrom: 8, statusTo: 8 }, [8]],
    [{ cancelled: false }, [9.01, 9.02]],
    [{ statusFrom: 9.02, statusTo: 9.02 }, [9.02]],
    [{ statusTo: 9.01, statusFrom: 9.01 }, [9.01]],
  ])('lists by status %j those of %j', async (range, statuses) => {
    const { result } = await createDesk().ask('return.list', { ...range, limit: 250 })
    expect(statusesOf(result?.returns)).toEqual(new Set(statuses))
  })

  it.each([{ orderId: 10_001 }, { statusFrom: 9.01, statusTo: 9.01, limit: 250 }])(
    'shows reasons and country by %j',
    async (by) => {
      const world = createWorld({ seed: 'demo', config: { sources: { standard: { kind: 'standard' } }, reasons } })
      const { ask } = createDesk(world)
      const lines = [
        { sku: 'MUG-BLUE', quantity: 1, reason: 'defective' },
        { sku: 'TEAPOT-W', quantity: 1, reason: 'something else' },
      ]
      await world.deliver('standard', returnRequested({ lines }))
      const [made] = await world.returnsOf(10_001)
      const { result } = await ask('return.list', by)
      const returns = result?.returns as object[]
      expect(returns.at(-1)).toMatchObject({
        id: made?.id,
        deliveryCountry: 'DE',
        reasons: [
          { id: '3', names: ['defective', 'broken'] },
          { id: '1', names: [] },
        ],
      })
      expect(JSON.stringify(result)).not.toMatch(/Lindenweg|Musterstadt|@example|something else/)
    },
  )

  it.each([
    // The 251st, which tells that there are more, is on the second page.
    [{ limit: 250 }, 250, 2],
    // No page beyond what is wanted.
    [{}, 50, 1],
  ])('lists the active ones by default, as asked for by %j: %i, in %i pages', async (asked, count, pages) => {
    const { world, ask } = createDesk()
    const { result } = await ask('return.list', asked)
    expect(idsOf(result?.returns)).toHaveLength(count)
    expect(result?.more).toBe(true)
    expect(statusesOf(result?.returns)).toEqual(new Set([9.01, 9.02]))
    expect((await world.calls()).byRoute['GET /rest/orders']).toBe(pages)
  })
})

describe('a return whose lines do not show their reasons', () => {
  it('has none, instead of an empty list', async () => {
    const line = { id: 1, typeId: 1, quantity: 1, references: [], properties: null }
    const entry = { id: 7, typeId: 3, statusId: 9.01, orderItems: [line], orderReferences: [] }
    const bare = answering(/^\/rest\/orders$/, () => ({ entries: [entry], isLastPage: true }))
    const { result } = await createDesk(createWorld({ fetch: bare })).ask('return.list')
    expect(result?.returns).toMatchObject([{ id: 7, reasons: null, deliveryCountry: null }])
  })
})

describe('comment.list', () => {
  it('shows the comments of an order as plain text, and those that the back office wrote itself where asked for them', async () => {
    const { world, ask } = createDesk()
    await world.deliver('standard', returnRequested({ note: 'Chip & crack <b>at the rim</b>' }))
    const { result } = await ask('comment.list', { orderId: 10_001 })
    const comments = result?.comments as { automatic: boolean; text: string; isVisibleForContact: boolean }[]
    const [own] = comments.filter(({ text }) => text.startsWith('[bridge:'))
    expect(own).toMatchObject({ automatic: false, isVisibleForContact: false, userId: 77 })
    expect(own?.text).toContain('Chip & crack <b>at the rim</b>')
    expect(comments.map(({ automatic }) => automatic)).toEqual([false])
    const all = (await ask('comment.list', { orderId: 10_001, automatic: true })).result?.comments
    expect((all as typeof comments).map(({ automatic }) => automatic).toSorted()).toEqual([false, true])
    expect(await ask('comment.list', { orderId: 10_004 })).toEqual({ ok: true, result: { comments: [] } })
  })

  it('shows the line breaks of what people typed', async () => {
    const { world, ask } = createDesk()
    await world.deliver('standard', returnRequested({ note: 'The rim\r\nis <b>chipped</b>.\n\nSorry!' }))
    await ask('comment.add', { orderId: 10_001, text: 'Called.\nNobody there.' })
    const { result } = await ask('comment.list', { orderId: 10_001 })
    const comments = result?.comments as { text: string }[]
    const texts = comments.map(({ text }) => text)
    expect(texts[0]).toMatch(/\nCustomer's note:\n> The rim\n> is <b>chipped<\/b>\.\n>\n> Sorry!$/)
    expect(texts[1]).toMatch(/^\[bridge:\w{12}\] Called\.\nNobody there\.$/)
  })

  it("never hides a person's comment by its user, but what the back office wrote itself by how it begins", async () => {
    const { world, ask } = createDesk()
    await world.deliver('standard', returnRequested({}))
    const { comments: stored } = world.sandbox.world.store
    const [label] = stored.list().filter(({ userId }) => userId === 1)
    expect(label?.text).toContain('[Event action]')
    if (label) stored.put({ ...label, id: stored.nextId(), text: 'Anna, at the counter: paid in cash' })
    const { result } = await ask('comment.list', { orderId: 10_001 })
    const comments = result?.comments as { text: string; userId: number }[]
    expect(comments.map(({ userId }) => userId)).toEqual([77, 1])
    expect(comments.at(-1)?.text).toBe('Anna, at the counter: paid in cash')
  })

  it('recognises the automatic ones by what the deployment says', async () => {
    const { world, ask } = createDesk(
      createWorld({ config: { sources: {}, backOffice: { constants: { automaticComments: { userIds: [77] } } } } }),
    )
    await ask('comment.add', { orderId: 10_001, text: 'Hello' })
    expect((await ask('comment.list', { orderId: 10_001 })).result?.comments).toEqual([])
    const { result } = await ask('comment.list', { orderId: 10_001, automatic: true })
    expect(result?.comments).toMatchObject([{ automatic: true }])
    expect(await world.commentsOf(10_001)).toHaveLength(1)
  })
})

describe('contact.find', () => {
  it.each([
    ['ANNA.beispiel@example.com', [{ id: 501, emailMatches: 'yes' }]],
    ['nobody@example.com', []],
  ])('answers the id alone, of whoever has %s', async (email, contacts) => {
    expect(await createDesk().ask('contact.find', { email })).toEqual({ ok: true, result: { contacts } })
  })

  it.each([
    ['whose address is one of its options', { id: 8, options: [{ typeId: 2, value: 'who@example.com' }] }, 'yes'],
    ['that shows no address, and says so', { id: 7 }, 'not shown'],
  ])('takes the only hit %s', async (_title, entry, emailMatches) => {
    const listed = answering(/^\/rest\/accounts\/contacts$/, () => ({ entries: [entry] }))
    const { ask } = createDesk(createWorld({ fetch: listed }))
    expect((await ask('contact.find', { email: 'who@example.com' })).result).toEqual({
      contacts: [{ id: entry.id, emailMatches }],
    })
  })
})

describe('image.list', () => {
  it('lists the images of an item, and those of one of its variations', async () => {
    const { world, ask } = createDesk()
    expect(idsOf((await ask('image.list', { itemId: 901 })).result?.images)).toEqual([7001, 7002])
    expect(idsOf((await ask('image.list', { itemId: 901, variationId: 1101 })).result?.images)).toEqual([7003])
    expect((await world.calls()).byRoute).toMatchObject({
      'GET /rest/items/{itemId}/images': 1,
      'GET /rest/items/{itemId}/variations/{variationId}/images': 1,
    })
  })
})
