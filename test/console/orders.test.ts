import { describe, expect, it } from 'vitest'
import { createWorld, returnRequested } from '../workflow/world.ts'
import { deskConsole, finished } from './desk-console.ts'
import { fakeBridge, refusal } from './fake-bridge.ts'

const mug = { id: 1, itemVariationId: 1, quantity: 1, orderItemName: '<i>Mug</i>', typeId: 1 }
const order = { id: 7, typeId: 1, statusId: 3, orderItems: [mug] }

describe('the page of orders', () => {
  it('finds an order by its number, by its label, by its id and by an e-mail, which no address keeps', async () => {
    const { visitor } = deskConsole()
    const find = async (q: string) => await visitor.submit(await visitor.get('/console/orders'), 'Find', { q })
    expect((await find('10001')).path).toBe('/console/order?id=10001')
    for (const number of ['302-1234567-1234567', '6203001001'])
      expect((await find(number)).text).toContain('1 order, the newest first')
    const byEmail = await find('nobody@example.org')
    expect(byEmail.path).toMatch(/^\/console\/orders\?shown=[\w-]+$/)
    expect(byEmail.text).toContain('No sales order is found by that')
  })

  it('leaves the choice where one order has the number and another one the id', async () => {
    const other = { id: 4711, statusId: 7, typeId: 1, orderItems: null }
    const { visitor } = fakeBridge({ 'order.find': { orders: [order], more: false, byId: other } })
    const page = await visitor.submit(await visitor.get('/console/orders'), 'Find', { q: '4711' })
    expect(page.path).toMatch(/^\/console\/orders\?shown=/)
    expect(page.text).toMatch(/1 order, the newest first.*The order with this id/s)
    for (const id of [7, 4711]) expect(page.html).toContain(`href="/console/order?id=${id}"`)
  })

  it('shows why the back office cannot be asked, and what was typed as text', async () => {
    const { visitor } = fakeBridge({ 'order.find': () => refusal('login_closed', 'The login is closed.') })
    const page = await visitor.submit(await visitor.get('/console/orders'), 'Find', {
      q: '"><script>alert(1)</script>',
    })
    expect(page.text).toContain('The login is closed.')
    expect(page.html).not.toContain('<script>alert')
  })

  it('asks for an order number where a number is the id of no order', async () => {
    const { visitor, asked } = fakeBridge({
      'order.find': { orders: [{ id: 5, statusId: 3, typeId: 1, orderItems: null }], more: true },
    })
    const page = await visitor.submit(await visitor.get('/console/orders'), 'Find', { q: '4711' })
    expect(page.html).toContain('href="/console/order?id=5"')
    expect(page.text).toContain('There are more')
    expect(asked.at(-1)).toEqual({ command: 'order.find', externalNumber: '4711' })
  })
})

