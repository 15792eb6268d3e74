import { describe, expect, it } from 'vitest'
import { audit } from '../../../lib/audit/audit.ts'
import type { ConfigInput } from '../../../lib/config/config.ts'
import { prepared } from '../../../lib/workflow/parcels.ts'
import type { Work } from '../../../lib/workflow/workflow.ts'
import { createDesk } from '../../operator/desk.ts'
import { createWorld, minute, putSale, restate, returnCancelled, returnRequested, type World } from '../world.ts'

const orderId = 88_000
const sources = {
  shop: { kind: 'standard', returns: 'approved' },
  other: { kind: 'standard' },
  shopify: { kind: 'shopify' },
  withdrawing: { kind: 'shopify', tells: 'withdrawal' },
  refunding: { kind: 'shopify', on: ['refunds/create'] },
  translating: {
    kind: 'shopify',
    translate: () => [
      { type: 'create-return', order: { id: 88_000 }, parcel: 'R1', key: 'k1', lines: [{ sku: 'MUG', quantity: 1 }] },
    ],
  },
} as const satisfies ConfigInput['sources']

/** An order of two mugs (shop line 11) and a pot (shop line 12), whose lines the shop has named. */
async function sold({ isKnown = true, mugs = 2 } = {}) {
  const world = createWorld({ config: { sources } })
  const item = (id: number, itemVariationId: number, quantity: number, sku: string) => ({
    ...{ id, typeId: 1, itemVariationId, quantity, orderItemName: sku },
    properties: [{ typeId: 98, value: sku }],
  })
  await putSale(world, [item(1, 1101, mugs, 'MUG'), item(2, 1102, 1, 'POT')], {
    properties: [{ typeId: 7, value: '5550001' }],
  })
  const lines = { 11: { sku: 'MUG', name: 'Mug' }, 12: { sku: 'POT' } }
  const learnt = { externalNumber: '5550001', lines, now: world.now() }
  for (const source of isKnown ? ['shop', 'shopify', 'withdrawing'] : [])
    await world.workflow.inbox.learnLines(source, learnt)
  return world
}

const order = { externalNumber: '5550001' }
type Report = Partial<{ parcel: string; pieces: number; tells: string; source: keyof typeof sources; more: object }>

/** The parcel's line `a` is the shop's line 11. */
const approve = ({ parcel = 'R1', pieces = 1, tells, source = 'shop', more }: Report = {}) => ({
  source,
  body: returnRequested({
    ...{ order, parcel, parcelName: `#1001-${parcel}`, lines: [{ shopLine: '11', quantity: pieces, parcelLine: 'a' }] },
    ...(tells && { tells }),
    ...more,
  }),
})
const refund = (report: Report = {}) =>
  approve({
    tells: 'refund',
    ...report,
    more: { lines: [{ sku: 'MUG', quantity: report.pieces ?? 1 }], ...report.more },
  })
const cancel = (more: object = {}) => ({ source: 'shop', body: returnCancelled({ order, ...more }) })
const update = (quantity: number, more: object = {}) => cancel({ removed: [{ parcelLine: 'a', quantity }], ...more })
type Delivery = { source: string; body: unknown; headers?: Record<string, string> }
type Step = Delivery | ((world: World) => unknown)

/** How each delivery has ended, worked on one after the other. */
async function told(world: World, steps: readonly Step[]): Promise<string[]> {
  const ends: string[] = []
  for (const step of steps) {
    if (typeof step === 'function') await step(world)
    else {
      const { status, reason } = await world.deliver(step.source, step.body)
      ends.push(reason ? `${status} ${reason.code}` : status)
    }
    await world.advance(minute)
  }
  return ends
}

const returnsOf = async (world: World) => (await world.returnsOf(orderId)).filter(({ statusId }) => statusId !== 8)
/** The pieces of each return that stands. */
const pieces = async (world: World) =>
  (await returnsOf(world)).map(({ orderItems = [] }) => orderItems.reduce((sum, { quantity }) => sum + quantity, 0))
const texts = async (world: World) => (await world.commentsOf(orderId)).map(({ text }) => text)
const cancelFirst = async (world: World) => {
  for (const { id } of await world.returnsOf(orderId)) await restate(world, id, 8)
}

