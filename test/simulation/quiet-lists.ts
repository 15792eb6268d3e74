import type { InboxEvent } from '../../lib/inbox/event.ts'
import { createDesk } from '../operator/desk.ts'
import { createWorld } from '../workflow/world.ts'
import { storeEvents } from './quiet-events.ts'
import { dueOf, wrongEvent, wrongRow } from './quiet-views.ts'
import { wrongWhy } from './quiet-why.ts'
import type { Chance } from './random.ts'

type Row = Record<string, unknown> & { id: string }
type Desk = ReturnType<typeof createDesk>
type Filter = Partial<Pick<InboxEvent, 'status' | 'source' | 'orderId'>> & { withdrawal?: boolean }

/** An inbox of drawn events: lists with every filter, counts, and each event as it is. */
export async function quietLists(chance: Chance): Promise<string[]> {
  const world = createWorld({ seed: 'empty' })
  const desk = createDesk(world)
  const isLarge = chance.hits(0.2)
  const events = await storeEvents(world, chance, isLarge ? chance.between(120, 150) : chance.between(5, 30))
  const some = Array.from({ length: 8 }, () => chance.pick(events))
  return [
    ...(await listed(desk, events, isLarge ? {} : drawFilter(chance, chance.pick(events)), chance)),
    ...(await listed(desk, events, drawFilter(chance, chance.pick(events)), chance)),
    ...(await counted(desk, events)),
    ...(await Promise.all(some.map((event) => single(desk, event)))).flat(),
    ...(await missing(desk)),
  ]
}

function drawFilter(chance: Chance, { status, source, orderId, withdrawal }: InboxEvent): Filter {
  return {
    ...(chance.hits(0.5) && { status }),
    ...(chance.hits(0.3) && { source }),
    ...(chance.hits(0.3) && orderId !== undefined && { orderId }),
    ...(chance.hits(0.3) && { withdrawal: chance.hits(0.5) ? (withdrawal ?? false) : chance.hits(0.5) }),
  }
}

/** By receipt; but what is held, failed or open, if asked for by that, by when it became so, or is due (docs/operator.md). */
function timeOf({ status, orderId }: Filter, event: InboxEvent): number {
  const isByTurn = status !== undefined && orderId === undefined && ['held', 'failed'].includes(status)
  if (isByTurn) return event.endedAt ?? event.updatedAt
  const isByDue = status !== undefined && orderId === undefined && event.wakeAt !== undefined
  return isByDue ? (event.wakeAt ?? 0) : event.receivedAt
}

async function listed({ ask }: Desk, events: readonly InboxEvent[], filter: Filter, chance: Chance): Promise<string[]> {
  const what = `event.list ${JSON.stringify(filter)}`
  const limit = chance.hits(0.5) ? chance.between(1, 100) : undefined
  const wanted = events.filter(
    ({ withdrawal = false, ...event }) =>
      (filter.withdrawal === undefined || filter.withdrawal === withdrawal) &&
      (['status', 'source', 'orderId'] as const).every(
        (name) => filter[name] === undefined || filter[name] === event[name],
      ),
  )
  const rows: Row[] = []
  const sizes: number[] = []
  let cursor: unknown
  do {
    const { ok, result, error } = await ask('event.list', {
      ...filter,
      ...(limit && { limit }),
      ...(cursor !== undefined && { cursor }),
    })
    if (!ok || sizes.length > 130) return [`${what} ends with ${error?.message ?? 'no last page'}`]
    const page = result?.events as Row[]
    rows.push(...page)
    sizes.push(page.length)
    cursor = result?.cursor
  } while (cursor !== undefined)
  const times = rows.map(({ id }) => timeOf(filter, events.find((event) => event.id === id) as InboxEvent))
  const size = limit ?? 50
  const full = Math.max(0, Math.ceil(wanted.length / size) - 1)
  return [
    ...wanted.filter(({ id }) => !rows.some((row) => row.id === id)).map(({ id }) => `${what} leaves out ${id}`),
    ...(rows.length === wanted.length ? [] : [`${what} shows ${rows.length} events, not ${wanted.length}`]),
    ...(times.every((at, index) => at >= (times[index + 1] ?? 0)) ? [] : [`${what} is not newest first`]),
    ...(sizes.slice(0, full).every((one) => one === size) ? [] : [`${what} has pages of ${sizes}, not of ${size}`]),
    ...rows
      .slice(0, 8)
      .flatMap((row) => wrongRow(`a row of ${row.id}`, events.find(({ id }) => id === row.id) as InboxEvent, row)),
    ...rows.filter((row) => 'history' in row || 'commands' in row).map(({ id }) => `event.list shows all of ${id}`),
  ]
}

