import type { Inbox, ListQuery } from '../../lib/inbox/inbox.ts'
import type { Operator } from '../../lib/operator/operator.ts'
import { stats } from '../../lib/operator/stats.ts'
import { dynoxideAbsent } from '../../test/inbox/dynoxide.ts'
import { measureOver, type Operations, type Took } from './measure-inbox.ts'
import type { Part, Row } from './part.ts'
import { busyOrder, eventItems, failedItems, newestAt, rareSource, standing } from './stored-events.ts'

const turns = 9
/** A count of thousands takes seconds, and its time is not shown. */
const turnsOfFailed = 2
const limit = 50
const now = newestAt + 60_000

const listing = (query: Omit<ListQuery, 'limit'>) => async (inbox: Inbox) =>
  (await inbox.list({ ...query, limit })).events.length

const operations: Operations = {
  'a look for due events, and a claim': { run: claimOne, finds: 1 },
  'a list of the newest events': { run: listing({}), finds: limit },
  'a list of what failed': { run: listing({ status: 'failed' }), finds: standing.failed },
  'a list of an order’s events': { run: listing({ orderId: busyOrder.id }), finds: busyOrder.events },
  'a list of one source in 500': { run: listing({ source: rareSource }) },
  stats: { run: countFailed, finds: standing.failed },
}

/** The most requests of `stats`, however many failed: ten pages over four partitions, with what it asks besides. */
const mostOfStats = 100
/** What reads failed events, where it finds more than it answers. */
const overFailed: Operations = {
  'event.list of what failed': { run: listing({ status: 'failed' }), finds: limit },
  'stats of what failed': { run: countFailed },
}

/** Each repeat finds one that is not claimed yet. */
async function claimOne(inbox: Inbox): Promise<number> {
  for (const { id } of await inbox.due({ now, limit: 25 }))
    if (await inbox.claim(id, { now, leaseMs: 150_000 })) return 1
  return 0
}

async function countFailed(inbox: Inbox): Promise<number> {
  const workflow = { inbox, now: () => now, config: { language: 'en' } } as Operator['workflow']
  const session = { status: async () => ({ state: 'open' }) } as Operator['session']
  const { failed } = (await stats.run({ workflow, session, deadlineMs: now + 120_000 } as Operator, {})) as {
    failed: number
  }
  return failed
}

/** Lists that have no index of their own read on until a bound: more than a small table has. */
const isBounded = (name: string): boolean => name === 'a list of one source in 500'

/** What reading costs in a full table, against one with a thousandth of its events. */
export const scale: Part = {
  says: 'claims, lists and stats with a million events stored, against a thousand',
  async measure({ stored, failed }) {
    if (dynoxideAbsent !== undefined) throw new Error(dynoxideAbsent)
    const small = Math.max(1_000, Math.ceil(stored / 1_000))
    const [few, many] = [
      await measureOver(eventItems(small), operations, { turns }),
      await measureOver(eventItems(stored), operations, { turns }),
    ]
    const rows = Object.keys(operations).flatMap((name) => toRows(name, { few: few[name], many: many[name] }))
    return [...rows, ...(await measureFailed(failed))]
  },
}

/** A list's page costs the same whatever else failed; a count costs more, up to a bound. */
async function measureFailed(count: number): Promise<Row[]> {
  const little = Math.max(4 * limit, Math.ceil(count / 100))
  const [few, many] = [
    await measureOver(failedItems(little), overFailed, { turns: turnsOfFailed }),
    await measureOver(failedItems(count), overFailed, { turns: turnsOfFailed }),
  ]
  const [list = '', counting = ''] = Object.keys(overFailed)
  const against = `${count.toLocaleString('en-US')} failed, against ${little.toLocaleString('en-US')}`
  return [
    ...toRows(list, { few: few[list], many: many[list] }).map((row) => ({ ...row, what: `${row.what}, ${against}` })),
    {
      what: `${counting}: requests, ${little.toLocaleString('en-US')} failed`,
      measured: few[counting]?.requests ?? Number.NaN,
      unit: '',
    },
    {
      what: `${counting}: requests, ${count.toLocaleString('en-US')} failed`,
      ...{ measured: many[counting]?.requests ?? Number.NaN, unit: '', limit: { atMost: mostOfStats } },
    },
  ]
}

function toRows(name: string, { few, many }: { few: Took | undefined; many: Took | undefined }): Row[] {
  const ratio = (of: keyof Took) => (many?.[of] ?? Number.NaN) / (few?.[of] ?? Number.NaN)
  const most = isBounded(name) ? {} : { limit: { atMost: 1 } }
  return [
    { what: `${name}: requests`, measured: ratio('requests'), unit: 'x', ...most },
    { what: `${name}: items read`, measured: ratio('itemsRead'), unit: 'x', ...most },
    { what: `${name}: time`, measured: ratio('ms'), unit: 'x' },
  ]
}