/** The returns that the shop has cancelled, and of how many of them people are told. */
async function audited(world: World) {
  await world.advance(5 * minute)
  const { findings, news } = await audit({ workflow: world.workflow, progress: world.audits }, world.now() + 120_000)
  return { cancelled: findings.filter(({ what }) => what === 'shop_cancelled').map(({ returnId }) => returnId), news }
}

const done = (count: number) => Array.from({ length: count }, () => 'done')
const ended = 'ignored parcel_ended'
const bothLines = ['a', 'b'].map((parcelLine, at) => ({ shopLine: `${11 + at}`, quantity: 1, parcelLine }))

describe('what a shop reports of a return', () => {
  it.each<[string, readonly Step[], readonly string[], number[]]>([
    [
      'received in part, one of two removed, approved: it has not ended',
      [approve({ tells: 'receipt' }), update(1), approve({ pieces: 2 })],
      done(3),
      [1, 1],
    ],
    [
      'paid back, and then one of it removed: what was paid back stays its own',
      [approve({ more: { lines: bothLines } }), cancelFirst, refund(), update(1), approve({ parcel: 'R2' })],
      done(4),
      [1, 1],
    ],
    [
      'approved, all removed in two steps: as if it was cancelled',
      [approve({ pieces: 2 }), update(1), update(1, { text: 'One more' }), refund()],
      [...done(3), ended],
      [2],
    ],
    [
      'cancelled, and only then approved with an article that the order has not: no question',
      [cancel(), approve({ more: { lines: [{ sku: 'NONE', quantity: 1 }] } })],
      ['done', ended],
      [],
    ],
    [
      'one removed before the approval, another one after it: the first is none of what was approved',
      [
        update(1),
        approve({ more: { lines: bothLines } }),
        update(1, { removed: [{ parcelLine: 'b', quantity: 1 }] }),
        refund(),
      ],
      done(4),
      [2],
    ],
  ])('%s', async (_title, steps, ends, returns) => {
    const world = await sold()
    expect([await told(world, steps), await pieces(world)]).toEqual([ends, returns])
    const found = steps.length === 4 ? (await returnsOf(world)).map(({ id }) => id) : []
    expect((await audited(world)).cancelled).toEqual(found)
  })
})

describe('the comment of a cancelled return', () => {
  const lastText = async (steps: readonly Step[]) => {
    const world = await sold()
    await told(world, steps)
    const text = (await texts(world)).at(-1) ?? ''
    return text.replace(/^\[bridge:\w+\] /, '').replace(String((await world.returnsOf(orderId))[0]?.id), 'N')
  }
  const stands = 'Return N still stands: cancel it, unless the parcel is on its way.'
  const form = { source: 'other', body: returnRequested({ order, lines: [{ sku: 'MUG', quantity: 1 }] }) } as const

  it.each<[string, Step[], string]>([
    ['names the return that stands', [approve(), cancel()], `The shop has cancelled return #1001-R1.<br>${stands}`],
    [
      'says what the sender says',
      [approve(), cancel({ order: undefined, text: 'Declined: <too late>' })],
      `Reported by shop:<br>&gt; Declined: &lt;too late&gt;<br>${stands}`,
    ],
    [
      'says that other reports are about its pieces',
      [form, approve(), cancel()],
      'The shop has cancelled return #1001-R1.<br>Return N stays: other reports are about its pieces.',
    ],
    [
      'names none that is cancelled here too',
      [approve(), cancelFirst, cancel()],
      'The shop has cancelled return #1001-R1.<br>No return that stands was created for it.',
    ],
    [
      'names the pieces that were removed, and those that nobody knows',
      [
        approve({ pieces: 2 }),
        update(1, { removed: [1, 2].map((quantity) => ({ parcelLine: 'ab'.charAt(quantity - 1), quantity })) }),
      ],
      [
        'The shop has removed pieces from return #1001-R1.<br>It is about:<br>&gt; 1 × MUG<br>What these lines are is not known',
        ' here: look in the shop.<br>&gt; 2 × line b of the shop<br>Return N still has them: take them out, unless the parcel is',
        ' on its way.',
      ].join(''),
    ],
    [
      'names the pieces also where all are removed',
      [approve(), update(1)],
      `The shop has removed pieces from return #1001-R1.<br>It is about:<br>&gt; 1 × MUG<br>${stands}`,
    ],
  ])('%s', async (_title, steps, text) => {
    expect(await lastText(steps)).toBe(text)
  })
})