async function counted({ ask, world }: Desk, events: readonly InboxEvent[]): Promise<string[]> {
  const { result = {} } = await ask('stats')
  const count = (status: string) => events.filter((event) => event.status === status).length
  const open = ['ready', 'running', 'waiting']
  const wanted = { ...Object.fromEntries([...open, 'held', 'failed'].map((one) => [one, count(one)])) }
  const all: Record<string, unknown> = { ...wanted, open: open.reduce((sum, one) => sum + count(one), 0) }
  const now = world.now()
  const due = events.filter(
    (event) => open.includes(event.status) && (dueOf(event) ?? now + 1) <= now && (event.wakeAt ?? 0) <= now,
  )
  const oldest = result.oldestDue as
    | { id: string; dueSince: string; lateSeconds: number; receivedAt: string }
    | undefined
  return [
    ...Object.entries(all)
      .filter(([name, value]) => result[name] !== value)
      .map(([name, value]) => `stats counts ${result[name]} ${name}, not ${value}`),
    ...(JSON.stringify(result.atLeast) === '[]' ? [] : [`stats is not sure of ${result.atLeast}`]),
    ...(!oldest === (due.length === 0) ? [] : [`stats says that ${oldest?.id ?? 'nothing'} is due`]),
    ...(oldest ? wrongOldest(oldest, due, now) : []),
  ]
}

function wrongOldest(
  { id, dueSince, lateSeconds, receivedAt }: { id: string; dueSince: string; lateSeconds: number; receivedAt: string },
  due: readonly InboxEvent[],
  now: number,
): string[] {
  const event = due.find((one) => one.id === id)
  if (!event) return [`stats says that ${id} is due`]
  const since = dueOf(event) ?? now
  // A run that died is found by when its event was due before it: among others it may come first.
  const isFirst = due.every((one) => (one.wakeAt ?? 0) >= (event.wakeAt ?? 0))
  const isRight =
    Date.parse(dueSince) === since &&
    lateSeconds === Math.round((now - since) / 1_000) &&
    Date.parse(receivedAt) === event.receivedAt
  return [
    ...(isFirst ? [] : [`stats: ${id} is not due for longest`]),
    ...(isRight ? [] : [`stats shows wrong times of ${id}`]),
  ]
}

async function single({ ask, world }: Desk, event: InboxEvent): Promise<string[]> {
  const [got, why] = [await ask('event.get', { id: event.id }), await ask('why', { id: event.id })]
  if (!got.ok || !why.ok) return [`event.get or why refuses ${event.id}: ${got.error?.message ?? why.error?.message}`]
  const commands = got.result?.commands as Row[]
  return [
    ...wrongEvent(event, got.result ?? {}),
    ...wrongWhy(event, why.result ?? {}, got.result ?? {}, world.now()),
    ...(JSON.stringify(got.result).includes('a customer wrote')
      ? [`event.get ${event.id} shows a customer's words`]
      : []),
    ...(event.source !== 'shopify' && (commands.length !== 1 || commands[0]?.note !== '[redacted]')
      ? [`event.get ${event.id} shows ${commands.length} commands`]
      : []),
  ]
}

async function missing({ ask }: Desk): Promise<string[]> {
  const answers = [await ask('event.get', { id: 'standard/none' }), await ask('why', { id: 'standard/none' })]
  return answers.some(({ error }) => error?.code !== 'not_found') ? ['an event that is not there is found'] : []
}
