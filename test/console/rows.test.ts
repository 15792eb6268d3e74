import { describe, expect, it } from 'vitest'
import { eventPath } from '../../console/html/paths.ts'
import { createWorld, returnRequested } from '../workflow/world.ts'
import { deskConsole, finished } from './desk-console.ts'
import { fakeBridge } from './fake-bridge.ts'

const number = '6203001001'

describe('a row', () => {
  it('says what it is, of which order, from whom and how long ago, and its id is there', async () => {
    const event = {
      ...{ id: 'form/1', source: 'form', status: 'held', attempts: 1 },
      about: { text: 'Return of 1 × <b>Mug</b> · order #1001', title: 'Return <i>form</i>' },
      ...{ receivedAt: '2026-03-02T08:54:00.000Z', updatedAt: '2026-03-02T08:54:00.000Z' },
    }
    const { visitor } = fakeBridge({
      'event.list': { events: [event] },
      stats: { held: 1, failed: 0, stopped: [event] },
    })
    for (const path of ['/console', '/console/search?status=held']) {
      const { html, text } = await visitor.get(path)
      expect(text).toContain('Return of 1 × <b>Mug</b> · order #1001')
      expect(html).toContain(`<a href="${eventPath(event.id)}">Return of 1 × &lt;b&gt;Mug&lt;/b&gt; · order #1001</a>`)
      expect(html).toMatch(
        /<small class="quiet">Return &lt;i&gt;form&lt;\/i&gt; · <span [^>]*>6 minutes ago<\/span> · <span class="id">form\/1</,
      )
    }
  })

  it('names its event by the id where an older bridge says no more', async () => {
    const event = { id: 'form/1', source: 'form', status: 'ready', attempts: 0, receivedAt: '', updatedAt: '' }
    const { visitor } = fakeBridge({ 'event.list': { events: [event] } })
    expect((await visitor.get('/console/search?status=ready')).html).toContain(
      `<a href="${eventPath('form/1')}">form/1</a>`,
    )
  })

  it('has the number of an order that nobody knows as it was typed, with a question mark', async () => {
    const { world, visitor } = deskConsole()
    const id = await finished(world, returnRequested({ order: { externalNumber: '#10001' } }))
    expect((await visitor.get(eventPath(id))).text).toContain('Return of 1 piece · order #10001?')
  })

  it('is the title of its event, in the language of the bridge', async () => {
    const sources = { standard: { kind: 'standard', title: 'Werkstatt' } } as const
    const world = createWorld({ config: { sources, language: 'de' } })
    const { visitor } = deskConsole(world)
    const id = await world.accept('standard', returnRequested({}))
    expect((await visitor.get(eventPath(id))).html).toContain('<h1>Nachricht: Werkstatt</h1>')
    await world.finish(id)
    const { html } = await visitor.get(eventPath(id))
    expect(html).toContain(`<h1>Retoure: 1 × Mug, blue · Auftrag ${number}</h1>`)
    expect(html).toMatch(new RegExp(`Werkstatt · <span [^>]*>[^<]*</span> · <small class="id">${id}<`))
  })
})

it('shows an order by its number, its label, and the SKUs of its lines', async () => {
  const world = createWorld()
  const now = world.now()
  await world.workflow.inbox.learnLabel('shopify', { label: { names: ['#1001'], externalNumber: number }, now })
  await finished(world, returnRequested({ order: { externalNumber: '#1001' } }))
  const { visitor } = deskConsole(world)
  const page = await visitor.get('/console/order?id=10001')
  expect(page.text).toContain(`number ${number} · label #1001`)
  expect(page.text).toContain('1 × Mug, blue')
  expect(page.html).toMatch(/<th scope="row">Mug, blue<\/th><td data-name="SKU">MUG-BLUE<\/td>/)
  const found = await visitor.submit(await visitor.get('/console/orders'), 'Find', { q: '#1001' })
  expect(found.html).toContain(
    `<a href="/console/order?id=10001">${number}</a><br><small class="id quiet">10001</small>`,
  )
  expect(found.text).toContain('Mug, blue (MUG-BLUE)')
})
