import { processDue } from '../../lib/workflow/process-due.ts'
import { createWorld } from '../../test/workflow/world.ts'
import { openCountedTables } from './count-usage.ts'
import { billOf, monthlyOf, type Share, totalOf, type Use } from './dollars.ts'
import { logBytesOf, tableMs, webhookMs, workOf } from './lambda-time.ts'
import type { Part, Row } from './part.ts'
import { type Played, playKind } from './play-kinds.ts'
import { type Loaded, playLoad } from './play-load.ts'
import { pricesOf } from './prices.ts'
import { readStage, type Stage } from './stage.ts'

/** About one return every three seconds: with its two writes, near what 40 writes a minute allow. */
const perMinute = 18
const loads = [
  { name: 'without limits', limits: undefined, most: 15 },
  { name: 'at 18 a minute', limits: { readsPerMinute: 80, writesPerMinute: 40 }, most: 20 },
] as const
const million = 1_000_000
/** What the load sends. */
const usual = 'a return by external number'

/** Billed time of a return, and what a million of them, and a month, cost at list prices. */
export const cost: Part = {
  says: `billed time of a return on the virtual clock, and what a million returns and a month cost in ${pricesOf.region}`,
  async measure({ arrivals }) {
    const stage = await readStage()
    const rows: Row[] = ['worker', 'retry'].map((name) => memoryOf(name, stage))
    let dearest = 0
    for (const { name, limits, most } of loads) {
      const load = await playLoad({ returns: arrivals, perMinute, limits: limits ?? {} })
      const [small, long] = await Promise.all([
        playKind(usual, limits),
        playKind('a return from a long refund', limits),
      ])
      const bill = billOf(useOf(load, small.logged, stage), stage)
      const billOfLong = billOf(useOf(withMore(load, small, long), long.logged, stage), stage)
      dearest = Math.max(dearest, totalOf(bill))
      rows.push(
        ...load.shares.map((share) => timeOf(share, name)),
        { what: `a return ${name}: table requests`, measured: load.usage.requests, unit: '' },
        { what: `a return ${name}: write units`, measured: load.usage.writeUnits, unit: '' },
        ...Object.entries(bill).map(([what, dollars]) =>
          dollarsOf(`a million returns ${name}: ${what}`, million * dollars),
        ),
        { ...dollarsOf(`a million returns ${name}`, million * totalOf(bill)), limit: { atMost: most } },
        dollarsOf(`a million returns ${name}, each from a long refund`, million * totalOf(billOfLong)),
      )
    }
    const monthly = monthlyOf(stage, await playIdle(stage))
    const fixed = Object.values(monthly).reduce((sum, part) => sum + part, 0)
    rows.push(...Object.entries(monthly).map(([what, dollars]) => dollarsOf(`a month: ${what}`, dollars)), {
      ...dollarsOf('a month with 10,000 events', fixed + 10_000 * dearest),
      limit: { atMost: 3 },
    })
    return rows
  },
}

const dollarsOf = (what: string, measured: number): Row => ({ what, measured, unit: '$' })
const memoryOf = (name: string, stage: Stage): Row => ({
  what: `memory of ${name}`,
  measured: stage.memoryOf(name),
  unit: ' MB',
  limit: { atMost: 256 },
})
const timeOf = ({ name, ms }: Share, load: string): Row => ({
  what: `a return ${load}: ${name} runs and waits`,
  measured: ms,
  unit: ' ms',
})

/** A return with its delivery, and with the work that the virtual clock leaves out. */
function useOf({ usage, bytes, shares }: Loaded, logged: readonly string[], stage: Stage): Use {
  const webhook = { name: 'shop-webhook', runs: 1, ms: webhookMs(stage.memoryOf('shop-webhook')) }
  const working = shares.map(({ name, runs, ms }) => ({
    ...{ name, runs },
    ms: ms + runs * workOf(name as 'worker' | 'retry', stage.memoryOf(name)),
  }))
  const all = [webhook, ...working]
  const runs = all.reduce((sum, share) => sum + share.runs, 0)
  const lines = logged.reduce((sum, line) => sum + line.length + logBytesOf.line, 0)
  return { usage, bytes, shares: all, deliveries: 1, logBytes: lines + runs * logBytesOf.run + logBytesOf.access }
}

/** The same load of larger events: with what one of them takes more of than one of the load's kind, each by itself. */
function withMore({ shares, usage, bytes }: Loaded, small: Played, large: Played): Loaded {
  return { shares, usage: plus(usage, small.usage, large.usage), bytes: plus(bytes, small.bytes, large.bytes) }
}

const plus = <Amounts extends Record<string, number>>(sum: Amounts, less: Amounts, more: Amounts): Amounts =>
  Object.fromEntries(
    Object.entries(sum).map(([name, amount]) => [name, amount + (more[name] ?? 0) - (less[name] ?? 0)]),
  ) as Amounts

/** One run of the schedule that finds nothing to do. */
async function playIdle(stage: Stage): Promise<Use> {
  const tables = await openCountedTables()
  try {
    const { workflow, now } = createWorld({ tables: tables.tables, seed: 'empty' })
    tables.reset()
    await processDue(workflow, now() + 120_000)
    return {
      usage: tables.usage(),
      bytes: { events: 0, state: 0 },
      shares: [{ name: 'retry', runs: 1, ms: tableMs + workOf('retry', stage.memoryOf('retry')) }],
      deliveries: 0,
      logBytes: logBytesOf.run,
    }
  } finally {
    await tables.close()
  }
}
