import { describe, expect, it } from 'vitest'
import { eventFilter } from '../../console/event-filter.ts'
import { guess } from '../../console/pages/find-events.ts'
import { returnRequested } from '../workflow/world.ts'
import { deskConsole, finished } from './desk-console.ts'
import { fakeBridge, refusal } from './fake-bridge.ts'

const row = (id: string, receivedAt = '2026-03-02T08:00:00.000Z', others: object = {}) => ({
  id,
  source: 'standard',
  status: 'held',
  attempts: 1,
  receivedAt,
  updatedAt: receivedAt,
  ...others,
})

describe('the search', () => {
  it('finds a failed event by the number that the customer says', async () => {
    const { world, visitor } = deskConsole()
    const id = await finished(world, returnRequested({ order: { externalNumber: 'NO/SUCH-1' } }))
    const page = await visitor.submit(await visitor.get('/console/search'), 'Search', { q: 'NO/SUCH-1' })
    expect(page.text).toContain(id)
    expect(page.text).toContain('Looked for as id of an event and as order number or label.')
  })

  it('leads to the event whose id is typed, or to the page that says that there is none', async () => {
    const { world, visitor } = deskConsole()
    const id = await finished(world, returnRequested({}))
    const search = async (q: string) => await visitor.submit(await visitor.get('/console/search'), 'Search', { q })
    expect((await search(id)).path).toBe(`/console/event?id=${encodeURIComponent(id)}`)
    for (const q of ['../../etc/passwd', '"><script>alert(1)</script>', 'a/'.repeat(50)]) {
      const page = await search(q)
      expect(page.status).toBe(404)
      expect(page.html).not.toContain('<script>alert')
    }
  })

  it('keeps an e-mail out of every address, also on the next page', async () => {
    const { visitor, asked } = fakeBridge({
      'event.list': ({ cursor }: { cursor?: string }) => ({
        events: [row('a/1'), row('a/2')],
        cursor: cursor ? 'still more' : 'more',
      }),
    })
    const page = await visitor.submit(await visitor.get('/console/search'), 'Search', { q: 'ann@example.org' })
    expect(page.path).toMatch(/^\/console\/search\?shown=[\w-]+$/)
    expect(page.html).not.toContain('/console/bulk?')
    const next = await visitor.submit(page, 'Next page')
    expect(next.path).toMatch(/^\/console\/search\?shown=[\w-]+$/)
    expect(asked.at(-1)).toMatchObject({ email: 'ann@example.org', cursor: 'more' })
    await visitor.submit(next, 'Next page')
    expect(asked.at(-1)).toMatchObject({ email: 'ann@example.org', cursor: 'still more' })
  })

  it('says that there is more where a number may be two things', async () => {
    const { visitor } = fakeBridge({
      'event.list': ({ orderId }: { orderId?: number }) => ({
        events: [row(orderId ? 'a/1' : 'a/2', orderId ? '2026-03-01T08:00:00Z' : '2026-03-02T08:00:00Z')],
        ...(orderId && { cursor: 'more' }),
      }),
    })
    const page = await visitor.get('/console/search?q=10001')
    expect(page.text).toContain('There are more than are shown')
    expect(page.html.indexOf('a/2')).toBeLessThan(page.html.indexOf('a/1'))
  })

  it('shows what could not be asked or read, and what a filter may not be', async () => {
    const { visitor } = fakeBridge({
      'event.list': ({ label, status }: { label?: string; status?: string }) =>
        status === 'nonsense'
          ? refusal('invalid', 'event.list: status: expected one of those there are.')
          : { events: [], notAsked: `The login is closed ${label}.`, unplaced: { read: 250, more: true } },
    })
    const page = await visitor.get('/console/search?label=%3Cb%3E')
    expect(page.text).toContain('The login is closed <b>.')
    expect(page.text).toContain('250 were read, and there are more')
    const refused = await visitor.get('/console/search?status=nonsense')
    expect(refused.text).toContain('status: expected one of')
  })

  it('never takes a filter that is none for no filter', () => {
    const of = (fields: Record<string, string>) => eventFilter(new URLSearchParams(fields))
    expect(of({ orderId: '10 001' })).toEqual({ orderId: '10 001' })
    expect(of({ orderId: ' 10001 ' })).toEqual({ orderId: 10_001 })
    expect(of({ orderId: '', status: ' ', withdrawal: 'yes' })).toEqual({ withdrawal: true })
    expect(of({ from: '2026-03-01', to: 'noon' })).toEqual({ from: '2026-03-01T00:00:00Z', to: 'noon' })
  })

  it('takes a text for what it may be', () => {
    expect(guess('  ')).toEqual({ filters: [{}] })
    expect(guess('a@b')).toEqual({ filters: [{ email: 'a@b' }] })
    expect(guess('10001')).toEqual({ filters: [{ orderId: 10_001 }, { externalNumber: '10001' }] })
    expect(guess('#1001')).toEqual({ filters: [{ externalNumber: '#1001' }] })
    expect(guess('2026/17')).toEqual({ id: '2026/17', filters: [{ externalNumber: '2026/17' }] })
  })
})

