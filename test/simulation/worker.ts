import { parentPort, workerData } from 'node:worker_threads'
import type { Beyond } from './assumptions.ts'
import { type Applied, applyBreaks } from './breaks/apply-break.ts'
import { proofOf } from './breaks/breaks.ts'
import type { Result } from './schedule.ts'
import { loadNext } from './versions/load-next.ts'

export type WorkOrder = {
  from: number
  /** One past the last seed. */
  to: number
  /** How many workers share the range. */
  step: number
  breaks: Applied
  /** The assumption that does not hold. */
  beyond?: Beyond
  /** The folder of the next version of the bridge; absent: these sources with another format. */
  beside?: string
  stopAtFirst?: boolean
  /** Every step is reported as well. */
  tells?: boolean
}

/** What a worker says: the seed that it begins, a line of its story, and what came out. */
export type Word = { begins: number } | { line: string } | { result: Result }

const { from, to, step, breaks, beyond, beside, stopAtFirst, tells } = workerData as WorkOrder
const say = (word: Word) => parentPort?.postMessage(word)
applyBreaks(breaks)
// Loaded only now, with the breaks in it.
const { runSchedule } = await import('./schedule.ts')
const next = await loadNext(beside)

for (let seed = from; seed < to; seed += step) {
  say({ begins: seed })
  const result = await runSchedule(seed, {
    next,
    ...(tells && { tell: (line: string) => say({ line }) }),
    ...(beyond && { beyond }),
  })
  say({ result })
  if (stopAtFirst && proofOf(result.violations)) break
}
