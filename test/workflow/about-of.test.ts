import { describe, expect, it } from 'vitest'
import type { About } from '../../lib/inbox/event.ts'
import { languages } from '../../lib/sentences/languages.ts'
import { rowText } from '../../lib/sentences/row.ts'
import { createWorld, putSale } from './world.ts'

const config = {
  sources: {
    typed: {
      kind: 'typeform',
      requireEmail: false,
      translate: ({ payload }: { payload: unknown }) => payload as never,
    },
    strict: { kind: 'tally', translate: ({ payload }: { payload: unknown }) => payload as never },
    own: { kind: 'standard' },
    shop: { kind: 'shopify', translate: ({ payload }: { payload: unknown }) => payload as never },
  },
} as const

const mug = { sku: 'MUG-BLUE', quantity: 1 }
const email = 'anna.beispiel@example.com'
const number = '6203001001'
const asked = (data: object) => [
  { type: 'create-return', key: 'a', order: { externalNumber: number }, lines: [mug], ...data },
]

/** What is stored of a delivery to a source, after one run. */
async function aboutOf(source: string, body: unknown, world = createWorld({ config })) {
  const now = world.now()
  await world.workflow.inbox.learnLabel('shop', { label: { names: ['#1001'], externalNumber: number }, now })
  const { event } = await world.begin(source, body)
  return event.about
}

describe('what a row says is stored by the run', () => {
  it.each<[string, string, unknown, About]>([
    ['a line as the order calls it', 'typed', asked({}), { what: 'return', pieces: 1, name: 'Mug, blue', number }],
    [
      'the label that the customer knows',
      'typed',
      asked({ order: { externalNumber: '#1001' } }),
      { what: 'return', pieces: 1, name: 'Mug, blue', number, label: '#1001' },
    ],
    ['all lines', 'typed', asked({ lines: 'all' }), { what: 'return', all: true, number }],
    [
      'nothing of a line that is not the order’s',
      'typed',
      asked({ lines: [{ sku: 'GEHEIM-5', quantity: 2 }, mug] }),
      { what: 'return', pieces: 1, name: 'Mug, blue', more: 1, number },
    ],
    [
      'no telephone number that a visitor typed for an order',
      'typed',
      asked({ order: { externalNumber: '0170-1234567' } }),
      { what: 'return', pieces: 1 },
    ],
    [
      'the number that a visitor typed, where there is no such order',
      'typed',
      asked({ order: { externalNumber: '#10001' } }),
      { what: 'return', pieces: 1, typed: '#10001' },
    ],
    [
      'nothing that has not the form of a number',
      'typed',
      asked({ order: { email: 'nobody@example.org', label: 'Anna Beispiel 7' } }),
      { what: 'return', pieces: 1 },
    ],
    [
      'the order that a question is about',
      'strict',
      asked({ email: 'other@example.com' }),
      { what: 'return', pieces: 1, name: 'Mug, blue', number },
    ],
    [
      'what a shop names, of an order that is not there yet',
      'shop',
      asked({ key: 'refund/1', order: { externalNumber: '6203009999' }, lines: [mug, mug] }),
      { what: 'refund', pieces: 1, name: 'MUG-BLUE', more: 1, number: '6203009999' },
    ],
    [
      'a withdrawal',
      'typed',
      [{ type: 'declare-withdrawal', key: 'a', order: { email, label: '#1001' }, lines: [mug], text: 'Geheim' }],
      { what: 'withdrawal', pieces: 1, name: 'Mug, blue', number, label: '#1001' },
    ],
    [
      'a comment by id',
      'own',
      { type: 'comment.submitted', data: { order: { id: 10_001 }, text: 'Geheim' } },
      { what: 'comment' },
    ],
    ['a cancellation', 'own', { type: 'return.cancelled', data: { parcel: 'R1' } }, { what: 'cancellation' }],
  ])('%s', async (_title, source, body, about) => {
    expect(await aboutOf(source, body)).toEqual(about)
  })

  it('stays where a later run reads no order, and before the first there is none', async () => {
    const world = createWorld({ config })
    const id = await world.accept('typed', asked({}))
    expect((await world.get(id)).about).toBeUndefined()
    await world.fault({ method: 'POST', path: '/rest/comments', kind: 'status', status: 503, times: 1 })
    const { event } = await world.run(id)
    expect(event).toMatchObject({ status: 'waiting', about: { name: 'Mug, blue', number } })
    expect(await world.finish(id)).toMatchObject({ status: 'done', about: event.about })
  })

  it('is of 160 characters at most, and never of half a surrogate pair', async () => {
    for (const length of [200, 201]) {
      const world = createWorld({ config })
      const item = {
        id: 1,
        typeId: 1,
        itemVariationId: 1101,
        quantity: 9,
        orderItemName: `${'x'.repeat(length % 2)}${'🙂'.repeat(length)}`,
      }
      await putSale(world, [item], { properties: [{ typeId: 7, value: `N${'1'.repeat(80)}` }] })
      const lines = Array.from({ length: 500 }, () => ({ orderItemId: 1, quantity: 1_000_000 }))
      const about = await aboutOf('own', { type: 'return.requested', data: { order: { id: 88_000 }, lines } }, world)
      expect(about).toMatchObject({ name: expect.stringMatching(/🙂…$/u), more: 499 })
      for (const { row } of Object.values(languages)) {
        const text = rowText(row, { about: { ...about, what: 'cancellation' }, title: { code: 'hand' } })
        expect(text.length).toBeLessThanOrEqual(160)
        expect(text.isWellFormed()).toBe(true)
      }
    }
  })
})
