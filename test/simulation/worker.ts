import { parentPort, workerData } from 'node:worker_threads'
import { applyBreak } from './apply-break.ts'
import { type BreakName, proofOf } from './breaks.ts'
import type { Result } from './schedule.ts'

export type WorkOrder = {
  from: number
  /** One past the last seed. */
  to: number
  /** How many workers share the range. */
  step: number
  broken?: BreakName
  stopAtFirst?: boolean
}

const { from, to, step, broken, stopAtFirst } = workerData as WorkOrder
if (broken) applyBreak(broken)
// Loaded only now, with the break in it.
const { runSchedule } = await import('./schedule.ts')

for (let seed = from; seed < to; seed += step) {
  const result: Result = await runSchedule(seed)
  parentPort?.postMessage(result)
  if (stopAtFirst && proofOf(result.violations)) break
}
