import { describe, expect, it } from 'vitest'
import type { ConfigInput } from '../../lib/config/config.ts'
import { released } from '../../lib/inbox/operator-transitions.ts'
import { commentSubmitted, createWorld, minute, returnRequested, type World } from './world.ts'

const day = 24 * 60 * minute
const form = { kind: 'formspree', requireEmail: false }
const sources: ConfigInput['sources'] = {
  standard: { kind: 'standard' },
  contact: { ...form, on: ['comment'] },
  returns: form,
  shopware: { kind: 'shopware', appName: 'bridge' },
}
const worldWith = (cap?: number) =>
  createWorld({ config: { publicUrl: 'https://bridge.example', sources, formsPerOrderAndDay: cap } })

const numberOf = { 10001: '6203001001', 10002: '302-1234567-1234567' }
const note = (text: string, orderId: keyof typeof numberOf = 10_001) => ({
  form: 'f',
  submission: { order_number: numberOf[orderId], note: text },
})

async function write(world: World, count: number, orderId?: keyof typeof numberOf) {
  const events = []
  for (let index = 0; index < count; index += 1) events.push(await world.deliver('contact', note(`n${index}`, orderId)))
  return events
}

describe('what forms write to one order in a day', () => {
  it('is twenty requests: what comes after them is held, and writes nothing', async () => {
    const world = worldWith()
    const events = await write(world, 25)
    expect(events.map(({ status }) => status)).toEqual([...Array(20).fill('done'), ...Array(5).fill('held')])
    expect(events[24]?.reason).toEqual({ code: 'write_cap', key: events[24]?.id, orderId: 10_001, most: 20 })
    expect(await world.commentsOf(10_001)).toHaveLength(20)
  })

  it('is as much for the forms that a shop shows to everybody', async () => {
    const world = worldWith(2)
    const email = 'cleo.exempel@example.com'
    const sent = (event: string, payload: unknown, at: number) => ({
      data: { event, payload },
      source: { shopId: 'shop', eventId: `e${at}` },
    })
    const contactFormData = { email, comment: 'Where is my parcel?' }
    const statuses: string[] = []
    for (let at = 0; at < 4; at += 1) {
      statuses.push((await world.deliver('shopware', sent('contact_form.send', { contactFormData }, at))).status)
    }
    expect(statuses).toEqual(['done', 'done', 'held', 'held'])
  })

  it('does not keep a shop, an own program or an operator from writing, nor a form from another order', async () => {
    const world = worldWith(1)
    const [, second] = await write(world, 2)
    expect(second?.status).toBe('held')
    expect(await world.deliver('standard', commentSubmitted({}))).toMatchObject({ status: 'done' })
    expect(await world.deliver('standard', returnRequested({}))).toMatchObject({ status: 'done' })
    expect((await write(world, 1, 10_002))[0]).toMatchObject({ status: 'done' })
  })

  it('begins anew with the next day', async () => {
    const world = worldWith(1)
    await write(world, 2)
    await world.advance(day)
    expect((await write(world, 2)).map(({ status }) => status)).toEqual(['done', 'held'])
  })

  it('is overruled once by a release, which does not count', async () => {
    const world = worldWith(1)
    const [, second, third] = await write(world, 3)
    if (!second || !third) throw new Error('there are three')
    expect(await world.goOn(second.id, released)).toMatchObject({ status: 'done' })
    expect(await world.get(third.id)).toMatchObject({ status: 'held' })
    expect(await world.commentsOf(10_001)).toHaveLength(2)
  })

  it('counts a return and its comment as one', async () => {
    const world = worldWith(1)
    const asked = (sku: string) => ({ form: 'f', submission: { order_number: numberOf[10_002], sku, quantity: '1' } })
    expect(await world.deliver('returns', asked('LAMP-7'))).toMatchObject({ status: 'done' })
    const before = world.effects()
    expect(await world.commentsOf(10_002)).toHaveLength(1)
    const second = await world.deliver('returns', asked('BULB-W'))
    expect(second).toMatchObject({ status: 'held', reason: { code: 'write_cap', orderId: 10_002 } })
    expect(world.effects()).toEqual(before)
    expect(await world.goOn(second.id, released)).toMatchObject({ status: 'done' })
    expect(world.effects()).toEqual({ returns: before.returns + 1, comments: before.comments + 1 })
  })

  it.each(['drop-before', 'drop-after'] as const)('counts once what was sent, also unanswered: %s', async (kind) => {
    const world = worldWith(1)
    await world.fault({ method: 'POST', path: '/rest/comments', times: 1, kind })
    expect((await write(world, 1))[0]).toMatchObject({ status: 'done' })
    expect(await world.commentsOf(10_001)).toHaveLength(1)
  })

  it('leaves nothing that was sent behind, where the process died after it and the day is full', async () => {
    const world = worldWith(1)
    const id = await world.accept('contact', note('first'))
    const claimed = await world.get(id)
    await world.finish(id)
    // As if the run had saved nothing: the next one finds the record, on a day whose count is full.
    await world.advance(day)
    await write(world, 1)
    const stored = await world.get(id)
    const again = { ...stored, status: 'ready' as const, progress: {}, wakeAt: world.now(), writeId: 'again' }
    await world.workflow.inbox.save(stored, { ...again, history: claimed.history })
    expect((await world.finish(id)).status).toBe('done')
    expect(await world.commentsOf(10_001)).toHaveLength(2)
  })
})