describe('the page of an order', () => {
  it('shows its lines, its returns, its events and what the bridge remembers', async () => {
    const world = createWorld()
    const id = await finished(world, returnRequested({}))
    const { visitor } = deskConsole(world)
    const [made] = await world.returnsOf(10_001)
    const page = await visitor.get('/console/order?id=10001')
    expect(page.status).toBe(200)
    expect(page.text).toContain(String(made?.id))
    expect(page.text).toContain(id)
    for (const path of ['return', 'comment', 'forget']) expect(page.html).toContain(`/console/${path}?order=10001`)
  })

  it('shows, as the search does, what asks a person about it', async () => {
    const world = createWorld()
    const order = { email: 'anna.beispiel@example.com', label: '#9999' }
    const id = await finished(world, returnRequested({ order }))
    const { visitor } = deskConsole(world)
    for (const path of ['/console/order?id=10013', '/console/search?orderId=10013']) {
      const page = await visitor.get(path)
      expect(page.text).toMatch(/Perhaps about (this|such an) order/)
      expect(page.text).toContain(id)
      expect(page.text).not.toMatch(/No event/)
    }
  })

  it('says that only a part of what is held was searched, and has it searched once', async () => {
    const { visitor, asked } = fakeBridge({
      'order.get': order,
      'event.list': { events: [], perhapsCut: true },
      why: { order: [] },
    })
    expect((await visitor.get('/console/order?id=7')).text).toContain('only a part was searched')
    expect(asked.find(({ command }) => command === 'why')).toMatchObject({ perhaps: false })
  })

  it('answers what is no id, and no order, in words', async () => {
    const { visitor } = deskConsole()
    for (const id of ['', 'abc', '../../1', '1e4', '-1', '99999999999999999999']) {
      const page = await visitor.get(`/console/order?id=${encodeURIComponent(id)}`)
      expect(page).toMatchObject({ status: 400 })
      expect(page.text).toContain('Name the order by its id')
    }
    expect(await visitor.get('/console/order?id=987654')).toMatchObject({ status: 404 })
  })

  it('shows the other parts where one cannot be shown, and says where there is more', async () => {
    const event = { id: 'a/1', source: 'a', status: 'done', attempts: 1, receivedAt: 'x', updatedAt: 'x' }
    const { visitor } = fakeBridge({
      'order.get': { ...order, orderItems: Array.from({ length: 400 }, () => mug) },
      'return.list': () => refusal('retry_later', 'The limits are used up.'),
      'event.list': { events: [event], cursor: 'next' },
      why: { order: ['Nobody works on it; event.list shows more.'] },
    })
    const page = await visitor.get('/console/order?id=7')
    expect(page.text).toContain('The limits are used up.')
    expect(page.text).toContain('These are 200; there are more.')
    expect(page.html).toContain('href="/console/search?orderId=7"')
    expect(page.html).not.toContain('<i>')
    expect(page.html.length).toBeLessThan(100_000)
  })

  it('stays small with many returns', async () => {
    const returns = Array.from({ length: 1_000 }, (_, id) => ({ id, typeId: 3, statusId: 9, orderItems: [mug] }))
    const { visitor } = fakeBridge({ 'order.get': order, 'return.list': { returns, more: false } })
    const page = await visitor.get('/console/order?id=7')
    expect(page.text).toContain('These are 50; there are more.')
    expect(page.html.length).toBeLessThan(100_000)
  })

  it('shows comments only to whoever asks for them, as text', async () => {
    const one = { id: 1, createdAt: '2026-03-02T09:00:00Z', isVisibleForContact: false }
    const comments = [{ ...one, text: '<script>alert(1)</script> Hi' }]
    const { visitor, asked } = fakeBridge({ 'order.get': order, 'comment.list': { comments } })
    const page = await visitor.get('/console/order?id=7')
    expect(page.text).not.toContain('Hi')
    expect(asked.map(({ command }) => command)).not.toContain('comment.list')
    const shown = await visitor.submit(page, 'Show the comments')
    expect(shown.text).toContain('<script>alert(1)</script> Hi')
    expect(shown.html).not.toContain('<script>alert')
    expect(shown.path).toMatch(/^\/console\/comments\?shown=/)
  })

  it('shows the newest comments of many, and the page stays small', async () => {
    const comments = Array.from({ length: 500 }, (_, id) => ({ id, text: 'x'.repeat(5_000) }))
    const { visitor } = fakeBridge({ 'order.get': order, 'comment.list': { comments } })
    const shown = await visitor.submit(await visitor.get('/console/order?id=7'), 'Show the comments')
    expect(shown.text).toContain('These are the newest 60 of 500.')
    expect(shown.html).toContain('>499<')
    expect(shown.html.length).toBeLessThan(100_000)
  })
})

