import { describe, expect, it } from 'vitest'
import { eventPart, eventPath } from '../../console/html/paths.ts'
import { linesOf, type Row } from '../../console/line-rows.ts'
import { returnRequested } from '../workflow/world.ts'
import { deskConsole, finished } from './desk-console.ts'
import { fakeBridge, refusal } from './fake-bridge.ts'

/** An event that failed because its SKU is unknown, on the page that corrects it. */
async function unknownSku() {
  const desk = deskConsole()
  const id = await finished(desk.world, returnRequested({ lines: [{ sku: 'NO-SUCH', quantity: 1 }] }))
  return { ...desk, id, page: await desk.visitor.get(eventPart('correct', id)) }
}

describe('correcting an event', () => {
  it('shows what would be sent, then lets the event go on under its note', async () => {
    const { world, visitor, id, page } = await unknownSku()
    const planned = await visitor.submit(page, 'See what would be sent', { value0: 'MUG-BLUE' })
    expect(planned.text).toContain('What would be sent')
    expect((await world.get(id)).status).toBe('failed')
    const after = await visitor.submit(planned, 'Correct it and let it go on', { note: 'The customer meant the mug' })
    expect(after.text).toContain('The event was corrected and goes on.')
    expect((await world.finish(id)).status).toBe('done')
    expect(await world.returnsOf(10_001)).toHaveLength(1)
    expect((await visitor.get(eventPath(id))).text).toContain('The customer meant the mug')
  })

  it('shows the plan again, and does nothing, where the fields have changed since', async () => {
    const { world, visitor, id, page } = await unknownSku()
    const planned = await visitor.submit(page, 'See what would be sent', { value0: 'MUG-BLUE' })
    const fields = { note: 'n', value0: 'TEAPOT-W' }
    const changed = await visitor.submit(planned, 'Correct it and let it go on', fields)
    expect(changed.text).toContain('The fields have changed since')
    expect((await world.get(id)).status).toBe('failed')
    await visitor.submit(changed, 'Correct it and let it go on')
    expect((await world.get(id)).status).toBe('ready')
  })

  it.each([
    ['an order is typed, and none is chosen', { orderValue: '10002' }],
    ['an id is chosen that is none', { orderBy: 'id', orderValue: '10 002' }],
    ['a way is chosen, and nothing is typed', { orderBy: 'externalNumber' }],
    ['a label has no e-mail', { orderLabel: '#1001' }],
  ])('never leaves the order as it is where %s', async (_case, fields) => {
    const { visitor, page } = await unknownSku()
    const answer = await visitor.submit(page, 'See what would be sent', { value0: 'MUG-BLUE', ...fields })
    expect(answer.text).toContain('Name the other order by what you chose')
    expect(answer.text).not.toContain('Correct it and let it go on')
  })

  it('does nothing to an event that has moved since', async () => {
    const { world, visitor, id, page } = await unknownSku()
    const planned = await visitor.submit(page, 'See what would be sent', { value0: 'MUG-BLUE' })
    await visitor.submit(await visitor.get(eventPath(id)), 'Discard')
    const after = await visitor.submit(planned, 'Correct it and let it go on', { note: 'n' })
    expect(after.text).toContain('Nothing was done')
    expect((await world.get(id)).status).toBe('discarded')
  })

  it('says what is missing', async () => {
    const { visitor, page } = await unknownSku()
    const ask = async (fields: Record<string, string>) =>
      (await visitor.submit(page, 'See what would be sent', fields)).text
    expect(await ask({})).toContain('Nothing is corrected yet')
    expect(await ask({ value0: '' })).toContain('in row 1.')
    expect(await ask({ quantity0: '0' })).toContain('in row 1.')
    expect(await ask({ quantity0: '-1' })).toContain('in row 1.')
    expect(await ask({ orderBy: 'id', orderValue: '987654' })).toContain('knows no such open sales order')
  })

  it('names the places of rows as the page has them', () => {
    const first: Row = { item: '', by: 'sku', value: 'A', quantity: '1', reason: '' }
    const row = (others: Partial<Row>): Row => ({ ...first, ...others })
    expect(linesOf([row({ quantity: '0' }), row({ quantity: '' }), row({ by: 'orderItemId' })])).toEqual({
      incomplete: [2, 3],
    })
    expect(linesOf([row({ quantity: '0' }), row({ quantity: '1,5' }), row({ item: '7' })])).toEqual({
      lines: [
        { sku: 'A', quantity: 1.5 },
        { orderItemId: 7, quantity: 1 },
      ],
    })
  })
})

