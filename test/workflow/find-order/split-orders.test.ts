import { describe, expect, it } from 'vitest'
import { createDesk } from '../../operator/desk.ts'
import { commentSubmitted, createWorld, returnRequested, type World, withdrawalDeclared } from '../world.ts'

const number = 'SPLIT-1'
const line = (sku: string, quantity = 1) => ({ sku, quantity })

/** Orders with one external number, made on one day after the other: each a list of `<SKU> x<pieces>`. */
async function splitInto(...parts: string[]) {
  const sources = {
    standard: { kind: 'standard' },
    refunding: { kind: 'standard', tells: 'refund' },
    form: { kind: 'standard', requireEmail: true },
  } as const
  const world = createWorld({ config: { sources, duplicateWindow: '1d' } })
  const model = world.sandbox.world.store.orders.get(10_001)
  for (const [at, part] of parts.entries()) {
    const orderItems = part.split(', ').map((text, index) => {
      const [sku = '', pieces = 'x1'] = text.split(' ')
      const id = 80_000 + at * 100 + index
      const itemVariationId = sku === 'SHIPPING' ? 0 : 7_000 + (sku.codePointAt(0) ?? 0)
      const properties = sku === 'SHIPPING' ? [] : [{ typeId: 98, value: sku }]
      return { ...model?.orderItems[0], id, itemVariationId, quantity: Number(pieces.slice(1)), properties }
    })
    const createdAt = `2026-02-0${at + 1}T09:00:00+01:00`
    const body = { ...model, id: 10_081 + at, createdAt, orderItems, properties: [{ typeId: 7, value: number }] }
    await world.put(body)
  }
  return world
}

const ended = async (world: World, data: object, source = 'standard') => {
  const body = returnRequested({ order: { externalNumber: number }, ...data })
  const { status, orderId, reason } = await world.deliver(source, body)
  return reason ? reason : `${status} ${orderId}`
}

describe('orders with one number', () => {
  it.each<[string, string[], unknown, string]>([
    ['the newest of equal ones', ['MUG x2, SHIPPING', 'MUG x2'], [line('MUG')], 'done 10082'],
    ['the newest of equal ones, for all', ['MUG', 'MUG'], 'all', 'done 10082'],
    ['the one that has the line', ['MUG', 'POT'], [line('MUG')], 'done 10081'],
    ['the one that has all lines', ['MUG, POT', 'MUG', 'POT'], [line('MUG'), line('POT')], 'done 10081'],
    ['the one that has all pieces', ['MUG x3', 'MUG x1'], [line('MUG', 2)], 'done 10081'],
    ['the newest of several that have the lines', ['MUG, POT', 'MUG, CUP'], [line('MUG')], 'done 10082'],
  ])('mean %s', async (_, parts, lines, expected) => {
    expect(await ended(await splitInto(...parts), { lines })).toBe(expected)
  })

  it.each<[string, unknown, object[]]>([
    [
      'none has all lines',
      [line('POT'), line('MUG'), line('CUP')],
      [
        { orderId: 10_082, lines: [1] },
        { orderId: 10_081, lines: [2] },
      ],
    ],
    ['all is asked for', 'all', [{ orderId: 10_082 }, { orderId: 10_081 }]],
  ])('are for a person where %s, who sees what each part has and names one', async (_, lines, split) => {
    const world = await splitInto('MUG', 'POT')
    expect(await ended(world, { lines })).toEqual({
      ...{ code: 'order_ambiguous', key: 'standard/d1', what: 'split', wanted: 'return' },
      ...{ ids: [10_082, 10_081], split },
    })
    const corrected = { order: { id: 10_081 }, lines: [line('MUG')], note: 'asked the customer' }
    await createDesk(world).ask('event.correct', { id: 'standard/d1', ...corrected })
    expect(await world.finish('standard/d1')).toMatchObject({ status: 'done', orderId: 10_081 })
  })

  it('mean the newest whose pieces no report of the kind has named, and link what another kind reports', async () => {
    const world = await splitInto('MUG, POT', 'MUG, CUP')
    const mug = { lines: [line('MUG')] }
    expect(await ended(world, mug)).toBe('done 10082')
    expect(await ended(world, mug, 'refunding')).toBe('done 10082')
    expect(await world.returnsOf(10_082)).toHaveLength(1)
    expect(await ended(world, mug, 'refunding')).toBe('done 10081')
    expect(await ended(world, mug)).toBe('done 10081')
    expect(await world.returnsOf(10_081)).toHaveLength(1)
    // Nothing is free any more: the newest counts, and its plan says what is wrong.
    await world.advance(2 * 24 * 3_600_000)
    expect(await ended(world, mug)).toMatchObject({ code: 'too_many', orderId: 10_082 })
  })

  it.each(['number', 'market'] as const)('mean the part with a SKU which no line carries but its %s', async (skuIs) => {
    const world = await splitInto('MUG x2', 'POT')
    Object.assign(world.sandbox.world.options, { skuIs })
    expect(await ended(world, { lines: [line('MUG')] })).toBe('done 10081')
    expect(await ended(world, { lines: [line('CUP'), line('MUG')] })).toMatchObject({
      split: [
        { orderId: 10_082, lines: [] },
        { orderId: 10_081, lines: [2] },
      ],
    })
  })

  it('count as one for a comment, which goes to the newest', async () => {
    const world = await splitInto('MUG', 'POT')
    const comment = commentSubmitted({ order: { externalNumber: number } })
    expect(await world.deliver('standard', comment)).toMatchObject({ orderId: 10_082 })
  })

  it('mean the part that has the lines by e-mail and label, too, and for the preview', async () => {
    const world = await splitInto('MUG', 'POT')
    const order = { email: 'anna.beispiel@example.com', label: number }
    expect(await ended(world, { order, lines: [line('MUG')] }, 'form')).toBe('done 10081')
    expect(await ended(world, { order, lines: 'all' }, 'form')).toMatchObject({ what: 'split' })
    const asked = { order: { externalNumber: number }, dryRun: true }
    const { result } = await createDesk(world).ask('return.create', { ...asked, lines: [line('MUG')] })
    expect(result).toMatchObject({ orderId: 10_081 })
    const { error } = await createDesk(world).ask('return.create', { ...asked, lines: 'all' })
    expect(error).toMatchObject({ code: 'conflict', message: expect.stringContaining('10082, 10081') })
  })
})