describe('a return by hand', () => {
  const opened = async () => {
    const desk = deskConsole()
    return { ...desk, page: await desk.visitor.get('/console/return?order=10001') }
  }
  const line = { pieces30001: '1' }

  it('is shown before it is made, and made once however often the form is sent', async () => {
    const { world, visitor, page } = await opened()
    // Also where the form says that it was shown already.
    await visitor.submit(page, 'See what would be sent', { ...line, step: 'go' })
    const planned = await visitor.submit(page, 'See what would be sent', line)
    expect(planned.text).toContain('What would be sent')
    expect(await world.returnsOf(10_001)).toHaveLength(0)
    for (let times = 0; times < 2; times += 1) {
      const made = await visitor.submit(planned, 'Create this return')
      expect(made.text).toMatch(
        /Done Return of 1 × Mug, blue · order 6203001001 .* on order 6203001001 : return \d+ .* What comes back 1 × Mug, blue Order 6203001001 10001 /,
      )
      expect(made.html).toContain('/console/event?id=')
    }
    expect(await world.returnsOf(10_001)).toHaveLength(1)
  })

  it.each([
    ['announced', 9.01],
    ['received', 9.3],
  ])('has the status of goods that are %s', async (status, statusId) => {
    const { world, visitor } = deskConsole(createWorld({ config: { returnStatus: { received: 9.3 }, sources: {} } }))
    const page = await visitor.get('/console/return?order=10001')
    const planned = await visitor.submit(page, 'See what would be sent', { ...line, status })
    await visitor.submit(planned, 'Create this return')
    expect(await world.returnsOf(10_001)).toMatchObject([{ statusId }])
  })

  it('is shown again, and not made, where the fields have changed since', async () => {
    const { world, visitor, page } = await opened()
    const planned = await visitor.submit(page, 'See what would be sent', line)
    const changed = await visitor.submit(planned, 'Create this return', { pieces30001: '2' })
    expect(changed.text).toContain('The fields have changed since you saw what would be sent')
    expect(await world.returnsOf(10_001)).toHaveLength(0)
    await visitor.submit(changed, 'Create this return')
    expect(await world.returnsOf(10_001)).toHaveLength(1)
  })

  it('says what is missing, by the place of its row', async () => {
    const { visitor, page } = await opened()
    const ask = async (fields: Record<string, string>) =>
      (await visitor.submit(page, 'See what would be sent', fields)).text
    expect(await ask({ order: '' })).toContain('Name the order that is meant.')
    for (const order of ['x y', '999999']) expect(await ask({ ...line, order })).toContain('There is no such order')
    expect(await ask({})).toContain('Say how much of which line comes back.')
    expect(await ask({ pieces30001: 'x' })).toContain('Say how much comes back of: Mug, blue')
    expect(await ask({ pieces30001: '9' })).toMatch(/It would stop again.*Nothing would be sent/)
  })

  it('shows the order by whatever names it, its lines and the reasons of the configuration', async () => {
    const { visitor } = deskConsole()
    const empty = await visitor.get('/console/return')
    expect(empty.html).not.toContain('name="pieces')
    const page = await visitor.submit(empty, 'Find', { order: '6203001001' })
    expect(page.text).toMatch(/Order 6203001001 10001 .* Customer A\. B\./)
    expect(page.html).toMatch(/<option value="defective">defective</)
    // Shipping costs never come back.
    expect(page.html).toContain('name="pieces30002"')
    expect(page.html).not.toContain('name="pieces30003"')
    const all = await visitor.submit(page, 'See what would be sent', { all: 'yes' })
    expect(all.text).toContain('What would be sent')
  })

  it('stays small with many lines of an order with many lines', async () => {
    const orderItems = Array.from({ length: 100 }, (_, at) => ({
      ...mug,
      ...{ id: 30_001 + at, orderItemName: `A mug of the colour ${at}` },
    }))
    const lines = orderItems.map(({ id, quantity }) => ({
      orderItemId: id,
      included: true,
      quantity,
      why: 'It is left.',
    }))
    const reasons = Array.from({ length: 30 }, (_, at) => `reason ${at}`)
    const { visitor } = fakeBridge({
      'order.find': { orders: [{ ...order, orderItems }] },
      'return.create': { orderId: 7, body: {}, lines, reasons },
    })
    const page = await visitor.get('/console/return?order=7')
    expect(page.text).toContain('A mug of the colour 99')
    expect(page.html.length).toBeLessThan(100_000)
  })
})

describe('a comment by hand', () => {
  it('is written once, to the customer only where that is said', async () => {
    const { world, visitor } = deskConsole()
    const page = await visitor.get('/console/comment?order=10001')
    const text = '<b>Called</b> the customer'
    for (let times = 0; times < 2; times += 1)
      expect((await visitor.submit(page, 'Write it', { text })).status).toBe(200)
    const shown = await visitor.submit(await visitor.get('/console/order?id=10001'), 'Show the comments')
    await world.advance(1_000)
    expect(shown.text.match(/Called/g)).toHaveLength(1)
    expect(shown.html).not.toContain('<b>Called')
  })

  it('says what is missing and keeps what was typed', async () => {
    const { visitor } = deskConsole()
    const page = await visitor.get('/console/comment')
    const find = async (fields: Record<string, string>) => await visitor.submit(page, 'Find', fields)
    const refused = await find({ order: '../1', text: 'Kept </textarea><i>' })
    expect(refused.text).toContain('There is no such order')
    expect(refused.html).toContain('Kept &lt;/textarea&gt;&lt;i&gt;')
    expect((await find({ order: '', text: 'Kept' })).text).toContain('Name the order that is meant.')
    const found = await find({ order: '10001' })
    expect((await visitor.submit(found, 'Write it', { text: ' ' })).html).toContain('role="alert"')
  })

  it('is written to an order that the page has shown, whatever named it', async () => {
    const { visitor } = deskConsole()
    const shown = await visitor.submit(await visitor.get('/console/comment'), 'Find', {
      order: '6203001001',
      text: 'Called',
    })
    expect(shown.text).toMatch(/Order 6203001001 10001 .* Customer A\. B\./)
    const other = await visitor.submit(shown, 'Write it', { order: '302-1234567-1234567' })
    expect(other.text).toMatch(/Order 302-1234567-1234567 10002 /)
    expect(
      (await visitor.submit(await visitor.get('/console/order?id=10002'), 'Show the comments')).text,
    ).not.toContain('Called')
    expect((await visitor.submit(other, 'Write it')).html).toContain('/console/event?id=')
    expect((await visitor.submit(await visitor.get('/console/order?id=10002'), 'Show the comments')).text).toContain(
      'Called',
    )
  })
})

