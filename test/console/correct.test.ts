import { describe, expect, it } from 'vitest'
import { eventPart, eventPath } from '../../console/html/paths.ts'
import { linesOf } from '../../console/line-rows.ts'
import { commentSubmitted, createWorld, returnRequested, withdrawalDeclared } from '../workflow/world.ts'
import { deskConsole, finished } from './desk-console.ts'
import { fakeBridge, refusal } from './fake-bridge.ts'
import { createVisitor } from './visitor.ts'

/** An event that failed because its SKU is unknown, on the page that corrects it. */
async function unknownSku() {
  const desk = deskConsole()
  const id = await finished(desk.world, returnRequested({ lines: [{ sku: 'NO-SUCH', quantity: 1 }] }))
  return { ...desk, id, page: await desk.visitor.get(eventPart('correct', id)) }
}

describe('correcting an event', () => {
  it('shows what would be sent, then lets the event go on under its note', async () => {
    const { world, visitor, id, page } = await unknownSku()
    const planned = await visitor.submit(page, 'See what would be sent', { pieces30001: '1' })
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
    const planned = await visitor.submit(page, 'See what would be sent', { pieces30001: '1' })
    const fields = { note: 'n', pieces30001: '2' }
    const changed = await visitor.submit(planned, 'Correct it and let it go on', fields)
    expect(changed.text).toContain('The fields have changed since')
    expect((await world.get(id)).status).toBe('failed')
    await visitor.submit(changed, 'Correct it and let it go on')
    expect((await world.get(id)).status).toBe('ready')
  })

  it.each([
    ['a number with a space', '10 002'],
    ['a number of no order', '987654'],
    ['nothing', ''],
  ])('goes on for no order that it has not shown: %s', async (_case, order) => {
    const { visitor, page } = await unknownSku()
    const answer = await visitor.submit(page, 'See what would be sent', { pieces30001: '1', order })
    expect(answer.text).toMatch(/There is no such order|Name the order that is meant/)
    expect(answer.text).not.toContain('Correct it and let it go on')
  })

  it('does nothing to an event that has moved since', async () => {
    const { world, visitor, id, page } = await unknownSku()
    const planned = await visitor.submit(page, 'See what would be sent', { pieces30001: '1' })
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
    expect(await ask({ pieces30001: '-1' })).toContain('Say how much comes back of: Mug')
    // More than is left of it.
    const tooMany = await ask({ pieces30001: '7' })
    expect(tooMany).toContain('Nothing would be sent')
    expect(tooMany).not.toContain('Correct it and let it go on')
  })

  it('fills in what was typed, so that a digit can be mended, and shows the order that is found', async () => {
    const { world, visitor } = deskConsole()
    const lines = [{ sku: 'MUG-BLUE', quantity: 1, reason: 'It leaks' }]
    const id = await finished(world, returnRequested({ order: { externalNumber: '6203001002' }, lines }))
    const page = await visitor.get(eventPart('correct', id))
    expect(page.html).toContain('name="order" type="text" value="6203001002"')
    expect(page.text).not.toContain('Correct it and let it go on')
    const planned = await visitor.submit(page, 'See what would be sent', { order: '6203001001' })
    expect(planned.text).toMatch(/Order 6203001001 10001 Created Sep 1, 2026 Customer A\. B\. Lines 2 × Mug, blue/)
    expect(planned.html).toMatch(/name="pieces30001" value="1"/)
    expect(planned.text).toContain('the return will say "no reason known"')
    expect(planned.html).not.toContain('leaks')
    // However often it is shown.
    const again = await visitor.submit(planned, 'See what would be sent')
    expect(again.text).toContain('the return will say "no reason known"')
    await visitor.submit(again, 'Correct it and let it go on', { note: 'A digit' })
    expect((await world.finish(id)).orderId).toBe(10_001)
  })

  it('keeps a line without its reason where none of the configuration is chosen', async () => {
    const { world, visitor, id, page } = await unknownSku()
    expect(page.html).toMatch(/<select name="reason30001"[^>]*><option value="" selected>no reason known</)
    const fields = { pieces30001: '1', reason30001: 'of my own' }
    const planned = await visitor.submit(page, 'See what would be sent', fields)
    expect(planned.text).toContain('A reason is none of the configuration')
    expect((await world.get(id)).status).toBe('failed')
  })

  it.each(['comment', 'withdrawal'])(
    'shows the order of a %s before it goes on, or that there is none',
    async (kind) => {
      const { world, visitor } = deskConsole()
      const asked = commentSubmitted({ order: { externalNumber: '6203001002' } })
      const id = await finished(
        world,
        kind === 'comment' ? asked : withdrawalDeclared({ order: { externalNumber: '6203001002' } }),
      )
      const page = await visitor.get(eventPart('correct', id))
      const none = await visitor.submit(page, 'See what would be sent', { order: '6203001003' })
      expect(none.text).toContain('There is no such order')
      expect(none.text).not.toContain('Correct it and let it go on')
      const found = await visitor.submit(none, 'See what would be sent', { order: '6203001001' })
      expect(found.text).toMatch(/Order 6203001001 10001 .* Customer A\. B\. Lines 2 × Mug/)
      expect(found.text).toContain('What would be sent A comment It will be written to this order.')
      await visitor.submit(found, 'Correct it and let it go on', { note: 'A digit' })
      expect(await world.finish(id)).toMatchObject({ status: 'done', orderId: 10_001 })
    },
  )

  it('shows the return of a withdrawal too, and what the words of the customer mean in the other order', async () => {
    const sources = { standard: { kind: 'standard', withdrawals: 'return' } } as const
    const { world, visitor } = deskConsole(createWorld({ config: { sources } }))
    const lines = [{ name: 'Mug, blue', quantity: 1 }]
    const asked = withdrawalDeclared({ order: { externalNumber: '6203001002' }, lines })
    const id = await finished(world, asked)
    const page = await visitor.get(eventPart('correct', id))
    const planned = await visitor.submit(page, 'See what would be sent', { order: '6203001001' })
    expect(planned.text).toMatch(/It will be written to this order\. .* A return .* Mug, blue · MUG-BLUE in 1 /)
    await visitor.submit(planned, 'Correct it and let it go on', { note: 'A digit' })
    expect(await world.finish(id)).toMatchObject({ status: 'done', orderId: 10_001 })
    expect(await world.returnsOf(10_001)).toHaveLength(1)
  })

  it('goes on without a plan where the bridge is of an earlier version', async () => {
    const desk = deskConsole()
    const id = await finished(desk.world, commentSubmitted({ order: { externalNumber: '6203001002' } }))
    const { visitor } = deskConsole(desk.world, (command) => {
      const isOlder = 'command' in command && command.command === 'event.plan' && 'order' in command
      return isOlder ? Promise.resolve(refusal('invalid', 'unknown field "order"')) : desk.ask(command)
    })
    const page = await visitor.get(eventPart('correct', id))
    const shown = await visitor.submit(page, 'See what would be sent', { order: '6203001001' })
    expect(shown.text).toContain('It will be written to this order.')
    await visitor.submit(shown, 'Correct it and let it go on', { note: 'A digit' })
    expect((await desk.world.finish(id)).status).toBe('done')
  })

  it('asks which order is meant where several have the e-mail, and shows no e-mail of its own', async () => {
    const { world, visitor } = deskConsole()
    const order = { email: 'nobody@example.org', label: 'My own label' }
    const id = await finished(world, returnRequested({ order }))
    const page = await visitor.get(eventPart('correct', id))
    expect(page.html).toMatch(/name="order" type="text" value=""/)
    const several = await visitor.submit(page, 'See what would be sent', { order: 'anna.beispiel@example.com' })
    expect(several.text).toContain('Several orders fit. Which one is meant?')
    expect(several.text).not.toContain('Correct it and let it go on')
    const chosen = await visitor.submit(several, 'See what would be sent', { orderId: '10001' })
    expect(chosen.text).toContain('What would be sent')
    const after = await visitor.submit(chosen, 'Correct it and let it go on', { note: 'n' })
    expect(after.text).toContain('The event was corrected')
  })

  it('reads numbers as people write them, and names the lines where they are none', () => {
    const given = (...all: string[]) =>
      new Map(all.map((quantity, at) => [at + 1, { quantity, reason: at === 1 ? 'defective' : '' }]))
    expect(linesOf(given('1,5', '2', '', '0'), [])).toEqual({
      lines: [
        { orderItemId: 1, quantity: 1.5 },
        { orderItemId: 2, quantity: 2, reason: 'defective' },
      ],
    })
    const rows = [1, 2, 3, 4].map((id) => ({
      orderItemId: id,
      included: true,
      quantity: 1,
      why: '',
      name: `line ${id}`,
    }))
    expect(linesOf(given('1', 'two', '-1', '1e999'), rows)).toEqual({ wrong: ['line 2', 'line 3', 'line 4'] })
  })
})