describe('a return that the shop has cancelled', () => {
  it('is found as long as its event is kept, and told once', async () => {
    const world = await sold()
    await told(world, [approve(), cancel()])
    const [first] = await returnsOf(world)
    expect(await audited(world)).toEqual({ cancelled: [first?.id], news: 1 })
    await world.advance(10 * 24 * 60 * minute)
    expect(await audited(world)).toEqual({ cancelled: [first?.id], news: 0 })
  })

  it.each<[string, (world: World) => unknown]>([
    ['it is cancelled', cancelFirst],
    [
      'its goods are paid back',
      (world) =>
        told(world, [
          { ...refund(), body: returnRequested({ order, lines: [{ sku: 'MUG', quantity: 1 }], tells: 'refund' }) },
        ]),
    ],
    [
      'a person accepts it',
      async (world) => {
        const returnId = (await returnsOf(world))[0]?.id
        const { ask } = createDesk(world)
        expect(await ask('finding.accept', { returnId, note: 'on its way' })).toEqual({
          ok: true,
          result: { returnId, orderId },
        })
        expect((await ask('finding.accept', { returnId: 1, note: 'on its way' })).error?.code).toBe('not_found')
      },
    ],
  ])('is found no more when %s', async (_title, act) => {
    const world = await sold()
    await told(world, [approve(), cancel()])
    expect((await audited(world)).cancelled).toHaveLength(1)
    await act(world)
    expect((await audited(world)).cancelled).toEqual([])
  })

  it('waits for its report whose write is open', async () => {
    const world = await sold()
    await world.fault({ method: 'POST', path: '/rest/orders', times: 1, kind: 'drop-after' })
    const first = await world.accept('shop', approve().body)
    expect((await world.run(first)).event.status).toBe('waiting')
    const second = await world.accept('shop', cancel().body)
    expect((await world.run(second)).event.history.at(-1)).toMatchObject({ why: { code: 'busy' } })
    expect([(await world.finish(first)).status, (await world.finish(second)).status]).toEqual(done(2))
    expect((await audited(world)).cancelled).toHaveLength(1)
  })
})

describe('a parcel whose reports are of two orders', () => {
  const other = 88_001
  const soldTwice = async () => {
    const world = await sold()
    const mugs = { id: 1, typeId: 1, itemVariationId: 1101, quantity: 2, properties: [{ typeId: 98, value: 'MUG' }] }
    await putSale(world, [mugs], { id: other })
    return world
  }
  const cancelled = async (world: World) => {
    expect(await told(world, [cancel({ order: undefined })])).toEqual(done(1))
    return (await audited(world)).cancelled
  }

  it('is looked for where a person has had its first return made', async () => {
    const world = await soldTwice()
    await world.fault({ method: 'POST', path: '/rest/orders', times: 1, kind: 'status', status: 422 })
    const id = await world.accept('shop', approve().body)
    expect((await world.finish(id)).status).toBe('failed')
    await createDesk(world).ask('event.correct', { id, order: { id: other }, note: 'as looked up' })
    expect((await world.finish(id)).status).toBe('done')
    expect(await cancelled(world)).toEqual((await world.returnsOf(other)).map((one) => one.id))
    expect(await world.commentsOf(other)).toHaveLength(2)
  })

  it('is looked for where its first return is', async () => {
    const world = await soldTwice()
    expect(await told(world, [approve(), refund({ more: { order: { id: other } } })])).toEqual(done(2))
    expect(await world.returnsOf(other)).toHaveLength(1)
    expect(await cancelled(world)).toEqual((await returnsOf(world)).map((one) => one.id))
  })
})

