import fc from 'fast-check'
import { expect, it } from 'vitest'
import { Rejected } from '../../lib/errors.ts'
import { discarded, released, replayed } from '../../lib/inbox/operator-transitions.ts'
import { createWorld, dueAt, minute, type World } from './world.ts'

const refund = (fields: object) => ({ order_id: 6203001001, refund_line_items: [], ...fields })
const mug = { quantity: 1, restock_type: 'return', line_item: { sku: 'MUG-BLUE' } }
const report = (world: World, body: unknown) => world.accept('shopify', body, { 'x-shopify-topic': 'refunds/create' })

const transitions = { discard: discarded, replay: replayed, release: released }
const byPerson = async (world: World, id: string, what: keyof typeof transitions) => {
  const event = await world.get(id)
  const moment = { now: world.now(), writeId: `w${event.epoch}`, note: 'as looked up' }
  // Not every state allows it.
  const next = async () => transitions[what](event, moment)
  await next().then(
    (moved) => world.workflow.inbox.save(event, moved),
    (error) => expect(error).toBeInstanceOf(Rejected),
  )
}

/** A run at the time it is due, which breaks off where `at` is a step of the order's item. */
const runOnce = async (world: World, id: string, at: 'lock' | 'save' | 'unlock' | undefined) => {
  const dueAtMs = dueAt(await world.get(id)) ?? 0
  await world.advance(Math.max(0, dueAtMs - world.now()))
  const { records } = world.ports
  const breaks = () => Promise.reject(new Error('the table is gone'))
  if (at) world.workflow.records = { ...records, [at]: breaks }
  await world.run(id)
  world.workflow.records = records
}

/** Whoever is due next, as the schedule does: one may have to wait for the other. */
const finishAll = async (world: World, ids: string[]) => {
  for (let runs = 0; runs < 100; runs += 1) {
    const events = await Promise.all(ids.map(world.get))
    const due = events.flatMap((event) => ({ id: event.id, at: dueAt(event) ?? Number.POSITIVE_INFINITY }))
    const [next] = due.filter(({ at }) => Number.isFinite(at)).sort((one, other) => one.at - other.at)
    if (!next) return
    await runOnce(world, next.id, undefined)
  }
  throw new Error('an event is still open')
}

const which = fc.nat(1)
const act = fc.oneof(
  fc.record({ what: fc.constantFrom('discard', 'discard', 'replay', 'release'), which }),
  fc.record({
    what: fc.constant('run'),
    which,
    at: fc.constantFrom(undefined, 'lock', 'save', 'unlock'),
  }),
  fc.record({ what: fc.constant('wait'), which }),
)

it.each([
  ['return', refund({ id: 7, refund_line_items: [mug] }), '/rest/orders', 1],
  ['comment', refund({ id: 8, note: 'Goodwill' }), '/rest/comments', 0],
] as const)(
  'a %s whose answer is lost is made once, however its two events are discarded, replayed, released and broken off',
  async (_title, fact, path, mostReturns) => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(act, { minLength: 3, maxLength: 10 }),
        fc.constantFrom('drop-before', 'drop-after'),
        async (acts, kind) => {
          const world = createWorld()
          const before = world.effects()
          await world.fault({ method: 'POST', path, times: 1, kind })
          const first = await report(world, fact)
          await world.run(first)
          const events = [first, await report(world, fact)]
          for (const one of acts) {
            const id = events[one.which] ?? first
            if (one.what === 'wait') await world.advance(2 * minute)
            else if (one.what === 'run') await runOnce(world, id, 'at' in one ? one.at : undefined)
            else await byPerson(world, id, one.what)
          }
          await finishAll(world, events)
          const { returns, comments } = world.effects()
          const all = (at: typeof before) => ({ returns: at.returns + mostReturns, comments: at.comments + 1 })
          const ends = await Promise.all(events.map(async (id) => (await world.get(id)).status))
          expect(returns).toBeLessThanOrEqual(before.returns + mostReturns)
          expect(comments).toBeLessThanOrEqual(before.comments + 1)
          if (ends.includes('done')) expect({ returns, comments }).toEqual(all(before))
          // What an event did before it was discarded stays done.
          if (ends.includes('ignored')) expect(world.effects()).not.toEqual(before)
        },
      ),
      { numRuns: 25 },
    )
  },
)
