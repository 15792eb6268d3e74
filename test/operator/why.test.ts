import { globSync, readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { advice } from '../../lib/operator/advice.ts'
import { meanings, story } from '../../lib/operator/story.ts'
import { whyEvent } from '../../lib/operator/why-event.ts'
import { orderSentences } from '../../lib/operator/why-order.ts'
import { commentSubmitted, minute, returnRequested } from '../workflow/world.ts'
import { createDesk } from './desk.ts'

const root = new URL('../../', import.meta.url).pathname

describe('the advice', () => {
  it('is what docs/errors.md says of each reason', () => {
    const page = readFileSync(`${root}docs/errors.md`, 'utf8')
    const told = [...page.matchAll(/^\| `(\w+)`[ *]*\|[^|]*\|([^|]*)\|$/gm)].map(
      ([, code = '', todo = '']) => [code, todo.trim().replaceAll('`', '')] as const,
    )
    expect(
      Object.fromEntries(
        told.filter(([code], index) => code in advice && told.findIndex(([other]) => other === code) === index),
      ),
    ).toEqual(advice)
  })
})

describe('the story', () => {
  it('has a sentence for every word that a history holds', () => {
    const code = globSync('lib/{workflow,inbox}/*.ts', { cwd: root }).map((file) =>
      readFileSync(`${root}${file}`, 'utf8'),
    )
    const words = new Set(
      code.flatMap((text) =>
        [...text.matchAll(/what: '([^']+)'|claimedEntry = '([^']+)'|'(comment (?:found|written))'/g)].map(
          ([, word, claim, comment]) => word ?? claim ?? comment ?? '',
        ),
      ),
    )
    expect(words.size).toBeGreaterThan(20)
    expect([...words].filter((word) => !(word in meanings))).toEqual([])
  })

  it.each(Object.keys(meanings))('makes a whole sentence of "%s" and its facts', (what) => {
    const facts = {
      orderId: 1,
      imageId: 7,
      returnId: 2,
      statusId: 9.01,
      why: 'one reason.',
      reason: 'too_many',
      attempt: 1,
      commands: 2,
      from: 'shop/1',
    }
    const [line = ''] = story([{ at: 0, what, ...facts }])
    expect(line).toMatch(/^1970-01-01 00:00:00 UTC: [A-Z].{5,}[^.]\.$/)
    expect(line).not.toContain('undefined')
  })

  it('tells what happened several times in a row once, and a word that it does not know as it is', () => {
    const start = Date.parse('2026-03-02T09:00:00Z')
    const deferred = { what: 'deferred', why: 'All calls pause.' }
    expect(
      story([
        { at: start, what: 'accepted' },
        { at: start, what: 'claimed', attempt: 1 },
        { at: start + 1_000, ...deferred },
        { at: start + 5_000, what: 'claimed', attempt: 1 },
        { at: start + 6_000, ...deferred },
        { at: start + 7_000, what: 'released', note: 'asked the customer' },
        { at: start + 8_000, what: 'something new' },
        { at: start + 9_000, what: 'claimed', attempt: 2 },
      ]),
    ).toEqual([
      '2026-03-02 09:00:00 UTC: The delivery arrived, was verified and stored.',
      '2026-03-02 09:00:01 UTC to 2026-03-02 09:00:06 UTC, 2 times: It was put off through no fault of its own: All calls pause.',
      '2026-03-02 09:00:07 UTC: An operator released it. Note: asked the customer',
      '2026-03-02 09:00:08 UTC: something new.',
      '2026-03-02 09:00:09 UTC: Try 2 began.',
    ])
  })
})

describe('why an event', () => {
  it('is done', async () => {
    const { world, ask } = createDesk()
    const id = await world.accept('standard', returnRequested({}))
    await world.finish(id)
    const { result } = await ask('why', { id })
    expect(result).toMatchObject({
      id,
      status: 'done',
      orderId: 10_001,
      next: 'Nothing: it has come to its end.',
      toDo: 'Nothing.',
    })
    const happened = result?.happened as string[]
    expect(happened[0]).toMatch(/^2026-03-02 09:00:0\d UTC: The delivery arrived/)
    expect(happened.join('\n')).toMatch(/Return \d+ of order 10001 was created\.\n.*comment/)
    expect(happened.at(-1)).toMatch(/Everything was done\.$/)
  })

  it('is held: what the docs say to do', async () => {
    const { world, ask } = createDesk()
    const id = await world.accept('standard', returnRequested({ order: { id: 10_006 } }))
    await world.finish(id)
    const { result } = await ask('why', { id })
    expect(result).toMatchObject({
      status: 'held',
      next: 'Nothing happens until a person decides.',
      toDo: advice.addresses_missing,
    })
    const happened = result?.happened as string[]
    expect(happened.at(-2)).toContain('held for a person to decide (addresses_missing)')
  })

  it('waits, and until when', async () => {
    const { world, ask } = createDesk()
    await world.fault({ method: 'GET', path: '/rest/orders', kind: 'status', status: 500, times: 1 })
    const id = await world.accept('standard', returnRequested({}))
    const { event } = await world.run(id)
    const { result } = await ask('why', { id })
    const time = new Date(event.wakeAt ?? 0).toISOString().slice(0, 19).replace('T', ' ')
    expect(result?.next).toContain(`The next try is at ${time} UTC (`)
    expect(result?.toDo).toBe(`Nothing. To try at once: event.release with the id ${id}.`)
  })

  it.each([
    ['a return', 'POST', '/rest/orders', returnRequested({})],
    ['a comment', 'POST', '/rest/comments', commentSubmitted({})],
  ] as const)('waits for %s to settle: when it is looked at, and that no release hurries that', async (...given) => {
    const [thing, method, path, body] = given
    const { world, ask } = createDesk()
    await world.fault({ method, path, kind: 'drop-after', times: 1 })
    const id = await world.accept('standard', body)
    const { event } = await world.run(id)
    const time = new Date(event.wakeAt ?? 0).toISOString().slice(0, 19).replace('T', ' ')
    const { result } = await ask('why', { id })
    expect(result?.next).toBe(
      `The next try is at ${time} UTC (${thing} whose answer was lost is read back after settling).`,
    )
    expect(result?.toDo).toBe(
      `Nothing: what was sent is looked at again at ${time} UTC. Until it has settled, a release changes nothing.`,
    )
    await ask('event.release', { id })
    await world.run(id)
    expect(await world.get(id)).toMatchObject({ status: 'waiting', wakeAt: event.wakeAt })
    await world.finish(id)
    expect((await ask('why', { id })).result).toMatchObject({ status: 'done', toDo: 'Nothing.' })
  })

  it('waits to look once more at a return that was sent twice: when', async () => {
    const { world, ask } = createDesk()
    await world.fault({ method: 'POST', path: '/rest/orders', kind: 'drop-before', times: 1 })
    const id = await world.accept('standard', returnRequested({}))
    await world.run(id)
    await world.advance(2 * minute)
    await world.run(id)
    const { result } = await ask('why', { id })
    expect(result?.next).toContain('(a repeated return is looked at once more)')
    expect(result?.toDo).toMatch(/^Nothing: what was sent is looked at again at 2026.* a release changes nothing\.$/)
  })

  it('waits for a closed login: who must do what', async () => {
    const { world, ask } = createDesk()
    await world.control('/sandbox/faults', {
      method: 'POST',
      body: { kind: 'lock-user', times: 1, method: 'POST', path: '/rest/login' },
    })
    const id = await world.accept('standard', returnRequested({}))
    await world.run(id)
    const { result } = await ask('why', { id })
    expect(result?.next).toContain('(the login is closed)')
    expect(result?.toDo).toMatch(/login\.reset\.$/)
  })

  it('is late where nobody took it up', async () => {
    const { world, ask } = createDesk()
    const id = await world.accept('standard', returnRequested({}))
    expect((await ask('why', { id })).result).toMatchObject({
      status: 'ready',
      next: expect.stringContaining('taken up within seconds'),
      toDo: 'Nothing.',
    })
    await world.advance(15 * minute)
    expect((await ask('why', { id })).result?.toDo).toMatch(/^It is late/)
  })

  it.each([
    ['running', /being worked on/, 'Nothing.'],
    ['discarded', /come to its end/, /event\.replay/],
    ['ignored', /come to its end/, 'Nothing.'],
    ['failed', /Nothing more happens by itself/, 'Nothing.'],
  ] as const)('is %s', async (status, next, toDo) => {
    const { world } = createDesk()
    const event = await world.get(await world.accept('standard', '{}'))
    const told = whyEvent({ ...event, status }, world.now())
    expect(told.next).toMatch(next)
    expect(told.toDo).toMatch(toDo)
  })

  it('that there is not, is not found', async () => {
    expect(await createDesk().ask('why', { id: 'standard/none' })).toMatchObject({ error: { code: 'not_found' } })
  })
})

describe('why an order', () => {
  it('has what it has: returns of this bridge and its events, newest first', async () => {
    const { world, ask } = createDesk()
    const done = await world.accept('standard', returnRequested({}))
    await world.finish(done)
    await world.advance(minute)
    const held = await world.accept('standard', returnRequested({}))
    await world.finish(held)
    const { result } = await ask('why', { orderId: 10_001 })
    expect(result).toMatchObject({
      orderId: 10_001,
      order: [expect.stringMatching(/Return \d+ was created for event standard\/d1\.$/)],
      toDo: `See what to do about ${held}.`,
      events: [
        { id: held, status: 'held', toDo: advice.possible_duplicate },
        { id: done, status: 'done' },
      ],
      more: false,
    })
  })

  it('stands still: a return whose outcome is not settled', async () => {
    const { world, ask } = createDesk()
    await world.fault({ method: 'POST', path: '/rest/orders', kind: 'drop-after', times: 1 })
    const id = await world.accept('standard', returnRequested({}))
    await world.run(id)
    const { result } = await ask('why', { orderId: 10_001 })
    expect(result?.order).toEqual([expect.stringMatching(`A return of event ${id} may have been sent`)])
    expect(result?.toDo).toBe('Nothing.')
    expect(result?.events).toMatchObject([{ id, status: 'waiting' }])
  })

  it('is told which held event stands in the way of all others', async () => {
    const { world, ask } = createDesk()
    await world.workflow.orders.take(10_001, {
      holder: { event: 'standard/d1', epoch: 1, leaseUntil: world.now() },
      now: world.now(),
      wish: 'standard/x',
      command: 0,
    })
    await world.workflow.orders.recordIntent(10_001, {
      holder: { event: 'standard/d1', epoch: 1, leaseUntil: world.now() },
      intent: { event: 'standard/d1', command: 0, sendBefore: world.now(), known: [] },
      fingerprint: 'f',
      now: world.now(),
    })
    const id = await world.accept('standard', returnRequested({ order: { id: 10_006 } }))
    await world.finish(id)
    expect((await ask('why', { orderId: 10_001 })).result?.toDo).toBe(
      `Settle event ${id} first: it stands in the way of all others.`,
    )
  })

  it('was never heard of', async () => {
    expect((await createDesk().ask('why', { orderId: 4_711 })).result).toMatchObject({
      order: ['This bridge knows of no event about this order.'],
      toDo: expect.stringContaining('event.list'),
      events: [],
    })
  })

  it('is being worked on, or was once', () => {
    const memory = { orderId: 1, returns: {}, wishes: {}, fingerprints: {} }
    const holder = { event: 'standard/d1', epoch: 1, leaseUntil: 60_000 }
    expect(orderSentences({ ...memory, holder }, { now: 0, none: false })).toEqual([
      'Event standard/d1 is working on the order, until 1970-01-01 00:01:00 UTC at the longest.',
    ])
    expect(orderSentences({ ...memory, holder }, { now: 60_000, none: false })).toEqual([
      'This bridge has made no return for this order.',
    ])
  })
})
