import { describe, expect, it } from 'vitest'
import type { ConfigInput } from '../../lib/config/config.ts'
import { advisedActions } from '../../lib/operator/events/why-event.ts'
import { loadOperatorCommands } from '../../lib/operator/operate.ts'
import { placesInReason } from '../../lib/operator/views/event-views.ts'
import type { ReasonCode } from '../../lib/reasons.ts'
import { languages } from '../../lib/sentences/languages.ts'
import { say } from '../../lib/sentences/sentences.ts'
import { putReturn } from '../audit/audit-world.ts'
import { reasons } from '../sentences/examples.ts'
import { createWorld, returnRequested } from '../workflow/world.ts'
import { createDesk } from './desk.ts'

const { en, de } = languages

const config: ConfigInput = {
  sources: { standard: { kind: 'standard' } },
  reasons: { defective: '3' },
  language: 'de',
  orderUrl: 'https://my.example.com/orders/{id}?tab=all',
}
const url = (id: number) => `https://my.example.com/orders/${id}?tab=all`

/** A request for an order without addresses: it is held. */
async function heldAt(desk: ReturnType<typeof createDesk>): Promise<string> {
  const id = await desk.world.accept('standard', returnRequested({ order: { id: 10_006 } }))
  await desk.world.finish(id)
  return id
}

describe('a bridge with language de and orderUrl', () => {
  const createGermanDesk = () => createDesk(createWorld({ config }))

  it('says reason, meaning, timeline and advice in German, and links the order', async () => {
    const desk = createGermanDesk()
    const id = await heldAt(desk)
    const { result: event } = await desk.ask('event.get', { id })
    const text = say(de.reason, { code: 'addresses_missing', orderId: 10_006, relation: 1 })
    expect(event).toMatchObject({
      reason: { code: 'addresses_missing', text },
      means: de.means.addresses_missing,
      links: { 10006: url(10_006) },
    })
    const { result: why } = await desk.ask('why', { id })
    expect(why).toMatchObject({
      means: de.means.addresses_missing,
      toDo: de.advice.addresses_missing,
      actions: ['event.release'],
      next: say(de.next, { code: 'person_decides' }),
      links: { 10006: url(10_006) },
    })
    expect((await desk.ask('stats')).result).toMatchObject({ language: 'de', login: { says: de.login.open } })
    expect((await desk.ask('login.status')).result).toMatchObject({ says: de.login.open })
  })

  it('says what doctor, the audit and a search have seen', async () => {
    const desk = createGermanDesk()
    const { checks } = (await desk.ask('doctor', { rights: true })).result as { checks: object[] }
    expect(checks).toContainEqual({
      check: 'die Konfiguration',
      code: 'configuration',
      state: 'ok',
      says: 'Quellen (1): standard.',
    })
    expect(checks).toContainEqual({ check: 'die Anmeldung', code: 'login', state: 'ok', says: de.login.open })
    expect(JSON.stringify(checks)).not.toMatch(/\bthe\b/)
    const { id: returnId } = putReturn(desk.world)
    const { findings } = (await desk.ask('audit')).result as { findings: object[] }
    const facts = { what: 'return_unknown', orderId: 10_001, returnId, orderIds: [10_001] } as const
    expect(findings).toEqual([{ ...facts, says: de.found(facts), toDo: de.finding.return_unknown }])
    await desk.world.fault({ method: 'GET', path: '/rest/orders', times: 9, kind: 'status', status: 500 })
    const { result } = await desk.ask('event.list', { externalNumber: 'gone-77' })
    expect(result?.notAsked).toBe(say(de.notAsked, { code: 'no_answer' }))
  })

  it('links orders and returns in lists, and what was made', async () => {
    const desk = createGermanDesk()
    const id = await desk.world.accept('standard', returnRequested({}))
    await desk.world.finish(id)
    const [made] = await desk.world.returnsOf(10_001)
    const both = { 10001: url(10_001), [made?.id ?? 0]: url(made?.id ?? 0) }
    expect((await desk.ask('event.get', { id })).result?.links).toEqual(both)
    expect((await desk.ask('why', { id })).result?.links).toEqual(both)
    expect((await desk.ask('why', { orderId: 10_001 })).result?.links).toEqual(both)
    expect((await desk.ask('return.list', { orderId: 10_001 })).result?.links).toEqual(both)
    expect((await desk.ask('event.list')).result?.links).toEqual({ 10001: url(10_001) })
    expect((await desk.ask('order.get', { orderId: 10_001 })).result?.links).toEqual({ 10001: url(10_001) })
  })
})

it('without orderUrl no answer has links', async () => {
  const desk = createDesk()
  const id = await heldAt(desk)
  for (const [command, given] of [
    ['event.get', { id }],
    ['why', { id }],
    ['event.list', {}],
    ['order.get', { orderId: 10_006 }],
  ] as const) {
    expect((await desk.ask(command, given)).result, command).not.toHaveProperty('links')
  }
  expect((await desk.ask('event.get', { id })).result).toMatchObject({ means: en.means.addresses_missing })
})

it.each<[ReasonCode, number[]]>([
  ['too_many', [10_001]],
  ['same_parcel', [5, 7]],
  ['order_ambiguous', [5]],
  ['possible_duplicate', [5]],
  ['return_incomplete', [7]],
  ['outcome_unclear', [10_001, 1, 2]],
  ['withdrawal_unplaced', []],
  ['test_delivery', []],
])('links of the reason %s lead to %j', (code, ids) => {
  expect(placesInReason(reasons[code][0])).toEqual(ids)
})

describe('the actions of a reason', () => {
  const codes = Object.keys(en.advice) as ReasonCode[]

  /** Commands that the advice names, and those that it describes in words. */
  function advisedIn(text: string): string[] {
    const named = text.match(/\b(?:event|return|order|comment|contact)\.[a-z]+\b/g) ?? []
    const verbs = { release: /\brelease[sd]?\b/i, replay: /\breplay\b/i, discard: /\bdiscard\b/i }
    const meant = Object.entries(verbs).flatMap(([verb, words]) => (words.test(text) ? [`event.${verb}`] : []))
    return [...new Set([...named, ...meant])].sort()
  }

  it.each(codes)('are the commands that its advice names: %s', (code) => {
    const actions = advisedActions({ code: 'as_advised', reason: code })
    expect([...actions].sort()).toEqual(advisedIn(en.advice[code]))
  })

  it('are commands that there are', async () => {
    const known = (await loadOperatorCommands()).map(({ name }) => name)
    expect(known).toEqual(
      expect.arrayContaining(codes.flatMap((reason) => advisedActions({ code: 'as_advised', reason }))),
    )
  })
})