describe('the overview', () => {
  const stats = { open: 3, ready: 1, running: 0, waiting: 2, held: 30, failed: 30 }

  it('shows those that wait for a person before the newest, and where the others are', async () => {
    const { visitor, asked } = fakeBridge({
      stats: {
        ...stats,
        stopped: [row('a/w', undefined, { withdrawal: true }), row('a/f', undefined, { status: 'failed' })],
      },
      'event.list': { events: [row('a/newest', undefined, { status: 'done' })], cursor: 'more' },
    })
    const page = await visitor.get('/console')
    const places = ['a/w', 'a/f', 'a/newest'].map((id) => page.html.indexOf(`>${id}<`))
    expect(places.every((place) => place > 0)).toBe(true)
    expect(places).toEqual(places.toSorted((one, other) => one - other))
    expect(page.text).toContain('there are more. All held events · All failed events')
    // Each costs a call of the operator function: a count, which the layout asks for too, and a list.
    expect(asked.filter(({ command }) => command === 'event.list')).toEqual([{ command: 'event.list', limit: 10 }])
  })

  it('shows what is paused with its reason as text, and resumes it', async () => {
    const { visitor, asked } = fakeBridge({
      stats: { ...stats, paused: [{ since: '2026-03-02T08:00:00Z', reason: '<b>stock</b>', source: 'shopify' }] },
      'event.list': { events: [] },
      'bridge.resume': { paused: [] },
    })
    const page = await visitor.get('/console')
    expect(page.text).toContain('The source shopify is paused : <b>stock</b>'.replace(' :', ':'))
    const after = await visitor.submit(page, 'Resume shopify')
    expect(after.text).toContain('It goes on.')
    expect(asked).toContainEqual({ command: 'bridge.resume', source: 'shopify' })
  })

  it('shows counts, the backlog and the pace as far as they are known', async () => {
    const { visitor } = fakeBridge({
      stats: {
        ...stats,
        atLeast: ['ready', 'held', 'oldestDue'],
        backlog: { events: 1, atLeast: true, endsAt: '2026-03-02T10:00:00Z' },
        budgets: {
          reads: { used: 5 },
          readsPerDay: { limit: 9, used: 1, others: 8, usedUp: true },
          'other<': { limit: 9, used: 1, others: 2 },
        },
      },
      'event.list': { events: [] },
    })
    const { text } = await visitor.get('/console')
    for (const words of [
      '3+ open',
      '30+ held',
      'At least 1 event is due',
      'Reads in this minute none known 5 not known',
      'Reads of the day (used up) 9 1 8',
    ])
      expect(text).toContain(words)
    expect(text).toContain('other< 9 1 2')
  })

  it.each([
    [{ endsAt: '2026-03-02T10:00:00Z' }, {}, 'are due or queued. They will be done about 2026-03-02 10:00:00 UTC'],
    [{}, { paused: [{ since: '2026-03-02T08:00:00Z', reason: 'stock' }] }, 'go on when their pause ends.'],
    [{}, { login: { state: 'used-up', says: 'It is closed.' } }, 'They go on once the login is open again.'],
    [{}, {}, 'Nobody can say yet when they will be done.'],
  ])('says when a backlog is done, or why nobody knows: %j %j', async (backlog, more, words) => {
    const { visitor } = fakeBridge({
      stats: { ...stats, paused: [], login: undefined, ...more, backlog: { events: 2, ...backlog } },
      'event.list': { events: [] },
    })
    const { text } = await visitor.get('/console')
    expect(text).toContain(words)
    expect(text).not.toMatch(/done about (?!2026)/)
  })

  it('leads to what waits where an operator of an older version does not name it, also with a slash at its end', async () => {
    const { visitor } = fakeBridge({ stats, 'event.list': { events: [] } })
    const { text } = await visitor.get('/console')
    expect(text).toContain('All held events · All failed events')
    expect(text).not.toContain('Nothing waits for you')
    expect((await visitor.get('/console/')).path).toBe('/console')
    expect((await visitor.get('/console/search/?status=held')).path).toBe('/console/search?status=held')
    expect((await visitor.get('/console/nothing/')).status).toBe(404)
  })
})
