import { Hono } from 'hono'
import { describe, expect, it } from 'vitest'
import type { ConsoleEnv } from '../../console/console-env.ts'
import { postForm } from '../../console/html/form.ts'
import { html } from '../../console/html/html.ts'
import { leave, showPage } from '../../console/layout.ts'
import { fakeBridge } from './fake-bridge.ts'
import { createVisitor } from './visitor.ts'

const done: string[] = []
/** A part with a form, as those of the console are. */
const part = () =>
  new Hono<ConsoleEnv>()
    .get('/', (c) =>
      showPage(c, {
        title: 'Senders',
        nav: 'senders',
        main: postForm(c, {
          action: '/console/senders',
          body: html`<input name="what" value="a &quot; b"><button>Do it</button>`,
        }),
      }),
    )
    .post('/', (c) => {
      done.push(c.var.form.get('what') ?? '')
      return leave(c, '/console/senders', { kind: 'done', text: 'It was done <b>.' })
    })

const own = { origin: 'http://127.0.0.1:3000' }
const tokenOf = (page: string): string => /name="token" value="([^"]+)"/.exec(page)?.[1] ?? ''

async function opened() {
  done.length = 0
  const { visitor, app } = fakeBridge({}, { senders: part() })
  const page = await visitor.get('/console/senders')
  return { visitor, app, page, token: tokenOf(page.html) }
}

describe('a form of the console', () => {
  it('acts, then shows once what was done, and never in the address', async () => {
    const { visitor, page, token } = await opened()
    const answer = await visitor.post('/console/senders', { token, what: 'x' })
    expect(answer.status).toBe(303)
    const location = answer.headers.get('location') ?? ''
    expect(location).toMatch(/^\/console\/senders\?said=[\w-]+$/)
    expect((await visitor.get(location)).text).toContain('It was done <b>.')
    expect((await visitor.get(location)).text).not.toContain('It was done')
    const again = await visitor.submit(page, 'Do it')
    expect(again.html).toContain('It was done &lt;b&gt;.')
    expect(done).toEqual(['x', 'a " b'])
  })

  it.each([
    ['another Origin', { origin: 'https://evil.example' }],
    ['the null Origin', { origin: 'null' }],
    ['another port', { origin: 'http://127.0.0.1:3001' }],
    ['a site that the browser names foreign', { ...own, 'sec-fetch-site': 'cross-site' }],
    ['a page of the same site', { ...own, 'sec-fetch-site': 'same-site' }],
    ['no type', { ...own, 'content-type': '' }],
    ['plain text', { ...own, 'content-type': 'text/plain' }],
    ['JSON', { ...own, 'content-type': 'application/json' }],
  ])('is refused from %s', async (_case, headers) => {
    const { visitor, token } = await opened()
    const answer = await visitor.post('/console/senders', { token, what: 'x' }, headers)
    expect(answer.status).toBe(403)
    expect(answer.text).toContain('This form was refused')
    expect(done).toEqual([])
  })

  const sent: [method: string, origin: object][] = [['POST', {}]]
  for (const method of ['PUT', 'DELETE', 'PATCH', 'OPTIONS']) sent.push([method, own])
  it.each(sent)('is refused without an origin, and under any method but POST: %s %j', async (method, origin) => {
    const { visitor, token } = await opened()
    const headers = { 'content-type': 'application/x-www-form-urlencoded', ...origin }
    const body = new URLSearchParams({ token }).toString()
    expect((await visitor.send('/console/senders', { method, body, headers })).status).toBe(403)
    expect(done).toEqual([])
  })

  it('is refused without its token, with another one, and with that of another browser or process', async () => {
    const { visitor, app, token } = await opened()
    const other = createVisitor(app)
    const foreign = tokenOf((await other.get('/console/senders')).html)
    const elsewhere = tokenOf(
      (await fakeBridge({}, { senders: part(), secret: 'x' }).visitor.get('/console/senders')).html,
    )
    for (const fields of [{}, { token: '' }, { token: `${token}x` }, { token: foreign }, { token: elsewhere }])
      expect((await visitor.post('/console/senders', { what: 'x', ...fields } as Record<string, string>)).status).toBe(
        403,
      )
    expect((await createVisitor(app).post('/console/senders', { token })).status).toBe(403)
    expect(done).toEqual([])
  })

  it('is refused when it is too large', async () => {
    const { visitor, token } = await opened()
    expect((await visitor.post('/console/senders', { token, what: 'x'.repeat(600_000) })).status).toBe(413)
    expect(done).toEqual([])
  })

  it('has a cookie that no other site sends and no script reads', async () => {
    const { app } = fakeBridge()
    const cookie = (await app.request('http://127.0.0.1:3000/console/senders')).headers.get('set-cookie') ?? ''
    expect(cookie).toMatch(/^bridge-console=[\w-]{16,64}; Path=\/console; HttpOnly; SameSite=Strict$/)
  })

  it('takes a new session for a cookie that is none', async () => {
    const { app } = fakeBridge()
    for (const cookie of ['bridge-console=', 'bridge-console=short', `bridge-console=${'<'.repeat(20)}`, 'other=1']) {
      const answer = await app.request('http://127.0.0.1:3000/console/senders', { headers: { cookie } })
      expect(answer.headers.get('set-cookie')).toContain('bridge-console=')
    }
  })
})

describe('every answer', () => {
  it.each(['/console/senders', '/console/nothing', '/console/style.css', '/console/live.js'])(
    'forbids whatever is not of the console: %s',
    async (path) => {
      const { headers } = await fakeBridge().visitor.get(path)
      expect(headers.get('content-security-policy')).toBe(
        "default-src 'none'; style-src 'self'; script-src 'self'; img-src 'self' data:; connect-src 'self'; form-action 'self'; frame-ancestors 'none'; base-uri 'none'",
      )
      expect(headers.get('x-content-type-options')).toBe('nosniff')
      expect(headers.get('x-frame-options')).toBe('DENY')
      expect(headers.get('referrer-policy')).toBe('same-origin')
      expect(headers.get('cache-control')).toBe('no-store')
    },
  )

  it('says where an unknown page is not, and where the absent parts are', async () => {
    const { visitor } = fakeBridge()
    expect(await visitor.get('/console/nothing')).toMatchObject({ status: 404 })
    expect((await visitor.get('/console/sandbox')).text).toContain('npm start')
    expect((await visitor.get('/console/senders')).text).toContain('npm start')
  })

  it('is in the language of the bridge', async () => {
    const { visitor } = fakeBridge({ stats: { language: 'de' } })
    const { html: page } = await visitor.get('/console/senders')
    expect(page).toContain('<html lang="de">')
    expect(page).toContain('Übersicht')
    for (const language of ['fr', '__proto__', 7])
      expect((await fakeBridge({ stats: { language } }).visitor.get('/console/senders')).html).toContain(
        '<html lang="en">',
      )
  })

  it('names the stage', async () => {
    expect((await fakeBridge({}, { stage: 'prod<' }).visitor.get('/console/senders')).html).toContain('prod&lt;')
  })

  it('is a page without a stack when the way to the bridge fails', async () => {
    const broken = new Hono<ConsoleEnv>().get('/', () => {
      throw new Error('inner words')
    })
    const { visitor, reports } = fakeBridge({}, { senders: broken })
    const page = await visitor.get('/console/senders')
    expect(page.status).toBe(500)
    expect(page.html).not.toContain('inner words')
    expect(reports).toHaveLength(1)
  })
})
