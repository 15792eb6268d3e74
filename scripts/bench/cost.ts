import { processDue } from '../../lib/workflow/wake/process-due.ts'
import { openCountedTables } from '../../test/state/counted-tables.ts'
import { kinds, playKind } from '../../test/state/play-kinds.ts'
import { createWorld } from '../../test/workflow/world.ts'
import { billOf, monthlyOf, totalOf, type Use } from './dollars.ts'
import { logBytesOf, tableMs, webhookMs, workOf } from './lambda-time.ts'
import type { Figure, Part, Row } from './part.ts'
import { type Loaded, playLoad } from './play-load.ts'
import { pricesOf } from './prices.ts'
import { readStage, type Stage } from './stage.ts'

const returns = 1_000
/** About one return every three seconds: with its two writes, near what 40 writes a minute allow. */
const perMinute = 18
const loads = [
  { name: 'a million returns, without limits', limits: {} },
  {
    name: `a million returns, ${perMinute} a minute under limits`,
    limits: { readsPerMinute: 80, writesPerMinute: 40 },
  },
] as const
const million = 1_000_000
/** What the load sends. */
const usual = kinds.find(({ name }) => name === 'a return by external number')

/** What a million returns and a month cost at list prices. It has no budget. */
export const cost: Part = {
  says: `what a million returns and a month cost in ${pricesOf.region}, at the prices of ${pricesOf.date}`,
  async measure() {
    if (!usual) throw new Error('the usual return is no kind of event')
    const stage = await readStage()
    const { logged } = await playKind(usual)
    const rows: Row[] = []
    let dearest = 0
    for (const { name, limits } of loads) {
      const bill = billOf(useOf(await playLoad({ returns, perMinute, limits }), logged, stage), stage)
      dearest = Math.max(dearest, totalOf(bill))
      rows.push({ what: name, figures: dollarsOf(bill, million) })
    }
    const fixed = monthlyOf(stage, await playIdle(stage))
    const month = Object.values(fixed).reduce((sum, part) => sum + part, 10_000 * dearest)
    rows.push({ what: 'a month without events', figures: dollarsOf(fixed) })
    rows.push({ what: 'a month with 10,000 events', figures: [{ measured: month, unit: '$' }] })
    return rows
  },
}

/** The sum of a bill and its parts. */
const dollarsOf = (bill: Readonly<Record<string, number>>, times = 1): Figure[] => [
  { measured: times * Object.values(bill).reduce((sum, part) => sum + part, 0), unit: '$ in all' },
  ...Object.entries(bill).flatMap(([part, dollars]) =>
    dollars > 0 ? [{ measured: times * dollars, unit: `$ ${part}` }] : [],
  ),
]

/** A return with its delivery, and with the work that the virtual clock leaves out. */
function useOf({ usage, bytes, shares }: Loaded, logged: readonly string[], stage: Stage): Use {
  const webhook = { name: 'shop-webhook', runs: 1, ms: webhookMs(stage.memoryOf('shop-webhook')) }
  const working = shares.map(({ name, runs, ms }) => ({
    name,
    runs,
    ms: ms + runs * workOf(name, stage.memoryOf(name)),
  }))
  const all = [webhook, ...working]
  const runs = all.reduce((sum, share) => sum + share.runs, 0)
  const lines = logged.reduce((sum, line) => sum + line.length + logBytesOf.line, 0)
  return { usage, bytes, shares: all, deliveries: 1, logBytes: lines + runs * logBytesOf.run + logBytesOf.access }
}

/** One run of the schedule that finds nothing to do. */
async function playIdle(stage: Stage): Promise<Use> {
  const tables = await openCountedTables()
  try {
    const { workflow, now } = createWorld({ tables: tables.tables, seed: 'empty' })
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
