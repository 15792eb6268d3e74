import { parentPort, workerData } from 'node:worker_threads'
import type { Beyond } from './assumptions.ts'
import { applyEdits } from './breaks/apply-break.ts'
import type { AnyEdit } from './breaks/edit.ts'
import type { Result } from './schedule.ts'
import { loadNext } from './versions/load-next.ts'

export type WorkOrder = {
  from: number
  /** One past the last seed. */
  to: number
  /** How many workers share the range. */
  step: number
  /** Of the sources, while this worker loads them. */
  edits: readonly AnyEdit[]
  /** The assumption that does not hold. */
  beyond?: Beyond
  /** The folder of the next version of the bridge; absent: these sources with another format. */
  beside?: string
  /** Every step is reported as well. */
  tells?: boolean
}

/** What a worker says: the seed that it begins, a line of its story, and what came out. */
export type Word = { begins: number } | { line: string } | { result: Result }

const { from, to, step, edits, beyond, beside, tells } = workerData as WorkOrder
const say = (word: Word) => parentPort?.postMessage(word)
applyEdits(edits)
// Loaded only now, with the edits in it.
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
}
