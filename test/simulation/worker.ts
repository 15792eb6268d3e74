import { parentPort, workerData } from 'node:worker_threads'
import { type Applied, applyBreaks } from './apply-break.ts'
import { proofOf } from './breaks.ts'
import type { Result } from './schedule.ts'

export type WorkOrder = {
  from: number
  /** One past the last seed. */
  to: number
  /** How many workers share the range. */
  step: number
  breaks: Applied
  stopAtFirst?: boolean
  /** Every step is reported as well. */
  tells?: boolean
}

/** What a worker says: the seed that it begins, a line of its story, and what came out. */
export type Word = { begins: number } | { line: string } | { result: Result }

const { from, to, step, breaks, stopAtFirst, tells } = workerData as WorkOrder
const say = (word: Word) => parentPort?.postMessage(word)
applyBreaks(breaks)
// Loaded only now, with the breaks in it.
const { runSchedule } = await import('./schedule.ts')

for (let seed = from; seed < to; seed += step) {
  say({ begins: seed })
  const result = await runSchedule(seed, tells ? { tell: (line) => say({ line }) } : {})
  say({ result })
  if (stopAtFirst && proofOf(result.violations)) break
}
