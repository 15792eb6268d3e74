import { Worker } from 'node:worker_threads'
import type { BreakName } from './breaks.ts'
import type { Result } from './schedule.ts'
import type { WorkOrder } from './worker.ts'

export type SeedRange = { from: number; seeds: number; workers: number; broken?: BreakName; stopAtFirst?: boolean }

/** Runs a range of seeds in threads of their own, so that each can load the sources as it needs them. Rejects where one breaks down. */
export async function runSeeds(range: SeedRange, onResult: (result: Result) => void): Promise<void> {
  const { from, seeds, workers, broken, stopAtFirst } = range
  const orders = Array.from(
    { length: Math.min(workers, seeds) },
    (_, index): WorkOrder => ({
      ...{ from: from + index, to: from + seeds, step: workers },
      ...(broken && { broken }),
      ...(stopAtFirst && { stopAtFirst }),
    }),
  )
  await Promise.all(orders.map((order) => run(order, onResult)))
}

async function run(workerData: WorkOrder, onResult: (result: Result) => void): Promise<void> {
  const worker = new Worker(new URL('./worker.ts', import.meta.url), { workerData })
  const { promise, resolve, reject } = Promise.withResolvers<void>()
  worker.on('message', onResult)
  worker.on('error', reject)
  worker.on('exit', () => resolve())
  await promise
}
