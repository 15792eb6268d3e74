import { describe, expect, it } from 'vitest'
import { deskConsole } from './desk-console.ts'
import { fakeBridge, refusal } from './fake-bridge.ts'

describe('pausing', () => {
  it('pauses all writes, and resumes them alone', async () => {
    const { visitor } = deskConsole()
    await visitor.submit(await visitor.get('/console/pause?source=standard'), 'Pause', { reason: 'one' })
    const page = await visitor.get('/console/pause')
    expect((await visitor.submit(page, 'Pause all writes', { reason: 'two' })).text).toContain('Confirm first')
    expect((await visitor.submit(page, 'Pause', { reason: 'two' })).text).toContain(
      'Choose a source. Nothing was done.',
    )
    const both = await visitor.submit(page, 'Pause all writes', { reason: 'two', known: 'yes' })
    expect(both.text).toContain('All writes are paused: two')
    const one = await visitor.submit(both, 'Resume all writes')
    expect(one.text).toContain('The source standard is paused: one')
    expect(one.text).not.toContain('All writes are paused')
  })

  it('refuses an unknown source and a pause without a reason', async () => {
    const { visitor } = deskConsole()
    const page = await visitor.get('/console/pause')
    expect((await visitor.submit(page, 'Pause', { reason: 'x', source: '../x' })).html).toContain('role="alert"')
    const without = await visitor.submit(page, 'Pause', { reason: ' ', source: 'standard' })
    expect(without.html).toContain('role="alert"')
    expect(without.text).not.toContain('The source standard is paused')
  })
})

describe('the login', () => {
  it.each(['refused', 'used-up', 'not-configured'])('is reset only after a confirmation: %s', async (state) => {
    const { visitor, asked } = fakeBridge({
      'login.status': { state, says: 'The password is wrong: login.reset allows one more.' },
      'login.reset': { released: 1, more: true },
      'event.list': { events: [] },
    })
    const page = await visitor.get('/console/login')
    const refused = await visitor.submit(page, 'Reset the login')
    expect(refused.text).toContain('Confirm first')
    expect(asked.map(({ command }) => command)).not.toContain('login.reset')
    const after = await visitor.submit(page, 'Reset the login', { known: 'yes' })
    expect(after.text).toContain('One more login is allowed. 1 waiting event is due now; others follow within minutes.')
  })

  it('can be reset where it is open, because a new right needs a new login, and says why that was refused', async () => {
    const open = fakeBridge({ 'login.status': { state: 'open', says: 'All is well.' } })
    expect((await open.visitor.get('/console/login')).html).toContain('action="/console/login"')
    const { visitor } = fakeBridge({
      'login.status': { state: 'refused', says: 'No.' },
      'login.reset': () => refusal('conflict', 'Somebody logs in right now.'),
    })
    const after = await visitor.submit(await visitor.get('/console/login'), 'Reset the login', { known: 'yes' })
    expect(after.text).toContain('Somebody logs in right now.')
  })
})

describe('the checks', () => {
  it('run only on a press of their button', async () => {
    const { visitor, asked } = fakeBridge({
      doctor: { healthy: false, checks: [{ check: 'login', state: 'failed', says: 'See login.status, <b>.' }] },
    })
    const page = await visitor.get('/console/doctor')
    expect(asked.map(({ command }) => command)).toEqual(['stats'])
    const after = await visitor.submit(page, 'Run the checks')
    expect(after.text).toContain('The bridge has a problem.')
    expect(after.html).toContain('href="/console/login"')
    expect(after.html).not.toContain('<b>')
  })
})

describe('a page of a bridge that refuses', () => {
  it('says the sentence of the operator, with links in place of its commands', async () => {
    const { visitor } = fakeBridge({ 'event.get': () => refusal('not_found', 'No event has this id: see event.list.') })
    const page = await visitor.get('/console/link?id=a')
    expect(page.status).toBe(404)
    expect(page.html).toContain('<a href="/console/search">the search</a>')
  })
})

describe('each page in each language', () => {
  const pages = [
    '',
    '/search',
    '/orders',
    '/order?id=10001',
    '/return',
    '/comment',
    '/forget',
    '/bulk',
    '/pause',
    '/month',
  ]
  const more = ['/login', '/doctor', '/senders', '/sandbox', '/order?id=x', '/bulk/run?id=x', '/event?id=x', '/nothing']

  it.each(['en', 'de'])('is whole, small and has one heading: %s', async (language) => {
    const { ask } = deskConsole()
    const { visitor } = fakeBridge(
      Object.fromEntries(
        ['event.list', 'event.get', 'order.get', 'return.list', 'why', 'login.status', 'stats', 'month'].map(
          (command) => [
            command,
            async (asked: { command: string }) => {
              const answer = await ask(asked)
              return answer.ok ? { ok: true, result: { ...(answer.result as object), language } } : answer
            },
          ],
        ),
      ),
    )
    for (const path of [...pages, ...more]) {
      const { html, status } = await visitor.get(`/console${path}`)
      expect(html).toContain(`<html lang="${language}">`)
      expect(html.match(/<h1>[^<]+<\/h1>/g)).toHaveLength(1)
      expect(html).not.toMatch(/undefined|\[object|NaN|=> /)
      expect(html.length).toBeLessThan(100_000)
      // Every field has its label, and no id is there twice.
      const ids = [...html.matchAll(/\bid="([^"]+)"/g)].map(([, id]) => id)
      expect(new Set(ids).size, path).toBe(ids.length)
      for (const [, id] of html.matchAll(/<(?:input|select|textarea) id="([^"]+)"/g))
        expect(html).toContain(`<label for="${id}"`)
      expect(status, path).toBe(pages.includes(path) || more.slice(0, 4).includes(path) ? 200 : status)
    }
  })
})

it('the overview says from which sender nothing comes any more, and who takes no messages', async () => {
  const says = 'Nothing has come from <shopify> since yesterday.'
  const { visitor } = fakeBridge({
    stats: { silent: [{ source: 'shopify', says }], down: [{ to: 'webhook', says: 'It is <down>.' }] },
    'event.list': { events: [] },
  })
  const page = await visitor.get('/console')
  expect(page.text).toContain(`It is <down>. ${says}`)
  expect(page.html).not.toContain('<shopify>')
})
