import type { SessionItem } from '../../../lib/back-office/session/store.ts'
import type { Clock } from '../../../lib/clock.ts'
import type { Config } from '../../../lib/config/config.ts'
import { eventsTable, stateTable } from '../../../scripts/dynamodb-local/tables.ts'
import { createMemoryClient, executed } from '../../memory/memory-client.ts'
import { type Change, createMemoryDynamo } from '../../memory/memory-dynamo.ts'
import { expire } from '../../memory/memory-table.ts'
import { wrongExpiry } from '../judges/judge-expiry.ts'
import type { Obedience } from '../judges/obeyed-refusals.ts'
import { type Witnesses, watchChange } from '../judges/watch-changes.ts'
import { wrongItem } from '../judges/wrong-items.ts'
import { createChance } from '../random.ts'
import { createDynamoClient, type Doing, doing, doingNow, type Execute, type Hearing } from './dynamo-client.ts'
import { planWhims } from './dynamo-whims.ts'
import type { Machine, Nature } from './machine.ts'
import { createReach, reachTables, type Tables } from './table.ts'
import { isLabel, readTrueTables, type TrueTables, tableNames } from './true-tables.ts'

const dayMs = 86_400_000

/** In every second schedule the weather hurts each request of an adapter; in the others each operation of a port. */
export const hurtsRequests = (seed: number): boolean => createChance(seed + 2 ** 24).hits(0.5)

export type DynamoStores = {
  tables: TrueTables
  session: () => SessionItem | undefined
  connect(
    machine: Machine,
    hearing: Hearing & { clock: Clock; newId: () => string; stored: Obedience['stored'] },
  ): Tables
  /** As the tables' time to live does. */
  expire(at: number): { events: string[]; items: string[] }
}

export type Founding = { nature: Nature; config: Config; seed: number; toleranceMs: number; witnesses: Witnesses }
type Judging = Omit<Founding, 'seed'> & { by: Doing | undefined }

/** Of each write of a function: what it has made of an item, and whether it was allowed to. */
export function judgeChange(change: Change, { by, nature, config, toleranceMs, witnesses }: Judging): void {
  const now = nature.timeline.now()
  const { retention } = config
  const wrong = by ? [...wrongItem(change), ...wrongExpiry(change, { now, toleranceMs, retention })] : []
  for (const what of wrong) witnesses.onWrong(what)
  watchChange(change, { by, now, toleranceMs }, witnesses)
}

/** The real adapters over a DynamoDB in memory. */
export function createDynamoStores({ nature, config, seed, toleranceMs, witnesses }: Founding): DynamoStores {
  let by: Doing | undefined
  const whims = planWhims(nature, seed)
  const dynamo = createMemoryDynamo({
    onChange: (change) => {
      whims.onChange(change)
      judgeChange(change, { by, nature, config, toleranceMs, witnesses })
    },
  })
  dynamo.create(tableNames.events, eventsTable)
  dynamo.create(tableNames.state, stateTable)
  const retentionMs = config.retention.days * dayMs
  const keepMs = config.retention.ledgerDays * dayMs

  return {
    tables: readTrueTables(dynamo),
    session: () => dynamo.items(tableNames.state).get('session') as SessionItem | undefined,

    connect(machine, { clock, newId, stored, ...hearing }) {
      const { code } = machine.version
      const execute: Execute = (command, given, whims) => {
        by = given.doing
        try {
          return dynamo.execute(command, whims)
        } finally {
          by = undefined
        }
      }
      const byRequest = hurtsRequests(seed)
      const documentClient = byRequest
        ? createDynamoClient(nature, machine, { execute, whims, hearing })
        : createMemoryClient(executed((command) => execute(command, { doing: doingNow() }, {})))
      if (byRequest) code.hearDates(documentClient as never, clock)
      const events = { documentClient, table: tableNames.events }
      const state = { documentClient, table: tableNames.state }
      const adapters: Tables = {
        inbox: code.createDynamoInbox({ ...events, newId, retentionMs }),
        records: code.createDynamoRecords({ ...state, newId, keepMs }),
        session: code.createDynamoSession(state),
        pace: code.createDynamoPace(state),
        audits: code.createDynamoAudit(state),
        learnt: code.createDynamoLearnt({ ...state, newId }),
      }
      if (!byRequest) return reachPorts(nature, { machine, clock, stored, ...hearing }, adapters)
      return reachTables(nature, owned(adapters), within(nature, machine))
    },

    expire(at) {
      const gone = { events: expire(dynamo, tableNames.events, at), items: expire(dynamo, tableNames.state, at) }
      return { ...gone, events: gone.events.filter((id) => !isLabel(id)) }
    },
  }
}

type Reaching = Hearing & { machine: Machine; clock: Clock; stored: Obedience['stored'] }

/** The ports of one machine, whose operations the weather hurts as a whole. */
export function reachPorts(nature: Nature, { machine, clock, stored, ...hearing }: Reaching, adapters: Tables): Tables {
  const reach = createReach(nature, machine, {
    ...hearing,
    onAnswer: (date, exchange) => clock.heard('table', new Date(date).toUTCString(), exchange),
  })
  const inside = within(nature, machine)
  return reachTables(nature, owned({ ...adapters, pace: stored(adapters.pace) }), (operation, work, options) =>
    reach(operation, () => inside(operation, work), options),
  )
}

const within =
  (nature: Nature, { version: { code } }: Machine) =>
  <T>(operation: string, work: () => Promise<T>) =>
    doing.run({ operation }, work).catch((error: unknown) => {
      if (error instanceof code.NewerFormat) nature.weather.count('newer format met')
      throw error
    })

/** Each write knows the claim or the lock under which it is made. */
function owned({ inbox, records, ...others }: Tables): Tables {
  const under = <T>(isOver: NonNullable<Doing['isOver']>, work: () => Promise<T>) =>
    doing.run({ operation: '', ...doing.getStore(), isOver }, work)
  const locked = <T>({ lock }: Parameters<Tables['records']['unlock']>[0], work: () => Promise<T>) =>
    under((before) => {
      const held = before?.lock as typeof lock | undefined
      return held?.event !== lock.event || held.epoch !== lock.epoch
    }, work)
  return {
    ...others,
    inbox: {
      ...inbox,
      save: (previous, next) =>
        under(
          (before) => before?.epoch !== previous.epoch || before?.status !== previous.status,
          () => inbox.save(previous, next),
        ),
    },
    records: {
      ...records,
      save: (item, options) => locked(item, () => records.save(item, options)),
      unlock: (item, now) => locked(item, () => records.unlock(item, now)),
    },
  }
}