describe('the plan of an event', () => {
  it('moves nothing, and lets the event go on as it was seen', async () => {
    const { world, visitor } = deskConsole()
    await finished(world, returnRequested({}))
    const id = await finished(world, returnRequested({}))
    const page = await visitor.get(eventPart('plan', id))
    expect(page.text).toContain('Nothing was sent, and the event did not move.')
    await visitor.submit(page, 'Let it go on', { known: 'yes' })
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
  it('is shown for a reason alone, as text, under an address that shows nothing to others', async () => {
    const { app, world, visitor } = deskConsole()
    const lines = [{ name: 'My blue mug', quantity: 2, reason: 'It leaks' }]
    const note = '<script>alert(1)</script>'
    const id = await finished(world, returnRequested({ note, lines, email: 'anna@example.org' }))
    const page = await visitor.get(eventPath(id))
    const refused = await visitor.submit(page, 'Show the delivery')
    expect(refused.path).toContain('/console/event?id=')
    expect(refused.html).toContain('role="alert"')
    const shown = await visitor.submit(page, 'Show the delivery', { note: 'The customer asks', by: 'Ann' })
    expect(shown.path).toContain('/console/reveal?shown=')
    expect((await createVisitor(app).get(shown.path)).text).not.toContain('alert(1)')
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
    const shown = await visitor.follow(await visitor.post('/console/reveal', { token, id: 'a/1', note: 'x' }))
    expect(shown.text).toContain('longer than what is shown here')
    expect(shown.html.length).toBeLessThan(100_000)
  })
})
