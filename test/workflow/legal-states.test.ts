import fc from 'fast-check'
import { expect, it } from 'vitest'
import type { Command } from '../../lib/commands.ts'
import { createDesk } from '../operator/desk.ts'
import { anOrderBody } from './new-orders.ts'
import { createWorld, dueAt, minute } from './world.ts'

/** Rare, and legal: no rule of `lib/invariant.ts` is broken by any of it. */

const key = fc.constantFrom('a', 'b', 'c')
const order = fc.constantFrom({ id: 10_001 }, { id: 10_002 }, { externalNumber: 'N-1' })
const sku = fc.constantFrom('MUG-BLUE', 'TEAPOT-W', 'NOPE')
const lines = fc.oneof(fc.constant('all' as const), fc.tuple(fc.record({ sku, quantity: fc.constantFrom(1, 2, 5) })))
const body = fc
  .tuple(fc.constantFrom('N-1', 'N-2'), fc.constantFrom(1, 2))
  .map(([number, quantity]) => anOrderBody(number, quantity))
const command = fc.oneof(
  fc.record({ type: fc.constant('create-order'), key, body }),
  fc.record({ type: fc.constant('add-comment'), key, order, text: fc.constant('Hello') }),
  fc.record({ type: fc.constant('create-return'), key, order, lines }),
)
const commands = fc.uniqueArray(command, { selector: (one) => one.key, maxLength: 3 }) as fc.Arbitrary<unknown>
const event = fc.constantFrom('d1', 'd2')
const path = fc.constantFrom('/rest/orders', '/rest/comments')
const kind = fc.constantFrom('drop-before', 'drop-after', 'html', 'empty')
const method = fc.constantFrom('GET', 'POST')
const step = fc.oneof(
  fc.record({ do: fc.constant('map' as const), event, commands: commands as fc.Arbitrary<Command[]> }),
  fc.record({ do: fc.constant('finish' as const) }),
  fc.record({ do: fc.constant('fault' as const), method, path, kind }),
  /** So many saves fail, of the inbox and of the records. */
  fc.record({ do: fc.constant('away' as const), inbox: fc.nat(3), records: fc.nat(3), isDone: fc.boolean() }),
  fc.record({ do: fc.constant('later' as const), minutes: fc.constantFrom(1, 60, 50_000) }),
  fc.record({ do: fc.constant('ask' as const), event, what: fc.constantFrom('release', 'replay', 'discard') }),
)

async function play(steps: readonly (typeof step extends fc.Arbitrary<infer Step> ? Step : never)[]) {
  const maps = new Map<string, Command[]>()
  const translate = ({ payload }: { payload: unknown }) => maps.get(String(payload)) ?? []
  const world = createWorld({ config: { sources: { shop: { kind: 'standard', translate } } } })
  const away = { inbox: 0, records: 0, isDone: false }
  const failing =
    <Given extends unknown[], Answer>(what: 'inbox' | 'records', save: (...given: Given) => Promise<Answer>) =>
    async (...given: Given): Promise<Answer> => {
      away[what] -= 1
      if (away[what] < 0) return await save(...given)
      if (away.isDone) await save(...given)
      throw new Error('the table is away')
    }
  const { inbox, records } = world.ports
  world.workflow.inbox = { ...inbox, save: failing('inbox', inbox.save) }
  world.workflow.records = { ...records, save: failing('records', records.save) }
  const { ask } = createDesk(world)
  const ids = new Set<string>()

  const finish = async () => {
    for (let rounds = 0; rounds < 8; rounds += 1) {
      for (const id of ids) {
        const stored = await inbox.get(id)
        const due = stored && dueAt(stored)
        if (due === undefined) continue
        await world.advance(Math.max(0, due - world.now()))
        await world.run(id)
      }
    }
  }
  for (const one of steps) {
    if (one.do === 'map') {
      maps.set(one.event, one.commands)
      ids.add(await world.accept('shop', JSON.stringify(one.event), {}, one.event))
    } else if (one.do === 'finish') await finish()
    else if (one.do === 'fault') await world.fault({ ...one, do: undefined, times: 1 })
    else if (one.do === 'away') Object.assign(away, one)
    else if (one.do === 'later') {
      await world.advance(one.minutes * minute)
      for (const id of world.expire()) ids.delete(id)
    } else {
      Object.assign(away, { inbox: 0, records: 0 })
      await ask(`event.${one.what}`, { id: `shop/${one.event}`, ...(one.what === 'discard' && { note: 'as agreed' }) })
    }
  }
  Object.assign(away, { inbox: 0, records: 0 })
  await finish()
  return world.logged.filter(({ message }) => message === 'invariant broken').map(({ fields }) => fields)
}

it('no rule is broken by changed mappings, lost answers, tables that are away, retention and people together', async () => {
  const steps = fc.array(step, { minLength: 6, maxLength: 20, size: 'max' })
  const check = fc.asyncProperty(steps, async (given) => {
    expect(await play(given)).toEqual([])
  })
  await fc.assert(check, { numRuns: 150, seed: 4 })
}, 120_000)
