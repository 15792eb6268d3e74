import { isDeepStrictEqual } from 'node:util'
import type { InboxEvent } from '../../lib/inbox/event.ts'
import type { WriteRecord } from '../../lib/state/write-record.ts'
import { putOrder } from '../../sandbox/put-order.ts'
import { createDesk } from '../operator/desk.ts'
import { createWorld } from '../workflow/world.ts'
import { putRecord, type Stored } from './quiet-discards.ts'
import { storeEvents } from './quiet-events.ts'
import { forgets } from './quiet-forgets.ts'
import { utcOf } from './quiet-why.ts'
import type { Chance } from './random.ts'

type Desk = ReturnType<typeof createDesk>

const orderId = 10_001
const item = `order#${orderId}` as const

/** What an order's records say: `why` of it and of its events, and what can be forgotten of it. */
export async function quietRecords(chance: Chance): Promise<string[]> {
  const world = createWorld({ seed: 'empty' })
  const desk = createDesk(world)
  putOrder(world.sandbox.world.store, { id: orderId, typeId: 1 }, 0)
  const events = await storeEvents(world, chance, chance.between(0, 40))
  const records = await drawRecords(desk, events, chance)
  const lockedUntil = world.now() + chance.pick([-1, 1, 30_000])
  const isLocked = chance.hits(0.3)
  const lock = { event: 'form/at-work', epoch: 1, until: lockedUntil }
  if (isLocked) await world.workflow.records.lock(item, { lock, now: world.now() })
  const isBusy = isLocked && lockedUntil > world.now()
  const wrong = await whyOfOrder(desk, events, records, isBusy ? lock : undefined)
  return [...wrong, ...(await forgets(desk, records, { chance, isBusy }))]
}

async function drawRecords({ world }: Desk, events: readonly InboxEvent[], chance: Chance): Promise<Stored[]> {
  const stored: Stored[] = []
  for (let left = chance.between(0, 3); left > 0; left -= 1) {
    const by = events.length > 0 && chance.hits(0.5) ? chance.pick(events).id : 'form/expired'
    const state = chance.pick(['sent', 'missing', 'done', 'done', 'done'] as const)
    const made = state === 'done' ? { id: 700_000 + left, ...(chance.hits(0.2) && { linked: true }) } : {}
    const record = {
      kind: 'return',
      state,
      by,
      at: world.now() - left * chance.between(1, 500) * 1_000,
      tries: [],
      ...made,
    } as WriteRecord
    const key = `key ${left}`
    await putRecord(world, item, key, record)
    stored.push({ key, record })
    if (chance.hits(0.5)) {
      const comment = {
        kind: 'comment',
        state: chance.pick(['sent', 'done', 'done'] as const),
        by,
        at: record.at + 1_000,
        tries: [],
      } as WriteRecord
      await putRecord(world, item, `${key}/comment`, comment)
      stored.push({ key: `${key}/comment`, record: comment })
    }
  }
  return stored
}

type Line = {
  item: string
  key: string
  state: string
  since: string
  by: string
  kind: string
  id?: number
  text: string
}

async function whyOfOrder(
  { ask }: Desk,
  events: readonly InboxEvent[],
  stored: readonly Stored[],
  lock: { event: string; until: number } | undefined,
) {
  const { result = {} } = await ask('why', { orderId })
  const writes = (result.writes ?? []) as Line[]
  const locks = (result.locks ?? []) as { item: string; event: string; until: string; text: string }[]
  const wanted = stored.map(
    ({ key, record }) => `${key} ${record.state} ${record.kind} ${record.by} ${new Date(record.at).toISOString()}`,
  )
  const shown = writes.map(({ key, state, kind, by, since }) => `${key} ${state} ${kind} ${by} ${since}`)
  const times = writes.map(({ since }) => Date.parse(since))
  const own = events.filter((event) => event.orderId === orderId).toSorted((a, b) => b.receivedAt - a.receivedAt)
  const ids = (result.events as { id: string }[]).map(({ id }) => id)
  const open = new Set(stored.flatMap(({ record }) => (record.state === 'done' ? [] : [record.by])))
  const blocking = events.filter(({ id, status }) => status === 'held' && open.has(id)).map(({ id }) => id)
  const asking = own.slice(0, 10).filter(({ status }) => status === 'held' || status === 'failed')
  const toDo = String(result.toDo)
  const nothingKnown = stored.length === 0 && !lock
  return [
    ...(isDeepStrictEqual(shown.toSorted(), wanted.toSorted())
      ? []
      : [`why of an order shows writes ${shown}, not ${wanted}`]),
    ...(times.every((at, index) => at <= (times[index + 1] ?? at))
      ? []
      : ['why of an order shows writes in a wrong order']),
    ...writes.flatMap(({ key, text }) => wrongWords(stored.find((one) => one.key === key)?.record, text)),
    ...(isDeepStrictEqual(
      locks.map(({ event, until }) => [event, Date.parse(until)]),
      lock ? [[lock.event, lock.until]] : [],
    )
      ? []
      : ['why of an order shows a wrong lock']),
    ...locks
      .filter(
        ({ text, event }) =>
          !text.includes(event) || !text.includes(String(orderId)) || !text.includes(utcOf(lock?.until ?? 0)),
      )
      .map(({ text }) => `a lock reads: ${text}`),
    ...(isDeepStrictEqual(
      ids,
      own.slice(0, 10).map(({ id }) => id),
    )
      ? []
      : [`why of an order shows events ${ids}`]),
    ...(result.more === own.length > 10 ? [] : [`why of an order says ${result.more} of ${own.length} events`]),
    ...(blocking.length > 0 && !blocking.some((id) => toDo.includes(`event ${id} first`))
      ? [`why of an order does not say what is first: ${toDo}`]
      : []),
    ...(blocking.length === 0 && asking.some(({ id }) => !toDo.includes(id))
      ? [`why of an order leaves out what asks: ${toDo}`]
      : []),
    ...(blocking.length + asking.length === 0 && own.length > 0 && toDo !== 'Nothing.'
      ? [`why of an order has something to do: ${toDo}`]
      : []),
    ...(own.length === 0 && blocking.length === 0 && !toDo.includes('event.list')
      ? [`why of an order without events says ${toDo}`]
      : []),
    ...(nothingKnown !== /no event|nothing/.test(String((result.order as string[])[0]))
      ? [`why of an order says ${result.order}`]
      : []),
  ]
}

function wrongWords(record: WriteRecord | undefined, text: string): string[] {
  if (!record) return []
  const { kind, state, by, at } = record
  const isLinked = state === 'done' && record.linked === true
  const id = state === 'done' && record.id !== undefined ? [String(record.id)] : []
  const how = isLinked
    ? 'belong to'
    : { sent: 'no known outcome', missing: 'is missing', done: kind === 'return' ? 'created' : 'written' }[state]
  const names = [by, utcOf(at), how, ...id, ...(isLinked ? [] : [kind, `order ${orderId}`])]
  return names
    .filter((one) => !text.toLowerCase().includes(one.toLowerCase()))
    .map((one) => `a ${kind} that is ${state} lacks "${one}": ${text}`)
}
