import { describe, expect, it } from 'vitest'
import type { ConfigInput } from '../../../lib/config/config.ts'
import { createDesk } from '../../operator/desk.ts'
import { answering, createWorld, type World } from '../world.ts'

/** Anybody can fill in a form, also with an address that half of all contacts resemble. */
const email = 'n@g'
const config: ConfigInput = {
  sources: {
    shopify: { kind: 'shopify' },
    form: { kind: 'google-forms' },
    withdrawal: { kind: 'google-forms', tells: 'withdrawal' },
  },
}
const answers = (given: object) => ({
  responseId: 'r1',
  answers: Object.entries({ email, ...given }).map(([title, value]) => ({ title, value })),
})

/** The list of contacts, as of a back office that reads a filter in its own way. `shown`: what each contact shows beside its id. */
const contactsAnswer = (count: number, shown: (id: number) => object) =>
  answering(/^\/rest\/accounts\/contacts$/, (_, { searchParams }) => {
    const [page, size] = [Number(searchParams.get('page')), Number(searchParams.get('itemsPerPage'))]
    const all = Array.from({ length: count }, (_, index) => ({ id: 500 + index, ...shown(500 + index) }))
    const entries = all.slice((page - 1) * size, page * size)
    return { page, totalsCount: count, isLastPage: page * size >= count, entries }
  })

const pagesOf = async (world: World) => (await world.calls()).byRoute['GET /rest/accounts/contacts'] ?? 0

const forms: [title: string, source: string, given: object][] = [
  ['a note', 'form', { note: 'Hello' }],
  ['an order number', 'form', { order_number: '6203001001', sku: 'MUG-BLUE' }],
  ['an order number that nobody has', 'form', { order_number: '77', sku: 'MUG-BLUE' }],
  ['an order number that is a label of a shop', 'form', { order_number: '#1001', sku: 'MUG-BLUE' }],
  ['a label', 'form', { order_label: '#1001', sku: 'MUG-BLUE' }],
  ['a label that nobody has', 'form', { order_label: '#77', sku: 'MUG-BLUE' }],
  ['a withdrawal', 'withdrawal', { order_number: '6203001001' }],
  ['a withdrawal by label', 'withdrawal', { order_label: '#1001' }],
  ['a withdrawal by the address alone', 'withdrawal', {}],
]

async function submit(world: World, source: string, given: object) {
  await world.workflow.inbox.learnLabel('shopify', {
    label: { names: ['#1001'], externalNumber: '6203001001' },
    now: world.now(),
  })
  return await world.deliver(source, answers(given))
}

describe('an anonymous form with an address that thousands of contacts resemble', () => {
  it.each(forms)('costs two pages and one attempt, and writes nothing: %s', async (_title, source, given) => {
    const world = createWorld({ config, fetch: contactsAnswer(3_000, (id) => ({ email: `${id}n@g.example` })) })
    const before = world.effects()
    const event = await submit(world, source, given)
    expect(event.status).toBe('held')
    expect(event.attempts).toBe(1)
    expect(event.updatedAt).toBe(event.receivedAt)
    expect(await pagesOf(world)).toBeLessThanOrEqual(2)
    expect(world.effects()).toEqual(before)
  })

  it('reads them once, also where they are few', async () => {
    const world = createWorld({ config, fetch: contactsAnswer(300, (id) => ({ email: `${id}n@g.example` })) })
    expect(await submit(world, 'form', { order_number: '#1001', sku: 'MUG-BLUE' })).toMatchObject({ status: 'held' })
    expect(await pagesOf(world)).toBe(2)
  })
})

describe('a contact that shows no address', () => {
  /** The contact of the order of somebody else. */
  const bare = contactsAnswer(1, () => ({}))
  const fakes = [bare, contactsAnswer(2, () => ({})), contactsAnswer(1, () => ({ email: '', options: [] }))]

  it.each(forms)('is no proof, and nothing is written: %s', async (_title, source, given) => {
    for (const fetch of fakes) {
      const world = createWorld({ config, fetch })
      const before = world.effects()
      const event = await submit(world, source, given)
      expect(['held', 'failed']).toContain(event.status)
      expect(event.attempts).toBe(1)
      expect(world.effects()).toEqual(before)
    }
  })

  it('leads the operator to no order, by order.find and by a dry run', async () => {
    for (const fetch of fakes) {
      const { ask } = createDesk(createWorld({ config, fetch }))
      expect(await ask('order.find', { email })).toEqual({ ok: true, result: { orders: [], more: false } })
      const dryRun = { lines: 'all', dryRun: true }
      for (const order of [{ email }, { email, label: '#1001' }])
        expect(await ask('return.create', { order, ...dryRun })).toMatchObject({ ok: false })
    }
  })
})
