import { describe, expect, it } from 'vitest'
import { deskConsole } from './desk-console.ts'
import { fakeBridge } from './fake-bridge.ts'
import { createVisitor, formsOf } from './visitor.ts'

const minute = 60_000

describe('a page after a form', () => {
  /** The browser that ran the checks, and where it was sent. */
  async function checked() {
    let now = 0
    const bridge = fakeBridge({ doctor: { healthy: true, checks: [] } }, { now: () => now })
    const { visitor } = bridge
    const [form] = formsOf((await visitor.get('/console/doctor')).html)
    const sent = await visitor.post('/console/doctor', form?.fields ?? {})
    const later = (ms: number) => {
      now += ms
    }
    return { ...bridge, sent, address: sent.headers.get('location') ?? '', later }
  }
  const found = 'The bridge is healthy.'

  it('is at an address of its own, where Back asks for no form', async () => {
    const { visitor, sent, address, asked } = await checked()
    expect(sent).toMatchObject({ status: 303, html: '' })
    for (const _ of [1, 2]) expect((await visitor.get(address)).text).toContain(found)
    expect(asked.filter(({ command }) => command === 'doctor')).toHaveLength(1)
  })

  it('is the empty page after ten minutes, and for another browser', async () => {
    const { app, visitor, address, later } = await checked()
    const other = await createVisitor(app).get(address)
    expect(other.text).toContain('Run the checks')
    expect(other.text).not.toContain(found)
    later(10 * minute - 1)
    expect((await visitor.get(address)).text).toContain(found)
    later(1)
    expect((await visitor.get(address)).text).not.toContain(found)
  })

  it.each([
    ['/console/reveal?id=standard%2Fx&shown=gone', '/console/event?id=standard%2Fx'],
    ['/console/comments?orderId=10001&shown=gone', '/console/order?id=10001'],
  ])('leads on where it held words of a customer: %s', async (path, to) => {
    expect((await deskConsole().visitor.get(path)).path).toBe(to)
  })

  it('is kept for the fifty newest alone', async () => {
    const { visitor, address } = await checked()
    const [form] = formsOf((await visitor.get('/console/doctor')).html)
    for (let more = 0; more < 50; more += 1) await visitor.post('/console/doctor', form?.fields ?? {})
    expect((await visitor.get(address)).text).not.toContain(found)
  })
})

describe('a page', () => {
  it('says in its tab what needs a person', async () => {
    const titleOf = async (stats: object) =>
      /<title>(.*?) ·/.exec(
        (await fakeBridge({ stats, 'event.list': { events: [] } }).visitor.get('/console')).html,
      )?.[1]
    const counts = { open: 0, waiting: 0, ready: 0, running: 0 }
    expect(await titleOf({ ...counts, held: 2, failed: 1 })).toBe('(3) Overview')
    expect(await titleOf({ ...counts, held: 0, failed: 0 })).toBe('Overview')
  })

  it('puts a person into the box of the search, but not away from what was found', async () => {
    const { visitor } = deskConsole()
    expect((await visitor.get('/console/search')).html).toMatch(/<input id="f-q"[^>]* autofocus/)
    expect((await visitor.get('/console/search?q=10001')).html).not.toContain('autofocus')
  })
})
