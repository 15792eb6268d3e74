import { describe, expect, it } from 'vitest'
import type { ConfigInput } from '../../lib/config/config.ts'
import { Rejected } from '../../lib/errors.ts'
import { createDesk } from '../operator/desk.ts'
import { commentSubmitted, createWorld, returnRequested, type World, withdrawalDeclared } from './world.ts'

const withSource = (settings: Partial<ConfigInput['sources'][string]> = {}, source = 'standard') =>
  createWorld({ config: { sources: { [source]: { kind: 'standard', ...settings } } } })

const declare = async (world: World, data: object = {}, key?: string) =>
  await world.deliver('standard', withdrawalDeclared({ ...data }), {}, key)

const commentOf = async (world: World) => (await world.commentsOf(10_001)).map(({ text }) => text)

describe('a withdrawal', () => {
  it('is noted at its order: when it was declared and received, and what it is about', async () => {
    const world = withSource()
    const event = await declare(world, { text: 'I <b>withdraw</b>' })
    expect(event).toMatchObject({ status: 'done', withdrawal: true, orderId: 10_001 })
    const [text, ...more] = await commentOf(world)
    expect(more).toEqual([])
    for (const words of ['2026-03-02 08:58 UTC', '2026-03-02 09:00 UTC', 'the whole order', 'I &lt;b&gt;withdraw'])
      expect(text).toContain(words)
    expect(await world.returnsOf(10_001)).toEqual([])
  })

  it('cuts the names of its lines visibly, and never what the customer wrote', async () => {
    const world = withSource()
    const lines = Array.from({ length: 500 }, (_, at) => ({ name: `${at} `.padEnd(300, 'long '), quantity: 1 }))
    await declare(world, { lines, text: 'I withdraw' })
    const [text = ''] = await commentOf(world)
    expect(text.length).toBeLessThan(6_000)
    expect(text).toContain('[shortened]')
    expect(text).toContain('I withdraw')
  })

  it.each([
    ['the lines that it names', [{ sku: 'MUG-BLUE', quantity: 1 }], 1],
    ['the whole order', undefined, 2],
  ])('becomes a return of %s too, where the source says so', async (_, lines, count) => {
    const world = withSource({ withdrawals: 'return' })
    const event = await declare(world, { ...(lines && { lines }) })
    expect(event.status).toBe('done')
    const [made, ...more] = await world.returnsOf(10_001)
    expect(more).toEqual([])
    expect(made?.orderItems).toHaveLength(count)
    expect((await commentOf(world)).filter((text) => text.includes('withdrawn from the contract'))).toHaveLength(1)
  })

  it('is of a shop that says so the request of a return alone: a refund stays one', async () => {
    const sources: ConfigInput['sources'] = { shopify: { kind: 'shopify', tells: 'withdrawal', withdrawals: 'return' } }
    const world = createWorld({ config: { sources, returnStatus: { announced: 9.3, received: 5.5 } } })
    const tell = async (topic: string, body: object) =>
      await world.deliver('shopify', body, { 'x-shopify-topic': topic })
    const refund_line_items = [{ quantity: 1, restock_type: 'return', line_item: { sku: 'MUG-BLUE' } }]
    const refunded = await tell('refunds/create', { id: 5, order_id: 6203001001, refund_line_items })
    expect([refunded.status, refunded.withdrawal]).toEqual(['done', undefined])
    expect((await world.returnsOf(10_001)).map(({ statusId }) => statusId)).toEqual([5.5])
    const asked = { id: 4, status: 'requested', order: { id: 6203001001 }, return_line_items: [] }
    expect(await tell('returns/request', asked)).toMatchObject({ status: 'done', withdrawal: true })
    expect((await commentOf(world)).join()).toContain('does not say which articles')
  })

  it('is for a person where its event takes no more: it never fails', async () => {
    const world = withSource()
    const { inbox } = world.ports
    let saves = 0
    world.workflow.inbox = {
      ...inbox,
      save: async (before, next) => {
        saves += 1
        if (saves === 1) throw new Rejected('no more can be stored', { status: 413 })
        await inbox.save(before, next)
      },
    }
    expect(await declare(world)).toMatchObject({
      status: 'held',
      // What the run has done is looked up by the next one.
      cut: 1,
      reason: { code: 'withdrawal_unplaced', because: { code: 'rejected', words: 'no more can be stored' } },
    })
  })

  it.each([
    ['a minute', 60_000],
    ['a month', 30 * 24 * 3_600_000],
  ])('of a shop is an announcement too: what the shop reports %s later is linked', async (_, later) => {
    const sources = { standard: { kind: 'standard', tells: 'refund', withdrawals: 'return' } } as const
    const world = createWorld({ config: { sources } })
    await declare(world, { lines: [{ sku: 'MUG-BLUE', quantity: 1 }] })
    await world.advance(later)
    const refund = await world.deliver('standard', returnRequested({}))
    expect(refund.progress[refund.id]).toMatchObject({ linked: true })
    expect(await world.returnsOf(10_001)).toHaveLength(1)
  })

  it('of Shopware gets one return with what the shop says when the parcel is back', async () => {
    const publicUrl = 'https://hooks.example.com'
    const world = createWorld({ config: { publicUrl, sources: { shop: { kind: 'shopware', withdrawals: 'return' } } } })
    const say = async (event: string, payload: object) =>
      await world.deliver('shop', { data: { event, payload }, source: { shopId: 's', eventId: event } })
    const form = { contractNumber: '6203001001', email: 'anna.beispiel@example.com' }
    const declared = await say('revocation_request.sent', { revocationRequestFormData: form })
    await world.advance(10 * 24 * 3_600_000)
    const deliveries = [{ shippingCosts: { totalPrice: 4.9 } }]
    const order = { id: 'a1', orderNumber: '6203001001', deliveries }
    const back = await say('state_enter.order_delivery.state.returned', { order })
    expect([declared.status, back.status]).toEqual(['done', 'done'])
    expect(await world.returnsOf(10_001)).toHaveLength(1)
  })
})

