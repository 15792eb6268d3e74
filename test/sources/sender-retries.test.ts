import { expect, it } from 'vitest'
import { sourceKinds } from '../../lib/sources/registry.ts'
import { createWorld } from '../workflow/world.ts'
import { anySampleOf, createHooks, everySource, kindOf, signedSample } from './hooks.ts'
import { factsOf } from './senders.ts'

/** The retries of each sender, from the receiver to the back office: one event, or at least one effect. */

const rows = sourceKinds.flatMap((kind) => factsOf(kind).repeats.map((repeat) => ({ kind, ...repeat })))

it.each(rows)('$kind, $how: three deliveries are $events event(s) and one effect', async ({ kind, events, change }) => {
  const [name, { family }] = [anySampleOf(kind), kindOf(kind)]
  const text = signedSample(kind, name).body.toString('latin1')
  const attempt = (at: number, nowMs: number) => {
    const { body = text, id = 'delivery-1', headers } = change(at, text, nowMs)
    const made = signedSample(kind, name, { body: Buffer.from(body, 'latin1'), id, nowMs })
    return { ...made, headers: { ...made.headers, ...headers } }
  }
  const world = createWorld({ config: everySource })
  const before = world.effects()
  const { send } = createHooks({ inbox: world.workflow.inbox, now: world.now })
  const ids = new Set<string>()
  const after: ReturnType<typeof world.effects>[] = []
  for (const at of [0, 1, 2]) {
    const { status, body } = await send(family, attempt(at, world.now()))
    expect(status).toBe(200)
    expect(body.status).toBe(at > 0 && events === 1 ? 'duplicate' : 'accepted')
    ids.add(body.id)
    const event = await world.finish(body.id)
    if (at === 0) expect(event.status).toBe('done')
    else if (events > 1) expect(event).toMatchObject({ status: 'ignored', reason: { code: 'already_done' } })
    after.push(world.effects())
    await world.advance(60_000)
  }
  expect(ids.size).toBe(events)
  expect(after[0]).not.toEqual(before)
  expect(after[1]).toEqual(after[0])
  expect(after[2]).toEqual(after[0])
})

it('there is a row for every sender', () => {
  expect(new Set(rows.map(({ kind }) => kind))).toEqual(new Set(sourceKinds))
})
