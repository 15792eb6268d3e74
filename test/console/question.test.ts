import { describe, expect, it } from 'vitest'
import { actionsOf } from '../../console/actions-of.ts'
import { eventPart, eventPath } from '../../console/html/paths.ts'
import { reasonsByStatus } from '../../lib/reasons.ts'
import { languages } from '../../lib/sentences/languages.ts'
import { say } from '../../lib/sentences/sentences.ts'
import { reasons } from '../sentences/examples.ts'
import { commentSubmitted, createWorld, returnRequested } from '../workflow/world.ts'
import { deskConsole, finished } from './desk-console.ts'
import { fakeBridge } from './fake-bridge.ts'

const at = '2026-03-02T09:00:00.000Z'
const command = { type: 'create-return', key: 'a', order: { externalNumber: '#1001' }, lines: 'all' }
const stopped = (reason: object, others: object = {}) => ({
  ...{ id: 'form/1', source: 'form', status: 'held', attempts: 1, receivedAt: at, updatedAt: at },
  ...{ returnIds: [], commentIds: [], createdOrderIds: [], publishedImageIds: [], commands: [command], history: [] },
  ...others,
  reason,
})
const why = { happened: [], next: 'Next.', toDo: 'Do it.', locks: [], writes: [] }
const mainButtons = (html: string) => [
  ...html.matchAll(/<(?:button|a) class="(?:button )?(?:main|risky)"[^>]*>([^<]*)</g),
]
/** Before whatever is folded. */
const open = (html: string) => html.slice(0, html.indexOf('<details'))