describe('a return whose lines the shop names by its own ids', () => {
  it('is a comment where one of them is not known, which says what is missing', async () => {
    const world = await sold()
    const lines = [
      { shopLine: '11', quantity: 1 },
      { shopLine: '77', quantity: 2 },
    ]
    expect(await told(world, [approve({ more: { lines, text: 'R1 was approved' } })])).toEqual(['done'])
    expect(await pieces(world)).toEqual([])
    expect((await texts(world))[0]).toMatch(
      /Reported by shop:<br>&gt; R1 was approved<br>No return was created: .*<br>&gt; 2 × line 77 of the shop$/,
    )
  })

  it('stays a comment once that may have been sent, whatever is learnt meanwhile', async () => {
    const world = await sold({ isKnown: false })
    await world.fault({ method: 'POST', path: '/rest/comments', times: 1, kind: 'drop-after' })
    const id = await world.accept('shop', approve().body)
    expect((await world.run(id)).event.status).toBe('waiting')
    const learnt = { externalNumber: '5550001', lines: { 11: { sku: 'MUG' } }, now: world.now() }
    await world.workflow.inbox.learnLines('shop', learnt)
    expect((await world.finish(id)).status).toBe('done')
    expect([await pieces(world), (await texts(world)).length]).toEqual([[], 1])
  })

  it('is planned so for a person, and nothing is learnt of that', async () => {
    const world = await sold()
    const { ask } = createDesk(world)
    const id = await world.accept('shop', approve({ more: { parcel: 'R9' } }).body)
    const planned = (await ask('event.plan', { id })).result as { body: { orderItems: object[] } }
    expect(planned.body.orderItems).toMatchObject([{ itemVariationId: 1101, quantity: 1 }])
    expect(await world.workflow.learnt.parcel('shop', 'R9')).toBeUndefined()
  })

  it('is known by what was learnt of its number, also where a person has named another order', async () => {
    const world = await sold({ isKnown: false })
    const learnt = { externalNumber: '5550002', lines: { 11: { sku: 'MUG' } }, now: world.now() }
    await world.workflow.inbox.learnLines('shop', learnt)
    const id = await world.accept('shop', approve({ more: { order: { externalNumber: '5550002' } } }).body)
    expect((await world.finish(id)).reason?.code).toBe('order_unknown')
    await createDesk(world).ask('event.correct', { id, order: { id: orderId }, note: 'as looked up' })
    expect((await world.finish(id)).status).toBe('done')
    expect(await pieces(world)).toEqual([1])
  })
})

describe('a refund of a return that nothing has announced', () => {
  const firstWait = async (delivery: Delivery, isLearnt = false) => {
    const world = await sold()
    if (isLearnt)
      await world.workflow.learnt.learnParcel('shop', 'R1', { known: { name: '#1001-R1' }, now: world.now() })
    return { world, ...(await world.begin(delivery.source, delivery.body, delivery.headers)) }
  }
  const headers = { 'x-shopify-topic': 'refunds/create' }
  const restocked = [{ quantity: 1, restock_type: 'return', line_item: { sku: 'MUG' } }]
  const refunded = { id: 5, order_id: 5550001, return: { id: 4 }, refund_line_items: restocked }

  it('waits ten minutes for the announcement, and then makes the return', async () => {
    const { world, id, event } = await firstWait(refund())
    expect(event).toMatchObject({ status: 'waiting', attempts: 0, wakeAt: event.receivedAt + 10 * minute })
    expect(event.history.at(-1)).toMatchObject({ code: 'deferred', why: { code: 'announcement_not_there_yet' } })
    await world.advance(10 * minute)
    expect((await world.run(id)).event.status).toBe('done')
    expect(await pieces(world)).toEqual([1])
  })

  it.each<[string, Delivery, boolean?]>([
    ['its parcel is known', refund(), true],
    ['it names no parcel', refund({ more: { parcel: undefined } })],
    ['it is no refund', approve()],
    ['its source makes no return of what is approved', { ...refund(), source: 'other' }],
    ['its source hears of no approval', { source: 'refunding', body: refunded, headers }],
    ['its source translates for itself', { source: 'translating', body: refunded, headers }],
  ])('does not wait where %s', async (_title, delivery, isLearnt) => {
    expect((await firstWait(delivery, isLearnt)).event.status).toBe('done')
  })
})

