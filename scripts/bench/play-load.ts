import type { Limits } from '../../lib/back-office/pace/budget.ts'
import { createFleet } from '../../test/workflow/fleet.ts'
import type { Share } from './dollars.ts'

const minute = 60_000
/** Until everything has long been done. */
const patienceMs = 60 * minute

type Load = { returns: number; perMinute: number; limits: Limits }

/** What Lambda bills for the functions that work on events, a return: their time on the virtual clock, waits included. */
export async function playLoad({ returns, perMinute, limits }: Load): Promise<Share[]> {
  const used: Record<'worker' | 'retry', { runs: number; ms: number }> = {
    worker: { runs: 0, ms: 0 },
    retry: { runs: 0, ms: 0 },
  }
  let isCounting = false
  const fleet = await createFleet({
    limits,
    workers: 4,
    onRun(name, ms) {
      if (!isCounting) return
      used[name].runs += 1
      used[name].ms += Math.max(1, Math.ceil(ms))
    },
  })
  // It logs in, and learns the limits and how long things take.
  await fleet.run(10 * minute, [await fleet.accept('first')])
  await fleet.run(2 * minute)
  isCounting = true
  const ids: string[] = []
  for (let index = 0; index < returns; index += 1) {
    ids.push(await fleet.accept(`e${index}`))
    await fleet.run(minute / perMinute)
  }
  await fleet.run(patienceMs, ids)
  // What was begun for them ends too.
  await fleet.run(2 * minute)
  for (const id of ids) {
    const status = (await fleet.inbox.get(id))?.status
    if (status !== 'done') throw new Error(`${id} is ${status} an hour after the last return came`)
  }
  return (['worker', 'retry'] as const).map((name) => ({
    name,
    runs: used[name].runs / returns,
    ms: used[name].ms / returns,
  }))
}
