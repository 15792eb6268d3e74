import { describe, expect, it } from 'vitest'
import type { ConfigInput } from '../../lib/config/config.ts'
import type { InboxEvent } from '../../lib/inbox/event.ts'
import { replayed } from '../../lib/inbox/operator-transitions.ts'
import { type Decider, decideByLink } from '../../lib/notify/decide-by-link.ts'
import { type Link, readLink, signLink } from '../../lib/notify/link.ts'
import { sentencesOf } from '../../lib/sentences/languages.ts'
import { say } from '../../lib/sentences/sentences.ts'
import {
  aReturnLine,
  commentSubmitted,
  createWorld,
  putReturn,
  restate,
  returnRequested,
  type World,
  withdrawalDeclared,
} from '../workflow/world.ts'

const key = 'k'.repeat(64)
const week = 7 * 24 * 60 * 60_000
const config: ConfigInput = {
  ...{ shippedFrom: 7, publicUrl: 'https://hooks.example.com', consoleUrl: 'https://bridge.example.com' },
  orderUrl: 'https://my.example.com/orders/{id}',
  notify: { email: 'shop@example.com', links: 'all' },
  sources: { standard: { kind: 'standard' }, strict: { kind: 'standard', requireEmail: true } },
}
const tooMany = returnRequested({ email: 'anna.beispiel@example.com', lines: [{ sku: 'MUG-BLUE', quantity: 3 }] })
type Asked = { world: World; id: string; link: Link; decider: Decider }

/** A question, and the link that somebody got about it. */
async function asked(body: object = tooMany, { source = 'standard', with: more = {} as ConfigInput | object } = {}) {
  const world = createWorld({ config: { ...config, ...more } })
  return await askIn(world, body, source)
}

async function askIn(world: World, body: object, source = 'standard'): Promise<Asked> {
  const { id, epoch, reason } = await world.deliver(source, body)
  const link = {
    id,
    epoch,
    reason: reason?.code ?? expect.fail('no question'),
    expiresAt: world.now() + week,
    to: 'email',
  } as const
  const { config, inbox, now, newId, timing, log } = world.workflow
  return {
    world,
    id,
    link,
    decider: { config, inbox, readKey: async () => key, now, newId, hintMs: timing.hintMs, log },
  }
}

const pathOf = (link: Link, by = key) => `/decide/${signLink(by, link)}`
const ask = (decider: Decider, path: string, method = 'GET', body = '') => decideByLink(decider, { method, path, body })
const answer = ({ decider, link }: Asked, said: string) => ask(decider, pathOf(link), 'POST', `answer=${said}`)
const refusal = async ({ decider }: Asked) => await ask(decider, '/decide/nonsense')
const buttons = (body: string) => [...body.matchAll(/value="(yes|no)"/g)].map(([, value]) => value)
const last = ({ history }: InboxEvent) => history.at(-1)

const questions: Record<string, { prepare?: (world: World) => unknown; body?: object; source?: string }> = {
  possible_duplicate: { prepare: (world) => world.deliver('standard', returnRequested({})) },
  same_parcel: {
    prepare: async (world) => {
      await putReturn(world, { ownerId: 12 })
      await putReturn(world, { ownerId: 12, orderItems: [aReturnLine(30_001, 1101), aReturnLine(30_002, 1102)] })
    },
  },
  too_many: { body: tooMany },
  not_shipped: { prepare: (world) => restate(world, 10_001, 6.5) },
  email_mismatch: { source: 'strict', body: returnRequested({ email: 'ben.muster@example.com' }) },
}

