import type { Usage } from '../../test/state/counted-tables.ts'
import { prices } from './prices.ts'
import type { Stage } from './stage.ts'

/** One function's share of an event: runs and their milliseconds, as Lambda bills them. */
type Share = { name: string; runs: number; ms: number }

/** What one event uses. `ms` are of waiting and working, `logBytes` with what Lambda and API Gateway log themselves. */
export type Use = {
  usage: Usage
  bytes: { events: number; state: number }
  shares: readonly Share[]
  /** Deliveries through the HTTP API. */
  deliveries: number
  logBytes: number
}

type Bill = { functions: number; requests: number; tables: number; stored: number; logs: number }

const gb = 2 ** 30
const daysOfMonth = 365 / 12
/** The defaults of the configuration, and of the template for logs. */
const keptDays = { events: 30, state: 400, logs: 30 }

const tableDollars = ({ readUnits, writeUnits }: Usage): number =>
  readUnits * prices.readUnit + writeUnits * prices.writeUnit

/** What one event costs, by what it is paid for. */
export function billOf({ usage, bytes, shares, deliveries, logBytes }: Use, stage: Stage): Bill {
  const gbMonths = (bytes.events * keptDays.events + bytes.state * keptDays.state) / daysOfMonth / gb
  const runs = shares.reduce((sum, share) => sum + share.runs, 0)
  return {
    functions: shares.reduce((sum, { name, ms }) => sum + functionDollars(ms, stage.memoryOf(name), stage), 0),
    requests: deliveries * prices.httpApiRequest + runs * prices.lambdaRequest,
    tables: tableDollars(usage),
    stored: gbMonths * (prices.storedGbMonth + prices.recoveryGbMonth),
    logs: (logBytes / gb) * (prices.logGb + (keptDays.logs / daysOfMonth) * prices.logGbMonth),
  }
}

const functionDollars = (ms: number, memoryMb: number, { architecture }: Stage): number =>
  (ms / 1_000) * (memoryMb / 1_024) * prices.lambdaGbSecond[architecture]

export const totalOf = (bill: Bill): number => Object.values(bill).reduce((sum, part) => sum + part, 0)

/** A webhook and a worker read their secrets again after five minutes (lib/secrets/secrets.ts), if something comes in all the time. */
const secretReads = { functions: 2, everyMinutes: 5 }

/** What a stage costs in a month besides its events: `idle` is one run of the schedule. */
export function monthlyOf(stage: Stage, idle: Use) {
  const runsOfSchedule = daysOfMonth * 24 * 60
  const reads = (secretReads.functions * runsOfSchedule) / secretReads.everyMinutes
  return {
    alarms: stage.alarms * prices.alarmMonth,
    secrets: stage.secrets * prices.secretMonth,
    keys: stage.keys * prices.keyMonth,
    'reads of secrets': reads * (prices.secretRequest + stage.keys * prices.keyRequest),
    'metrics of routes': stage.routeMetrics * prices.metricMonth,
    schedule: runsOfSchedule * totalOf(billOf(idle, stage)),
  }
}
