import { expect, it } from 'vitest'
import type { Open } from './packaged-bridge.ts'

/** The calls for a return from a shop: the login and the API user once, then four calls. */
const returnByNumber = {
  'POST /rest/login': 1,
  'GET /rest/user': 1,
  'GET /rest/orders': 2,
  'POST /rest/orders': 1,
  'POST /rest/comments': 1,
}

/** Events through all six functions, invoked by senders, the stream, the schedule and people. */
export function describeMainJob(open: Open): void {
  it('shop-webhook stores a signed refund once, and worker makes its return and its comment', async () => {
    const bridge = await open()
    const sent = await bridge.deliver('shopify', 'refund', 'delivery-1')
    expect(sent.id).toMatch(/^shopify\/sha256:[0-9a-f]{64}$/)
    expect(sent).toMatchObject({ status: 200, body: `{"id":"${sent.id}","status":"accepted"}` })
    expect(await bridge.hint(sent.id)).toEqual({ batchItemFailures: [] })
    expect(await bridge.event(sent.id)).toMatchObject({ status: 'done', attempts: 1 })
    expect(bridge.made(10_001)).toEqual({ returns: [700_001], comments: [expect.any(Number)] })
    expect(bridge.calls()).toEqual(returnByNumber)
    const again = await bridge.deliver('shopify', 'refund', 'delivery-1')
    expect(again).toMatchObject({ status: 200, body: `{"id":"${sent.id}","status":"duplicate"}` })
    expect(await bridge.hint(sent.id).catch(String)).toContain('the deployed filter lets no record')
    expect(bridge.calls()).toEqual(returnByNumber)
  })

  it('worker makes the return of a Shopify approval by the lines learnt, and comments that the shop cancelled it', async () => {
    const bridge = await open()
    await bridge.deliver('shopify', 'created')
    for (const sample of ['return-approved', 'return-cancelled']) {
      const { id } = await bridge.deliver('shopify', sample)
      expect(await bridge.hint(id)).toEqual({ batchItemFailures: [] })
      expect(await bridge.event(id)).toMatchObject({ status: 'done', attempts: 1 })
    }
    const { returns, comments } = bridge.made(10_001)
    expect(returns).toEqual([700_001])
    expect(comments).toHaveLength(2)
    const audited = await bridge.operate({ command: 'audit' })
    expect(audited).toMatchObject({ result: { findings: [{ what: 'shop_cancelled', returnId: 700_001 }] } })
  })

  it('shop-webhook learns the label of an order, and operator finds the order by it', async () => {
    const bridge = await open()
    const find = async () => await bridge.operate({ command: 'order.find', externalNumber: '#1001' })
    expect(await find()).toMatchObject({ ok: true, result: { orders: [] } })
    expect(await bridge.deliver('shopify', 'created')).toMatchObject({ status: 200, body: '{"status":"ignored"}' })
    expect(await find()).toMatchObject({ ok: true, result: { orders: [{ id: 10_001 }] } })
    for (const asked of [{}, { status: 'failed' }])
      expect(await bridge.operate({ command: 'event.list', ...asked })).toMatchObject({
        ok: true,
        result: { events: [] },
      })
  })

  it('shop-webhook and form-webhook answer every delivery without a proof with the same 401', async () => {
    const bridge = await open()
    const refused = await Promise.all(
      ['/shops/shopify', '/shops/nobody', '/forms/typeform', '/forms/'].map(async (path) => {
        const response = await fetch(`${bridge.url}${path}`, { method: 'POST', body: '{}' })
        return { status: response.status, body: await response.text() }
      }),
    )
    expect(refused[0]).toMatchObject({ status: 401, body: expect.stringContaining('"unauthorized"') })
    expect(new Set(refused.map((one) => JSON.stringify(one))).size).toBe(1)
  })

  it('form-webhook stores a multipart form that comes as base64, and retry processes it once it is due', async () => {
    const bridge = await open({ dialect: { shippingIds: 'zero' } })
    const { status, id } = await bridge.deliver('jotform', 'return')
    expect(status).toBe(200)
    expect(bridge.received.at(-1)).toMatchObject({
      isBase64Encoded: true,
      headers: { 'content-type': expect.stringMatching(/^multipart\/form-data; boundary=/) },
    })
    expect(await bridge.tick('retry')).toEqual({ processed: 0, outcomes: {} })
    // The event is due only after the stream's hint has had time to come.
    bridge.advance(125_000)
    expect(await bridge.tick('retry')).toEqual({ processed: 1, outcomes: { done: 1 } })
    expect(await bridge.event(id)).toMatchObject({ status: 'done', attempts: 1 })
    const { returns, comments } = bridge.made(10_003)
    expect(returns.map((returnId) => bridge.store.orders.get(returnId)?.statusId)).toEqual([9.3])
    expect(comments).toEqual([expect.any(Number)])
    expect(bridge.calls()).toEqual(returnByNumber)
  })

  it('operator plans a return, makes it, reads it back and lists its event', async () => {
    const bridge = await open()
    const wanted = { command: 'return.create', order: { id: 10_002 }, lines: 'all' }
    const planned = await bridge.operate({ ...wanted, dryRun: true })
    expect(planned).toMatchObject({ ok: true, result: { orderId: 10_002, body: { typeId: 3 } } })
    expect(bridge.made(10_002)).toEqual({ returns: [], comments: [] })
    const made = await bridge.operate({ ...wanted, requestId: 'ticket-1' })
    const [returnId] = bridge.made(10_002).returns
    expect(made).toEqual({ ok: true, result: { id: 'operator/ticket-1', status: 'done', returnId } })
    expect(bridge.made(10_002)).toEqual({ returns: [returnId], comments: [expect.any(Number)] })
    const [read, listed, login] = [
      await bridge.operate({ command: 'order.get', orderId: returnId }),
      await bridge.operate({ command: 'event.list', orderId: 10_002 }),
      await bridge.operate({ command: 'login.status' }),
    ]
    expect(read).toMatchObject({ ok: true, result: { id: returnId, typeId: 3 } })
    expect(listed).toMatchObject({ ok: true, result: { events: [{ id: 'operator/ticket-1', status: 'done' }] } })
    expect(login).toMatchObject({ ok: true, result: { state: 'open', attempts: 0 } })
    expect(bridge.calls()).toEqual({
      'POST /rest/login': 1,
      'GET /rest/user': 1,
      'GET /rest/orders': 2,
      'GET /rest/orders/{orderId}': 3,
      'POST /rest/orders': 1,
      'POST /rest/comments': 1,
    })
  })

  it('audit compares done events with the back office, and names a cancelled return', async () => {
    const bridge = await open()
    const { id } = await bridge.deliver('shopify', 'refund')
    await bridge.hint(id)
    expect(await bridge.tick('audit')).toMatchObject({
      findings: [],
      events: { complete: true, checked: 1, returns: 1, comments: 1 },
      returns: { complete: true, ours: 1 },
    })
    const [returnId = 0] = bridge.made(10_001).returns
    bridge.store.orders.put({ ...(bridge.store.orders.get(returnId) ?? expect.fail('no return')), statusId: 8 })
    bridge.advance(24 * 3_600_000)
    expect(await bridge.tick('audit')).toMatchObject({ findings: [{ what: 'return_cancelled', event: id, returnId }] })
    expect(bridge.calls()).toMatchObject({ 'POST /rest/orders': 1, 'POST /rest/comments': 1 })
  })
}