describe('the page of a link', () => {
  it.each(Object.entries(questions))(
    'shows what a release would do, without the customer: %s',
    async (code, { prepare, body, source }) => {
      const world = createWorld({ config })
      await prepare?.(world)
      const { decider, link, id } = await askIn(world, body ?? returnRequested({}), source)
      expect(link.reason).toBe(code)
      const calls = (await world.calls()).total
      const page = await ask(decider, pathOf(link))
      expect((await world.calls()).total).toBe(calls)
      const pieces = code === 'too_many' ? 2 : code === 'same_parcel' ? 0 : 1
      expect(page.statusCode).toBe(200)
      expect(
        [...page.body.matchAll(/<li>(\d+) × .*?<code>(.*?)<\/code>/g)].map(([, count, sku]) => [count, sku]),
      ).toEqual(pieces === 0 ? [] : [[String(pieces), 'MUG-BLUE']])
      expect(buttons(page.body)).toEqual(['yes', 'no'])
      expect(page.body).toContain(pieces === 0 ? 'so this makes nothing.' : 'Makes a return and a label.')
      expect(page.body).toContain(`https://bridge.example.com/console/event?id=${encodeURIComponent(id)}`)
      expect(page.body).toContain('<a href="https://my.example.com/orders/10001">6203001001 · #10001</a>')
      expect(page.body).not.toMatch(/anna|beispiel|ben\.muster|<script/i)
      const german = await ask({ ...decider, config: { ...decider.config, language: 'de' } }, pathOf(link))
      expect(german.body).toMatch(/<html lang="de">.*(?:Legt eine Retoure und ein Label|wird nichts) an/s)
    },
  )

  it('is private, and nothing runs in it', async () => {
    const { decider, link } = await asked()
    for (const path of [pathOf(link), '/decide/x']) {
      const { headers, body } = await ask(decider, path)
      expect(headers).toMatchObject({
        'content-security-policy': expect.stringMatching(
          /^default-src 'none'; style-src 'sha256-\S+'; form-action 'self';/,
        ),
        ...{ 'referrer-policy': 'no-referrer', 'x-robots-tag': 'noindex, nofollow', 'cache-control': 'no-store' },
        ...{ 'x-content-type-options': 'nosniff', 'x-frame-options': 'DENY' },
      })
      expect(body).not.toMatch(/<script|src=|style=|onclick/)
    }
  })

  it('shows names of the back office as text', async () => {
    const world = createWorld({ config })
    const order = world.sandbox.world.store.orders.get(10_001)
    const items = order?.orderItems.map((item) => ({ ...item, orderItemName: '<b onclick="x">Mug' }))
    await world.put({ ...order, orderItems: items })
    const { decider, link } = await askIn(world, tooMany)
    expect((await ask(decider, pathOf(link))).body).toContain('&lt;b onclick=&quot;x&quot;&gt;Mug')
  })

  it('says that a comment is written, or an order made, where that is what is asked for', async () => {
    const comment = await asked(commentSubmitted({ email: 'ben.muster@example.com' }), { source: 'strict' })
    expect((await ask(comment.decider, pathOf(comment.link))).body).toContain('Writes a comment on the order.')
  })

  it('says that nothing would be made where nothing is left', async () => {
    const world = createWorld({ config })
    const both = returnRequested({ lines: [{ sku: 'MUG-BLUE', quantity: 2 }] })
    await world.deliver('standard', both)
    const one = await askIn(world, both)
    expect(one.link.reason).toBe('possible_duplicate')
    const { body } = await ask(one.decider, pathOf(one.link))
    expect(body).toContain('Nothing is left to return, so this makes nothing.')
    expect(body).not.toContain('<li>')
    await answer(one, 'yes')
    expect(await world.finish(one.id)).toMatchObject({ status: 'held', reason: { code: 'too_many', left: 0 } })
  })

  it('has no button where the question was stored without its plan', async () => {
    const { notify: _, ...without } = config
    const one = await asked(tooMany, { with: { ...without, notify: undefined } })
    const decider = { ...one.decider, config: createWorld({ config }).workflow.config }
    expect((await one.world.get(one.id)).asked).toBeUndefined()
    expect(buttons((await ask(decider, pathOf(one.link))).body)).toEqual([])
    expect((await ask(decider, pathOf(one.link), 'POST', 'answer=yes')).statusCode).toBe(404)
    expect(await one.world.get(one.id)).toMatchObject({ status: 'held' })
  })
})