describe('articles of an e-mail address, without a number,', () => {
  const email = 'anna.beispiel@example.com'
  const form = { kind: 'formspree' } as const

  /** Guests are a contact for each order: these have one order of Anna's each, beside those of her contact 501. */
  const withGuests = async (...skus: string[]) => await withGuestsOf(email, ...skus)
  async function withGuestsOf(shared: string, ...skus: string[]) {
    const withdrawing = { kind: 'standard', withdrawals: 'return' } as const
    const world = createWorld({ config: { sources: { form, withdrawing, standard: { kind: 'standard' } } } })
    const model = world.sandbox.world.store.orders.get(10_001)
    for (const [at, sku] of skus.entries()) {
      const contactId = 560 + at
      await world.control('/sandbox/contacts', { method: 'POST', body: { id: contactId, email: shared } })
      const properties = [{ typeId: 98, value: sku }]
      const orderItems = [{ ...model?.orderItems[0], id: 85_000 + at, itemVariationId: 8_000 + at, properties }]
      const body = { ...model, id: 10_500 + at, contactId, orderItems, properties: [{ typeId: 7, value: `G-${at}` }] }
      await world.put(body)
    }
    return world
  }
  const submit = async (world: World, sku: string) => {
    const submission = { email, sku, quantity: '1', note: 'Too small' }
    const { status, orderId, reason } = await world.deliver('form', { form: 'f', submission })
    return reason ? reason : `${status} ${orderId}`
  }

  it.each([
    ['are of the one order that has them', ['KETTLE', 'TRAY'], 'TRAY', 'done 10501'],
    ['are of the one order of the first contact that has them', ['KETTLE'], 'CHAIR-F', 'done 10013'],
  ])('%s', async (_, skus, sku, expected) => {
    const world = await withGuests(...skus)
    expect(await submit(world, sku)).toBe(expected)
    const [{ text = '' } = {}] = await world.commentsOf(Number(expected.slice('done '.length)))
    expect(text).toContain('Too small')
  })

  it('are looked up where no line carries a SKU, a call for each of ten orders at most, and one for the plan', async () => {
    const calls = async (world: World, sku: string) => {
      await world.control('/sandbox/calls', { method: 'DELETE' })
      const outcome = await submit(world, sku)
      return [outcome, (await world.calls()).byRoute['GET /rest/items/variations']]
    }
    const few = await withGuests('KETTLE', 'TRAY')
    Object.assign(few.sandbox.world.options, { skuIs: 'market' })
    expect(await calls(few, 'TRAY')).toEqual(['done 10501', 6])
    const many = await withGuests(...Array.from({ length: 9 }, () => 'CUP'))
    Object.assign(many.sandbox.world.options, { skuIs: 'market' })
    expect(await calls(many, 'CUP')).toEqual([expect.objectContaining({ what: 'too_many' }), undefined])
  })

  it.each<[string, string[], string, object]>([
    ['two orders have', ['TRAY', 'TRAY'], 'TRAY', { code: 'order_ambiguous', what: 'several', ids: [10_501, 10_500] }],
    [
      'no order has',
      ['TRAY'],
      'CUP',
      { code: 'order_ambiguous', what: 'several', ids: expect.arrayContaining([10_013, 10_500, 10_001, 10_012]) },
    ],
    ['eleven contacts may have', Array.from({ length: 10 }, () => 'CUP'), 'TRAY', { what: 'too_many' }],
  ])('that %s are for a person', async (_, skus, sku, expected) => {
    expect(await submit(await withGuests(...skus), sku)).toMatchObject(expected)
  })

  it('lead the comment of a withdrawal to the order of its return, or else to the first contact', async () => {
    const world = await withGuestsOf('guest@example.com', 'KETTLE', 'TRAY')
    const withdraw = async (sku: string) => {
      const body = withdrawalDeclared({ order: { email: 'guest@example.com' }, lines: [{ sku, quantity: 1 }] })
      return await world.deliver('withdrawing', body)
    }
    const event = await withdraw('TRAY')
    expect([event.status, event.orderId, (await world.returnsOf(10_501)).length]).toEqual(['done', 10_501, 1])
    expect(await world.commentsOf(10_501)).toHaveLength(2)
    expect(await withdraw('CUP')).toMatchObject({
      status: 'held',
      orderId: 10_500,
      reason: { code: 'order_ambiguous' },
    })
    expect(await world.commentsOf(10_500)).toHaveLength(1)
  })

  it('stand in the comment of a request that another return has', async () => {
    const world = await withGuests('TRAY')
    const lines = [{ sku: 'TRAY', quantity: 1 }]
    await createDesk(world).ask('return.create', { order: { id: 10_500 }, lines })
    expect(await submit(world, 'TRAY')).toBe('done 10500')
    expect(await world.returnsOf(10_500)).toHaveLength(1)
    const texts = (await world.commentsOf(10_500)).map(({ text }) => text)
    expect(texts.at(-1)).toMatch(/belongs to return .*It is about:.*1 × TRAY/)
  })
})