describe('a withdrawal is never ignored and never fails', () => {
  const unplaced = (code: string) => ({
    ...{ status: 'held', withdrawal: true },
    reason: { code: 'withdrawal_unplaced', because: { code } },
  })

  it.each([
    ['of an order that nobody knows', { order: { externalNumber: 'nobody knows' } }, 'order_unknown'],
    ['that cannot be read', { declaredAt: 'yesterday' }, 'payload_invalid'],
    ['that the back office refuses', {}, 'rejected'],
  ])('%s', async (_title, data, code) => {
    const world = withSource()
    const refused = { kind: 'status', status: 422, body: { error: { message: 'No.' } } }
    await world.fault({ method: 'POST', path: '/rest/comments', times: 1, ...refused })
    expect(await declare(world, data)).toMatchObject(unplaced(code))
  })

  it('whose return cannot be made, after it is noted', async () => {
    const world = withSource({ withdrawals: 'return' })
    const event = await declare(world, { lines: [{ sku: 'NOTHING-LIKE-IT', quantity: 1 }] })
    expect(event).toMatchObject(unplaced('line_unknown'))
    expect(event.reason).toMatchObject({ because: { several: { count: 1, of: 2, failed: [{ position: 2 }] } } })
    expect(await commentOf(world)).toHaveLength(1)
  })

  it.each([
    ['a function of the configuration skips', { skip: () => true }],
    ['a configured translation makes nothing of', { translate: () => [] }],
  ])('that %s', async (_, settings) => {
    expect(await declare(withSource(settings))).toMatchObject(unplaced('topic_not_mapped'))
    const world = createWorld({ config: { sources: { form: { kind: 'tally', tells: 'withdrawal', ...settings } } } })
    const body = { eventType: 'FORM_RESPONSE', data: { responseId: 'r-1', fields: [] } }
    expect(await world.deliver('form', body)).toMatchObject(unplaced('topic_not_mapped'))
  })

  const submitted = { eventType: 'FORM_RESPONSE', data: { responseId: 'r-1', fields: [] } }
  it.each([
    ['of a form without an answer that names the order', submitted, unplaced('mapping')],
    ['but not everything that a form sends is one', { eventType: 'FORM_OPENED', data: {} }, { status: 'ignored' }],
  ])('%s', async (_title, body, end) => {
    const world = createWorld({ config: { sources: { form: { kind: 'tally', tells: 'withdrawal' } } } })
    const event = await world.deliver('form', body)
    expect(event).toMatchObject(end)
    expect(event.withdrawal).toBe('withdrawal' in end ? true : undefined)
  })

  it('is noted at the order of the return that a person links it to', async () => {
    const world = withSource({ withdrawals: 'return' })
    const made = await world.deliver('standard', returnRequested({}))
    const { returnId } = made.progress[made.id] ?? {}
    const { id } = await declare(world, { order: { externalNumber: 'a typing mistake' } })
    const { result } = await createDesk(world).ask('event.link', { id, returnId })
    expect(result).toMatchObject({ status: 'done', returnIds: [returnId], orderId: 10_001 })
    expect((await commentOf(world)).filter((text) => text.includes('withdrawn from the contract'))).toHaveLength(1)
  })

  it('goes on after a release, once its order is there', async () => {
    const world = withSource()
    const { ask } = createDesk(world)
    const { id } = await declare(world, { order: { externalNumber: 'B-late' } })
    const properties = [{ typeId: 7, value: 'B-late' }]
    await world.put({ id: 20_005, typeId: 1, statusId: 3, properties })
    await ask('event.release', { id })
    expect(await world.finish(id)).toMatchObject({ status: 'done', orderId: 20_005 })
  })
})

it('lists show withdrawals alone, or all but these', async () => {
  const world = withSource()
  const { ask } = createDesk(world)
  const withdrawal = await declare(world)
  const other = await world.deliver('standard', commentSubmitted({}))
  const ids = async (asked: Record<string, unknown>) => {
    const { result = {} } = await ask('event.list', asked)
    return (result.events as { id: string }[]).map(({ id }) => id)
  }
  expect(await ids({ withdrawal: true })).toEqual([withdrawal.id])
  expect(await ids({ withdrawal: false })).toEqual([other.id])
  expect((await ids({})).sort()).toEqual([withdrawal.id, other.id].sort())
})