describe('the plan of an event', () => {
  it('moves nothing, and lets the event go on as it was seen', async () => {
    const { world, visitor } = deskConsole()
    const id = await finished(world, returnRequested({ order: { id: 999 } }))
    const page = await visitor.get(eventPart('plan', id))
    expect(page.text).toContain('Nothing was sent, and the event did not move.')
    await visitor.submit(page, 'Let it go on')
    expect((await world.get(id)).status).toBe('ready')
  })

  it('leads to the event where it cannot be made now, with the reason', async () => {
    const { visitor, asked } = fakeBridge({
      'event.plan': () => refusal('conflict', 'A run works on it.'),
      'event.get': { id: 'a/1' },
    })
    await visitor.get(eventPart('plan', 'a/1'))
    expect(asked.map(({ command }) => command)).toContain('why')
    expect((await visitor.get(eventPart('plan', '../x'))).path).toContain('/console/event?id=')
    const unknown = fakeBridge({ 'event.get': { id: 'a/1' } })
    expect(await unknown.visitor.get(eventPart('plan', 'a/1'))).toMatchObject({ status: 404 })
  })
})

describe('the delivery itself', () => {
  it('is shown for a reason alone, as text, under an address that names no event', async () => {
    const { world, visitor } = deskConsole()
    const lines = [{ name: 'My blue mug', quantity: 2, reason: 'It leaks' }]
    const note = '<script>alert(1)</script>'
    const id = await finished(world, returnRequested({ note, lines, email: 'anna@example.org' }))
    const page = await visitor.get(eventPath(id))
    const refused = await visitor.submit(page, 'Show the delivery')
    expect(refused.path).toContain('/console/event?id=')
    expect(refused.html).toContain('role="alert"')
    const shown = await visitor.submit(page, 'Show the delivery', { note: 'The customer asks', by: 'Ann' })
    expect(shown.path).toBe('/console/reveal')
    expect(shown.text).toMatch(
      /anna@example\.org Words of the customer <script>alert\(1\)<\/script> .* My blue mug 2 It leaks .*Field Value/,
    )
    for (const words of ['blue mug', 'leaks', 'anna@']) expect(page.html).not.toContain(words)
    expect(shown.html).not.toContain('<script>alert')
    expect((await visitor.get(eventPath(id))).text).toContain('The customer asks')
  })

  it('stays small however much was delivered, and says so', async () => {
    const fields = Array.from({ length: 500 }, () => ({ name: 'n'.repeat(400), value: 'v'.repeat(40_000) }))
    const words = 'w'.repeat(9_000)
    const lines = Array.from({ length: 90 }, () => ({ name: words, quantity: 1, reason: words }))
    const said = Array.from({ length: 20 }, () => ({ note: words, lines }))
    const { visitor } = fakeBridge({ 'event.reveal': { id: 'a/1', said, fields, body: 'b'.repeat(200_000) } })
    const { html } = await visitor.get('/console/bulk')
    const token = /name="token" value="([^"]+)"/.exec(html)?.[1] ?? ''
    const shown = await visitor.post('/console/reveal', { token, id: 'a/1', note: 'x' })
    expect(shown.text).toContain('longer than what is shown here')
    expect(shown.html.length).toBeLessThan(100_000)
  })
})