describe('what Shopify sends of a return', () => {
  const lineOf = (quantity: number) => ({ id: 9, quantity, fulfillment_line_item: { line_item: { id: 11 } } })
  const send = async (world: World, topic: string, lines: object[], more: object = {}) => {
    const body = { id: 4, status: 'open', order: { id: 5550001 }, return_line_items: lines, ...more }
    return await world.deliver('shopify', body, { 'x-shopify-topic': topic })
  }

  it.each<[string, boolean, object[]]>([
    ['of lines that were not known', false, [lineOf(1)]],
    ['without its lines', true, []],
  ])('makes no return of an approval that was told as a comment %s', async (_title, isKnown, lines) => {
    const world = await sold({ isKnown })
    await send(world, 'returns/approve', lines, { total_return_line_items: 1 })
    const known = { 11: { sku: 'MUG', name: 'Mug' } }
    await world.workflow.inbox.learnLines('shopify', { externalNumber: '5550001', lines: known, now: world.now() })
    const again = await send(world, 'returns/approve', [lineOf(1)], { status: 'closed' })
    expect(again).toMatchObject({ status: 'ignored', reason: { code: 'already_done' } })
    expect([await pieces(world), (await texts(world)).length]).toEqual([[], 1])
  })

  it('makes the return of an approval that was to be told as a comment, but waited for its order', async () => {
    const world = createWorld({ config: { sources } })
    const approved = { id: 4, status: 'open', order: { id: 6203001001 }, return_line_items: [lineOf(1)] }
    await world.fault({ method: 'GET', path: '/rest/orders', times: 1, kind: 'status', status: 503 })
    const id = await world.accept('shopify', approved, { 'x-shopify-topic': 'returns/approve' })
    expect((await world.run(id)).event.status).toBe('waiting')
    const lines = { 11: { sku: 'MUG-BLUE' } }
    await world.workflow.inbox.learnLines('shopify', { externalNumber: '6203001001', lines, now: world.now() })
    expect((await world.finish(id)).status).toBe('done')
    expect(await world.returnsOf(10_001)).toHaveLength(1)
  })

  it('finds the order of what was approved without its lines, and lets its refund not wait', async () => {
    const world = await sold()
    await send(world, 'returns/approve', [], { total_return_line_items: 1 })
    const attached = { id: 7, return: { id: 4 }, shipping_deliverable: { tracking: { tracking_number: '123' } } }
    expect((await send(world, 'reverse_deliveries/attach_deliverable', [], attached)).status).toBe('done')
    const refund_line_items = [{ quantity: 1, line_item: { sku: 'MUG' } }]
    const refunded = { id: 5, order_id: 5550001, return: { id: 4 }, refund_line_items }
    const id = await world.accept('shopify', refunded, { 'x-shopify-topic': 'refunds/create' })
    expect([(await world.run(id)).event.status, await pieces(world)]).toEqual(['done', [1]])
  })

  it('is a withdrawal of articles, by their names where these are known', async () => {
    const world = await sold()
    const return_line_items = [lineOf(1), { ...lineOf(2), fulfillment_line_item: { line_item: { id: 77 } } }]
    const body = { id: 4, status: 'requested', order: { id: 5550001 }, return_line_items }
    await world.deliver('withdrawing', body, { 'x-shopify-topic': 'returns/request' })
    expect(await texts(world)).toEqual([expect.stringMatching('&gt; 1 × MUG<br>&gt; 2 × line 77 of the shop')])
  })

  it('makes one of what was processed where there is none', async () => {
    const world = await sold()
    const event = await send(world, 'returns/process', [{ ...lineOf(2), processed_quantity: 1 }])
    expect([event.status, await pieces(world)]).toEqual(['done', [1]])
  })
})

describe('a comment on a parcel', () => {
  const asked = async (world: World, command: Parameters<typeof prepared>[2]) => {
    const event = await world.get(await world.accept('shop', approve().body))
    const work = { workflow: world.workflow, event: () => event, progress: () => ({ state: 'found' }) }
    return await prepared(work as unknown as Work, 'shop/k1', command)
  }
  const about = (parcel: string) => ({ type: 'comment-parcel', key: 'k1', parcel, text: 'On its way' }) as const

  it('belongs to the order of its return, else to the one that was named, else to none', async () => {
    const world = await sold()
    await told(world, [approve()])
    const refunded = { type: 'add-comment', key: 'k2', order, text: 'Pending', alsoNames: ['transaction/7'] } as const
    expect(await asked(world, { ...refunded, alsoNames: ['transaction/7'] })).toMatchObject({ type: 'add-comment' })
    const comment = { type: 'add-comment', key: 'k1', text: 'On its way' }
    expect(await asked(world, about('R1'))).toEqual({ ...comment, order: { id: orderId } })
    expect(await asked(world, about('transaction/7'))).toEqual({ ...comment, order })
    expect(await asked(world, about('R2'))).toMatchObject({ ending: { reason: { code: 'order_not_named' } } })
  })
})