describe('a held event', () => {
  it('asks which of several orders is meant, each with its number, date and initials, and shows what would be sent', async () => {
    const { world, visitor } = deskConsole()
    const id = await finished(world, returnRequested({ order: { email: 'anna.beispiel@example.com' }, lines: 'all' }))
    const page = await visitor.get(eventPath(id))
    expect(page.text).toContain('Which order is meant? Several orders fit what was given.')
    for (const one of ['Order 10001 · 6203001001 · Sep 1, 2026 · A. B. · 2 × Mug, blue', 'Order 10012 ·'])
      expect(page.text).toContain(one)
    expect(mainButtons(open(page.html)).map(([, text]) => text)).toEqual(['See what would be sent'])
    const planned = await visitor.submit(page, 'See what would be sent', { order: '10001' })
    expect(planned.text).toMatch(/Order 6203001001 10001 .* What would be sent/)
    await visitor.submit(planned, 'Correct it and let it go on', { note: 'She called' })
    expect(await world.finish(id)).toMatchObject({ status: 'done', orderId: 10_001 })
  })

  it('lets the only order that may be meant be confirmed, and its plan go on', async () => {
    const { world, visitor } = deskConsole()
    const order = { email: 'ben.muster@example.com', label: '#9999' }
    const id = await finished(world, returnRequested({ order, lines: [{ sku: 'LAMP-7', quantity: 1 }] }))
    const page = await visitor.get(eventPath(id))
    expect(page.text).toMatch(/does not carry the label .* Order 302-1234567-1234567 10002 .* Customer B\. M\./)
    expect((await visitor.get(eventPart('plan', id))).text).toContain('Let it go on')
    await visitor.submit(page, 'Yes, it is this order')
    expect((await world.finish(id)).status).toBe('done')
  })

  it('asks whether it is the customer, and says nothing in their own words', async () => {
    const world = createWorld()
    const asked = { email: 'ben.muster@example.com', note: 'It leaks', requireEmail: true }
    const id = await finished(
      world,
      returnRequested({ ...asked, lines: [{ name: 'My mug', quantity: 1, reason: 'bad' }] }),
    )
    const { html, text } = await deskConsole(world).visitor.get(eventPath(id))
    expect(html).not.toMatch(/leaks|My mug|ben\.muster|>bad</)
    expect(text).toContain('not shown: the customer wrote it')
  })

  it.each([
    [{ what: 'covered', ids: [7] }, ['Link to this return'], /Is it the same parcel\?.*Return 7 · 2 × Mug/],
    [{ what: 'gone', ids: [7] }, ['Compare with the returns and link'], /has left the order/],
  ])('asks for the parcel by the returns of the order: %j', async (facts, buttons, said) => {
    const orderItems = [{ id: 1, itemVariationId: 1, quantity: 2, orderItemName: 'Mug', typeId: 1 }]
    const returns = [7, 8].map((id) => ({ id, typeId: 3, statusId: 9, orderItems }))
    const { visitor } = fakeBridge({
      'event.get': stopped({ code: 'same_parcel', text: 'Return 7 has it.', orderId: 5, ...facts }),
      'return.list': { returns },
      why,
    })
    const { html, text } = await visitor.get(eventPath('form/1'))
    expect(text).toMatch(said)
    expect(html).not.toMatch(/value="8"/)
    expect(mainButtons(open(html)).map(([, button]) => button)).toEqual(buttons)
  })

  it('leads to the login first while that is closed, whatever else would help', async () => {
    const { visitor } = fakeBridge({
      'event.get': stopped({ code: 'deferred_too_long', text: 'It was deferred.' }),
      'login.status': { state: 'refused', says: 'The login is closed. Then use login.reset.' },
      why,
    })
    const { html } = await visitor.get(eventPath('form/1'))
    expect(html).toContain('The login is closed.')
    expect(html).not.toContain('login.reset')
    expect(mainButtons(open(html)).map(([, button]) => button)).toEqual(['To the login'])
  })

  it.each([
    [['login.reset'], ['login']],
    [['event.release'], ['release']],
    [[], []],
  ])('is not released in vain while it waits: %j', (asked, advised) => {
    expect(actionsOf({ status: 'waiting', commands: [] }, { asked }).advised).toEqual(advised)
  })

  it('has no button for a plan that sends nothing', async () => {
    const { world, visitor } = deskConsole()
    const id = await finished(world, returnRequested({ order: { id: 999 } }))
    expect((await visitor.get(eventPart('plan', id))).text).not.toContain('Let it go on')
  })

  const all = [...reasonsByStatus.held, ...reasonsByStatus.failed].flatMap((code) =>
    (['en', 'de'] as const).map((language) => [code, language] as const),
  )
  it.each(all)('is one question with one button, and names no command: %s (%s)', async (code, language) => {
    const sentences = languages[language]
    for (const reason of reasons[code]) {
      const text = say(sentences.reason, reason)
      const { visitor } = fakeBridge({
        stats: { language },
        'event.get': stopped(
          { ...reason, text },
          { status: reasonsByStatus.held.includes(code as never) ? 'held' : 'failed' },
        ),
        why: { ...why, toDo: sentences.advice[code] },
      })
      const { html, text: shown } = await visitor.get(eventPath('form/1'))
      expect(html.match(/<h2>[^<]*\?<\/h2>/g)).toHaveLength(1)
      expect(mainButtons(open(html)).length).toBe(1)
      expect(shown).not.toMatch(/`|\b(event|order|return|comment|record|contact|login)\.[a-z]+\b|relation 1|Relation 1/)
    }
  })
})

describe('a finished event', () => {
  it.each([
    [
      returnRequested({ order: { externalNumber: '6203001001' }, lines: [{ sku: 'MUG-BLUE', quantity: 2 }] }),
      /A return of 2 pieces was announced on order 6203001001 : return 7\d+/,
    ],
    [returnRequested({ lines: 'all' }), /A return of what was left was announced on order 6203001001 : return 7\d+/],
    [commentSubmitted({}), /A comment was written on order 10001 \./],
  ])('says what was done, with links', async (body, said) => {
    const { world, visitor } = deskConsole()
    const { html, text } = await visitor.get(eventPath(await finished(world, body)))
    expect(text).toMatch(said)
    expect(html).toMatch(/<p>[^<]* <a href="\/console\/order\?id=10001/)
  })

  it('says that it belongs to a return that was there, and what else was made', async () => {
    const linked = { at, code: 'linked', text: 'Linked.', facts: { returnId: 9 } }
    const made = { returnIds: [9], createdOrderIds: [8], publishedImageIds: [1, 2], orderId: 7, history: [linked] }
    const { visitor } = fakeBridge({
      'event.get': { ...stopped({}, { status: 'done', ...made }), reason: undefined },
      why,
    })
    expect((await visitor.get(eventPath('form/1'))).text).toMatch(
      /belongs to a return that was there, on order #1001 : return 9 A new order was created: order 8 \. 2 images were made visible\./,
    )
  })
})
