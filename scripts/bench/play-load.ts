import type { Limits } from '../../lib/back-office/pace/budget.ts'
import type { NewEvent } from '../../lib/inbox/inbox.ts'
import { createChance } from '../../test/simulation/random.ts'
import { type CountedTables, openCountedTables, type Usage } from '../../test/state/counted-tables.ts'
import { createFleet } from '../../test/workflow/fleet.ts'

const minute = 60_000
/** Until everything has long been done. */
const patienceMinutes = 60

type Load = { returns: number; perMinute: number; limits: Limits }

/** Of one return, on average: what Lambda bills for the functions that work on events, what the tables count, and what stays stored. */
export type Loaded = {
  shares: { name: 'worker' | 'retry'; runs: number; ms: number }[]
  usage: Usage
  bytes: { events: number; state: number }
}

/**
 * Returns by external number that come as independent people send them (Poisson arrivals), on the virtual clock. Billed time counts once a
 * run of a function, however many events the run works on, waits included. Throws if a return is not done an hour after the last one.
 */
export async function playLoad({ returns, perMinute, limits }: Load): Promise<Loaded> {
  const used = { worker: { runs: 0, ms: 0 }, retry: { runs: 0, ms: 0 } }
  let isCounting = false
  const fleet = await createFleet({
    isPausable: true,
    limits,
    workers: 4,
    onRun(name, ms) {
      if (!isCounting) return
      used[name].runs += 1
      used[name].ms += Math.max(1, Math.ceil(ms))
    },
  })
  const counted = await openCountedTables()
  useTables(fleet, counted)
  // It logs in, and learns the limits and how long things take.
  const first = await fleet.accept('first')
  await fleet.run(10 * minute)
  await mustBeDone(counted, [first])
  counted.reset()
  isCounting = true
  const ids: string[] = []
  const pauses = pausesOf(perMinute)
  for (let index = 0; index < returns; index += 1) {
    ids.push(await fleet.accept(`e${index}`))
    await fleet.run(pauses())
  }
  for (let passed = 0; passed < patienceMinutes && (await openOf(counted, ids)).length > 0; passed += 1)
    await fleet.run(minute)
  await mustBeDone(counted, ids)
  // What was begun for them ends too.
  await fleet.run(2 * minute)
  const each = (total: number) => total / returns
  const [usage, bytes] = [counted.usage(), await counted.bytes()]
  await counted.close()
  return {
    shares: (['worker', 'retry'] as const).map((name) => ({
      name,
      runs: each(used[name].runs),
      ms: each(used[name].ms),
    })),
    usage: {
      requests: each(usage.requests),
      readUnits: each(usage.readUnits),
      writeUnits: each(usage.writeUnits),
    },
    bytes: { events: each(bytes.events), state: each(bytes.state) },
  }
}

/** Milliseconds between two arrivals that do not know of each other: the same ones in each run. */
function pausesOf(perMinute: number): () => number {
  const chance = createChance(1)
  return () => Math.round((-Math.log(1 - chance.next()) * minute) / perMinute)
}

type Fleet = Awaited<ReturnType<typeof createFleet>>

/** The fleet looks each operation up when it calls it, so its tables can be exchanged before it runs. */
function useTables(fleet: Fleet, { tables }: CountedTables): void {
  const { inbox, records, sessionStore, pace, pauses } = tables
  const accept = async (event: NewEvent) => await inbox.accept({ ...event, delivery: byNumber(event.delivery) })
  Object.assign(fleet.inbox, inbox, { accept })
  Object.assign(fleet.tables.records, records)
  Object.assign(fleet.tables.session, sessionStore)
  Object.assign(fleet.tables.pace, pace)
  Object.assign(fleet.tables.pauses, pauses)
}

/** A shop knows the external number of its order, not the back office's id. */
function byNumber(delivery: NewEvent['delivery']): NewEvent['delivery'] {
  const content = JSON.parse(Buffer.from(delivery.body).toString())
  content.data.order = { externalNumber: `E-${content.data.order.id}` }
  return { ...delivery, body: Buffer.from(JSON.stringify(content)) }
}

async function openOf({ tables, look }: CountedTables, ids: readonly string[]): Promise<string[]> {
  const open: string[] = []
  for (const id of ids) {
    const event = await look(() => tables.inbox.get(id))
    if (event?.status !== 'done') open.push(id)
  }
  return open
}

async function mustBeDone(counted: CountedTables, ids: readonly string[]): Promise<void> {
  const [open] = await openOf(counted, ids)
  if (open !== undefined) throw new Error(`${open} is not done an hour after the last return came`)
}