describe('a link', () => {
  it('decides nothing for a mail scanner that asks a thousand times', async () => {
    const { world, id, link, decider } = await asked()
    const before = await world.get(id)
    for (let times = 0; times < 500; times += 1)
      for (const method of ['GET', 'HEAD']) expect((await ask(decider, pathOf(link), method)).statusCode).toBe(200)
    for (const method of ['PUT', 'DELETE', 'OPTIONS', 'PATCH'])
      expect((await ask(decider, pathOf(link), method, 'answer=yes')).statusCode).toBe(404)
    expect(await world.get(id)).toEqual(before)
  })

  it('lets the event go on, once, and the history says by whose link', async () => {
    const one = await asked()
    const { world, id } = one
    expect(await answer(one, 'yes')).toMatchObject({ statusCode: 200, body: expect.stringContaining('It goes on') })
    const released = await world.get(id)
    expect(last(released)).toMatchObject({ code: 'released', link: 'email' })
    expect(released.asked).toBeUndefined()
    const [en, de] = (['en', 'de'] as const).map((language) =>
      say(sentencesOf({ language }).history, { code: 'released', link: 'webhook' }),
    )
    expect([en, de]).toEqual([
      'Somebody, by the link sent to the webhook, released the event.',
      'Das Ereignis wurde über den Link an den Webhook freigegeben.',
    ])
    expect(world.logged).toContainEqual(
      expect.objectContaining({ message: 'decided by a link', fields: { event: id, answer: 'yes', to: 'email' } }),
    )
    expect(await answer(one, 'no')).toEqual(await refusal(one))
    expect(await world.finish(id)).toMatchObject({ status: 'done' })
    expect(await world.returnsOf(10_001)).toMatchObject([{ orderItems: [{ quantity: 2 }] }])
    expect(await answer(one, 'yes')).toEqual(await refusal(one))
  })

  it('ends the event with a note', async () => {
    const one = await asked()
    expect(await answer(one, 'no')).toMatchObject({ statusCode: 200, body: expect.stringContaining('It has ended') })
    const event = await one.world.get(one.id)
    expect([event.status, last(event)]).toMatchObject([
      'discarded',
      { code: 'discarded', note: 'by a link', link: 'email' },
    ])
    expect(await one.world.returnsOf(10_001)).toEqual([])
  })

  it('decides once for many people at once', async () => {
    const one = await asked()
    const all = await Promise.all(Array.from({ length: 20 }, (_, at) => answer(one, at % 2 ? 'no' : 'yes')))
    expect(all.filter(({ statusCode }) => statusCode === 200)).toHaveLength(1)
    const { history } = await one.world.get(one.id)
    expect(history.filter((entry) => 'link' in entry)).toHaveLength(1)
  })

  it('dies with its event: with its time, another question, a person who was faster', async () => {
    const one = await asked()
    const { world, id, link, decider } = one
    const refused = await refusal(one)
    const about = { ...decider, now: () => link.expiresAt }
    expect(await ask(about, pathOf(link), 'POST', 'answer=yes')).toEqual(refused)
    expect((await ask({ ...decider, now: () => link.expiresAt - 1 }, pathOf(link))).statusCode).toBe(200)
    for (const other of [{ epoch: link.epoch - 1 }, { reason: 'same_parcel' as const }, { id: 'standard/none' }])
      expect(await ask(decider, pathOf({ ...link, ...other }), 'POST', 'answer=yes')).toEqual(refused)
    await world.goOn(id, replayed)
    expect(await world.get(id)).toMatchObject({ status: 'held', reason: { code: 'too_many' } })
    expect(await answer(one, 'yes')).toEqual(refused)
  })

  it('is proven: one that was changed, or made with another key, has the same page as none', async () => {
    const one = await asked()
    const { decider, link } = one
    const refused = await refusal(one)
    const token = signLink(key, link)
    const other = (at: number) => `${token.slice(0, at)}${token[at] === 'A' ? 'B' : 'A'}${token.slice(at + 1)}`
    const changed = Array.from(token, (_, at) => other(at))
    for (const bad of [
      ...changed,
      signLink(`${key}k`, link),
      `${token}.`,
      `${token}=`,
      '',
      '.',
      'é.é',
      'x'.repeat(9_000),
    ])
      expect(readLink(key, bad, 0)).toBeUndefined()
    expect(await ask(decider, pathOf(link, 'another key'.repeat(4)))).toEqual(refused)
    expect(readLink(key, token, link.expiresAt - 1)).toEqual(link)
  })

  it('never ends a withdrawal, which has no button for it; it can go on', async () => {
    const body = withdrawalDeclared({ email: 'ben.muster@example.com', order: { externalNumber: '6203001001' } })
    const one = await asked(body, { source: 'strict' })
    const { body: page } = await ask(one.decider, pathOf(one.link))
    expect(buttons(page)).toEqual(['yes'])
    expect(page).toContain('withdrawal from the contract')
    expect(await answer(one, 'no')).toEqual(await refusal(one))
    expect(await one.world.get(one.id)).toMatchObject({ status: 'held' })
    expect((await answer(one, 'yes')).statusCode).toBe(200)
  })

  it('ends nothing of which a write may have happened', async () => {
    const one = await asked()
    const event = await one.world.get(one.id)
    for (const more of [{ progress: { x: { state: 'open', item: 'order#1' } } }, { cut: 1 }] as Partial<InboxEvent>[]) {
      const decider = { ...one.decider, inbox: { ...one.decider.inbox, get: async () => ({ ...event, ...more }) } }
      expect(buttons((await ask(decider, pathOf(one.link))).body)).toEqual(['yes'])
      expect((await answer({ ...one, decider }, 'no')).statusCode).toBe(404)
    }
  })

  it('decides nothing without an answer, where links are off, and where the store or the key is away', async () => {
    const one = await asked()
    const { decider, link, world, id } = one
    const before = await world.get(id)
    const path = pathOf(link)
    for (const said of ['', 'answer=maybe', 'answer=yesno', 'note=yes', '{"answer":"yes"}'])
      expect((await ask(decider, path, 'POST', said)).statusCode).toBe(404)
    const off = { ...decider, config: { ...decider.config, notify: { format: 'slack' as const } } }
    expect((await ask(off, path, 'POST', 'answer=yes')).statusCode).toBe(404)
    const away = async () => await Promise.reject(new TypeError('away'))
    for (const broken of [{ readKey: away }, { inbox: { get: away, save: away } }])
      expect((await ask({ ...decider, ...broken }, path, 'POST', 'answer=yes')).statusCode).toBe(503)
    expect(await world.get(id)).toEqual(before)
  })
})