describe('forgetting what is gone', () => {
  it('asks for the confirmation, the id and the note first, and keeps what was typed', async () => {
    const { visitor, asked } = fakeBridge()
    const page = await visitor.get('/console/forget?order=10001')
    const forget = async (fields: Record<string, string>) => await visitor.submit(page, 'Forget it', fields)
    expect((await forget({ note: 'gone' })).text).toContain('Say first that it is deleted')
    expect((await forget({ note: 'gone', known: 'yes', orderId: 'x' })).text).toContain('Name the order by its id')
    expect((await forget({ note: 'my note' })).html).toContain('value="my note"')
    expect(asked.map(({ command }) => command)).not.toContain('record.forget')
  })

  it('forgets a return that is gone, and shows its order; one that is there still is not forgotten', async () => {
    const world = createWorld()
    await finished(world, returnRequested({}))
    const { visitor } = deskConsole(world)
    const [made] = await world.returnsOf(10_001)
    const page = await visitor.get('/console/forget?order=10001')
    const fields = { returnId: String(made?.id), note: 'deleted', known: 'yes' }
    const there = await visitor.submit(page, 'Forget it', fields)
    expect(there.html).toContain('role="alert"')
    const { visitor: other, asked } = fakeBridge({
      'record.forget': { item: 'order#10001', keys: ['a'], events: [] },
      'order.get': { id: 10_001, typeId: 1, statusId: 3, orderItems: null },
    })
    const after = await other.submit(await other.get('/console/forget?order=10001'), 'Forget it', fields)
    expect(after.text).toContain('Forgotten: 1 record. It can be made again.')
    expect(after.path).toContain('/console/order?id=10001')
    expect(asked.find(({ command }) => command === 'record.forget')).toEqual({
      command: 'record.forget',
      orderId: 10_001,
      returnId: made?.id,
      note: 'deleted',
    })
  })
})

describe('forgetting a person', () => {
  const email = 'anna.beispiel@example.com'

  it('counts first, then forgets after a confirmation, and shows the address nowhere else', async () => {
    const world = createWorld()
    await finished(world, returnRequested({ email }))
    const { visitor } = deskConsole(world)
    const page = await visitor.get('/console/forget-person')
    expect(page.text).not.toContain('Forget this person')
    const counted = await visitor.submit(page, 'Count first', { email, note: 'Ticket 4711' })
    expect(counted.text).toContain('1 would be emptied, 0 of them held or failed.')
    expect((await visitor.submit(counted, 'Forget this person')).text).toContain('Nothing was done.')
    const another = { known: 'yes', email: 'somebody.else@example.com' }
    expect((await visitor.submit(counted, 'Forget this person', another)).text).toContain('0 would be emptied')
    const done = await visitor.submit(counted, 'Forget this person', { known: 'yes' })
    expect(done.text).toContain('1 emptied')
    expect(done.html).not.toContain('anna')
  })

  it('goes on where it has not come to the end, and shows why it is refused', async () => {
    const left = { open: 0, openWrite: 0, withdrawals: 0 }
    const answer = { forgotten: 5, ended: 1, left, more: true, cursor: 'from-here' }
    const { visitor, asked } = fakeBridge({ 'person.forget': answer })
    const page = await visitor.get('/console/forget-person')
    const counted = await visitor.submit(page, 'Count first', { email, note: 'Ticket 4711' })
    const begun = await visitor.submit(counted, 'Forget this person', { known: 'yes' })
    expect(begun.text).toContain('There are more')
    await visitor.submit(begun, 'Forget this person', { known: 'yes' })
    expect(asked.filter(({ command }) => command === 'person.forget').map(({ cursor }) => cursor)).toEqual([
      ...[undefined, undefined, 'from-here'],
    ])
    const says = refusal('invalid', 'note: do not <b>name</b> it')
    const { visitor: other } = fakeBridge({ stats: { language: 'de' }, 'person.forget': says })
    const refused = await other.submit(await other.get('/console/forget-person'), 'Zuerst zählen', { email, note: 'n' })
    expect(refused.html).toContain('do not &lt;b&gt;name')
  })
})
