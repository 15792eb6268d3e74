import type { PaceStore } from '../../../lib/back-office/pace/state.ts'
import type { SessionStore } from '../../../lib/back-office/session/store.ts'
import type { Inbox } from '../../../lib/inbox/inbox.ts'
import type { AuditStore } from '../../../lib/state/audit-progress.ts'
import type { Learnt } from '../../../lib/state/learnt.ts'
import type { RecordStore } from '../../../lib/state/write-record.ts'
import type { Machine, Nature } from './machine.ts'

/** What the SDK throws when it has given up; named, so that it is told from a bug of ours. */
export class InjectedFault extends Error {
  override name = 'InjectedFault'
}

/** The two tables as the functions see them: through a network that loses, delays and throttles. */
export type Tables = {
  inbox: Inbox
  records: RecordStore
  learnt: Learnt
  session: SessionStore
  pace: PaceStore
  audits: AuditStore
}

const clientTimeoutMs = 2_000

/** One operation of a port as one machine does it: there, applied, and back again. */
export type Reach = <T>(operation: string, effect: () => Promise<T>, options?: { isRead?: boolean }) => Promise<T>

/** `date`: the time of the tables, epoch ms. */
export type Hearing = {
  onRequest(operation: string): void
  onAnswer(date: number, exchange: { sentAt: number; answeredAt: number }): void
  onFailed(operation: string): void
}

export function createReach(nature: Nature, machine: Machine, { onRequest, onAnswer, onFailed }: Hearing): Reach {
  const { timeline, chance, weather, outages, tell } = nature
  const travel = () => machine.pass(chance.hits(0.95) ? chance.between(1, 8) : chance.between(10, 900))

  return async (operation, effect, { isRead = false } = {}) => {
    onRequest(operation)
    const sentAt = machine.clock.now()
    await travel()
    let date = timeline.now()
    const outage = outages.hitting(operation, isRead)
    if (outage) return outage === 'refused' ? fail('DOWN') : await giveUp('DOWN')
    if (weather.strikes('table throttled')) return fail('THROTTLED')
    if (weather.strikes('table request lost')) return await giveUp('request LOST')
    if (!isRead && weather.strikes('table write late')) {
      // The client has given up, but the request still lies in some queue.
      timeline.after(clientTimeoutMs + chance.between(1, 5_000), () => {
        tell(machine.name, () => `${operation}: LATE write arrives`)
        effect().catch(() => {})
      })
      return await giveUp('write is LATE')
    }
    const outcome = await settle(effect)
    date = timeline.now()
    tell(machine.name, () => `${operation} → ${shown(outcome)}`)
    if (weather.strikes('table answer lost')) return await giveUp('answer LOST')
    await travel()
    heard()
    if ('error' in outcome) throw outcome.error
    return outcome.value

    function heard(): void {
      onAnswer(date, { sentAt, answeredAt: machine.clock.now() })
    }
    function fail(what: string): never {
      heard()
      onFailed(operation)
      tell(machine.name, () => `${operation}: ${what}`)
      throw new InjectedFault(`${operation}: ${what}`)
    }
    async function giveUp(what: string): Promise<never> {
      tell(machine.name, () => `${operation}: ${what}`)
      onFailed(operation)
      await machine.pass(clientTimeoutMs)
      throw new InjectedFault(`${operation}: ${what}`)
    }
  }
}

type Settled<T> = { value: T } | { error: unknown }

async function settle<T>(effect: () => Promise<T>): Promise<Settled<T>> {
  try {
    return { value: await effect() }
  } catch (error) {
    return { error }
  }
}

function shown(outcome: Settled<unknown>): string {
  if ('error' in outcome) return outcome.error instanceof Error ? outcome.error.name : 'error'
  const { value } = outcome
  if (value === undefined) return 'nothing'
  if (typeof value !== 'object' || value === null) return String(value)
  if (Array.isArray(value)) return `${value.length} found`
  const { status, epoch, attempts, orderId, lock, records } = value as Record<string, unknown>
  return JSON.stringify({ status, epoch, attempts, orderId, lock, records })
}

/** The true tables behind a machine's network. */
export function reachTables(nature: Nature, tables: Tables, reach: Reach): Tables {
  const { inbox, records, learnt, session, pace, audits } = tables
  const { weather } = nature
  return {
    inbox: {
      accept: (event) => reach(`inbox.accept ${event.id}`, () => inbox.accept(event)),
      claim: (id, options) => reach(`inbox.claim ${id}`, () => inbox.claim(id, options)),
      save: (previous, next) =>
        reach(`inbox.save ${next.id} as ${next.status} (${next.history.at(-1)?.code})`, () =>
          inbox.save(previous, next),
        ),
      get: (id) => reach(`inbox.get ${id}`, () => inbox.get(id), { isRead: true }),
      getAll: (ids) => reach('inbox.getAll', () => inbox.getAll(ids), { isRead: true }),
      due: (options) => reach('inbox.due', async () => lateIndex(await inbox.due(options)), { isRead: true }),
      list: (query) => reach('inbox.list', () => inbox.list(query), { isRead: true }),
      walk: (options) => reach('inbox.walk', () => inbox.walk(options), { isRead: true }),
      learnLabel: (shop, learnt) => reach(`inbox.learnLabel of ${shop}`, () => inbox.learnLabel(shop, learnt)),
      learnLines: (shop, given) => reach(`inbox.learnLines of ${shop}`, () => inbox.learnLines(shop, given)),
      linesOf: (shop, number) => reach(`inbox.linesOf of ${shop}`, () => inbox.linesOf(shop, number), { isRead: true }),
      numbersOfLabel: (shop, label) =>
        reach(`inbox.numbersOfLabel of ${shop}`, () => inbox.numbersOfLabel(shop, label), { isRead: true }),
    },
    learnt: {
      parcel: (source, id) => reach(`learnt.parcel ${id}`, () => learnt.parcel(source, id), { isRead: true }),
      learnParcel: (source, id, options) =>
        reach(`learnt.learnParcel ${id}`, () => learnt.learnParcel(source, id, options)),
    },
    records: {
      get: (id) => reach(`records.get ${id}`, () => records.get(id), { isRead: true }),
      lock: (id, options) => reach(`records.lock ${id} for ${options.lock.event}`, () => records.lock(id, options)),
      save: (item, options) =>
        reach(`records.save ${item.id} ${JSON.stringify(options.changes)}`, () => records.save(item, options)),
      unlock: (item, now) => reach(`records.unlock ${item.id}`, () => records.unlock(item, now)),
      place: (key, id, options) => reach(`records.place ${key} at ${id}`, () => records.place(key, id, options)),
      countOnDay: (key, options) =>
        reach(`records.countOnDay ${key} of ${options.orderId}`, () => records.countOnDay(key, options)),
      placeOf: (key) => reach(`records.placeOf ${key}`, () => records.placeOf(key), { isRead: true }),
    },
    session: {
      read: () => reach('session.read', () => session.read(), { isRead: true }),
      replace: (next, options) => reach('session.replace', () => session.replace(next, options)),
    },
    audits: {
      read: () => reach('audits.read', () => audits.read(), { isRead: true }),
      replace: (next, options) => reach('audits.replace', () => audits.replace(next, options)),
    },
    pace: {
      read: () => reach('pace.read', () => pace.read(), { isRead: true }),
      replace: (next, options) => reach('pace.replace', () => pace.replace(next, options)),
    },
  }

  /** The index follows the table a little later: what is due may be missing. */
  function lateIndex<T>(found: T[]): T[] {
    return found.filter(() => !weather.strikes('index late'))
  }
}
