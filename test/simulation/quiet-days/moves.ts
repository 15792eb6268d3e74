import { isDeepStrictEqual } from 'node:util'
import type { InboxEvent } from '../../../lib/inbox/event.ts'
import { createDesk } from '../../operator/desk.ts'
import { createWorld } from '../../workflow/world.ts'
import type { Chance } from '../random.ts'
import { quietDiscards } from './discards.ts'
import { storeEvents } from './events.ts'
import { maySay, wrongMove } from './move.ts'
import { replayMany } from './replays.ts'

type Desk = ReturnType<typeof createDesk>

/** Operators move events of all states: each is moved as it was asked for, or refused with all as it was. */
export async function quietMoves(chance: Chance): Promise<string[]> {
  const world = createWorld({ seed: 'empty' })
  const desk = createDesk(world)
  const events = await storeEvents(world, chance, chance.hits(0.15) ? chance.between(52, 60) : chance.between(6, 16))
  const scene = chance.pick([moveOne, moveOne, replayMany, resetLogin])
  return [
    ...(await scene(desk, events, chance)),
    ...(await quietDiscards(world, chance)),
    ...(await refusals(desk, chance)),
  ]
}

async function moveOne(desk: Desk, events: readonly InboxEvent[], chance: Chance): Promise<string[]> {
  const wrong: string[] = []
  for (const event of events.slice(0, 8)) {
    const { id } = event
    const name = chance.pick(['event.release', 'event.replay', 'event.discard'] as const)
    const note = name === 'event.discard' || chance.hits(0.5) ? ' seen in the back office ' : undefined
    const { ok, result, error } = await desk.ask(name, { id, ...(note && { note }) })
    const after = await desk.world.get(id)
    const may = maySay[name](event.status)
    if (ok !== may) wrong.push(`${name} of ${id}, ${event.status}, is answered ${error?.code ?? 'ok'}`)
    else if (!may && (error?.code !== 'conflict' || !isDeepStrictEqual(after, event)))
      wrong.push(`${name} of ${id} moved it all the same`)
    else if (may) {
      wrong.push(...wrongMove(name, { event, after, now: desk.world.now(), note: note?.trim() }))
      if (result?.status !== after.status) wrong.push(`${name} of ${id} answers ${result?.status}`)
    }
  }
  return wrong
}

/** Those that wait for the login are due now, and no others. */
async function resetLogin({ ask, world }: Desk, events: readonly InboxEvent[]): Promise<string[]> {
  const waits = events.filter(({ status, history }) => {
    const last = history.at(-1)
    return status === 'waiting' && last?.code === 'deferred' && last.why.code === 'login_closed'
  })
  const { result } = await ask('login.reset')
  const moved: InboxEvent[] = []
  for (const event of events) if (!isDeepStrictEqual(await world.get(event.id), event)) moved.push(event)
  return [
    ...(isDeepStrictEqual(moved, waits)
      ? []
      : [`login.reset moves ${moved.map(({ id }) => id)}, not ${waits.map(({ id }) => id)}`]),
    ...(result?.released === waits.length && result.more === false
      ? []
      : [`login.reset says ${result?.released}, ${result?.more}`]),
  ]
}

async function refusals({ ask }: Desk, chance: Chance): Promise<string[]> {
  const [command, given, wanted, says] = chance.pick([
    ['event.release', { id: 'standard/none' }, 'not_found', 'event.list'],
    ['event.discard', { id: 'standard/none', note: ' ' }, 'invalid', 'note: '],
    ['event.discard', {}, 'invalid', 'id: missing'],
    ['event.replay', { where: { state: 'held' } }, 'invalid', 'where: unknown field "state"'],
    ['event.replay', { where: {} }, 'invalid', 'where: '],
    ['event.replay', { where: { status: 'held' }, limit: 501 }, 'invalid', 'limit: '],
    ['event.list', { limit: 101 }, 'invalid', 'limit: '],
    ['event.list', { limit: 0 }, 'invalid', 'limit: '],
    ['event.list', { status: 'over' }, 'invalid', 'status: '],
    ['event.list', { state: 'held', orderId: '1' }, 'invalid', 'orderId: '],
    ['event.lists', {}, 'unknown_command', 'event.list'],
    ['return.create', { order: { id: 1 }, lines: [] }, 'invalid', 'lines: '],
    ['return.create', { order: { id: 1 }, lines: 'all', requestId: 'a b' }, 'invalid', 'requestId: '],
    ['record.forget', { orderId: 1, returnId: 2 }, 'invalid', 'note: missing'],
    ['order.list', { from: '2026-03-01T00:00:00' }, 'invalid', 'from: '],
    ['order.list', { from: '2026-03-02T00:00:00Z', to: '2026-03-01T00:00:00Z' }, 'invalid', 'to: '],
    ['order.list', { limit: 251 }, 'invalid', 'limit: '],
    ['return.list', { statusFrom: 9, statusTo: 8 }, 'invalid', 'statusTo: '],
    ['return.list', { limit: 251 }, 'invalid', 'limit: '],
  ] as const)
  const { ok, error } = await ask(command, given)
  if (error?.code === wanted && error.message.includes(says)) return []
  return [`${command} ${JSON.stringify(given)} is answered ${ok ? 'ok' : `${error?.code}: ${error?.message}`}`]
}
