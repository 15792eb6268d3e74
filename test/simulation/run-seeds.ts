import { Worker } from 'node:worker_threads'
import type { Beyond } from './assumptions.ts'
import type { AnyEdit } from './breaks/edit.ts'
import type { Result } from './schedule.ts'
import type { Word, WorkOrder } from './worker.ts'

export type SeedRange = {
  from: number
  seeds: number
  workers: number
  /** Of the sources, in each thread. */
  edits?: readonly AnyEdit[]
  beyond?: Beyond
  beside?: string
  /** Real seconds after which a schedule is given up; an ordinary one takes a twentieth of one. */
  mostSeconds: number
  /** Gets every step. */
  tell?: (line: string) => void
}

/** Gets each result. Where it answers `enough`, the thread of that schedule ends, and its others are not played. */
export type OnResult = (result: Result) => 'enough' | undefined

/** Loading the sources, twice, is no part of a schedule, and the machine may have other work. */
const loadSeconds = 120

/** A thread that so many schedules in a row brought to an end is given up: what it runs always hangs. */
const mostEnds = 3

/**
 * Runs a range of seeds in threads of their own, so that each can load the sources as it needs them. A schedule that hangs or breaks its
 * thread down has a result as well, and the next one a new thread. Answers how many schedules were left out. Rejects where the sources
 * cannot be loaded.
 */
export async function runSeeds(range: SeedRange, onResult: OnResult): Promise<number> {
  const { from, seeds, workers, edits = [], beyond, beside, tell } = range
  const orders = Array.from(
    { length: Math.min(workers, seeds) },
    (_, index): WorkOrder => ({
      ...{ from: from + index, to: from + seeds, step: workers, edits },
      ...(beyond && { beyond }),
      ...(beside !== undefined && { beside }),
      ...(tell && { tells: true }),
    }),
  )
  const left = await Promise.all(orders.map((order) => runAll(order, range, onResult)))
  return left.reduce((sum, count) => sum + count, 0)
}

async function runAll(order: WorkOrder, range: SeedRange, onResult: OnResult): Promise<number> {
  const { to, step } = order
  let ends = 0
  for (let { from } = order; from < to; ) {
    const ended = await run({ ...order, from }, range, (result) => {
      ends = 0
      return onResult(result)
    })
    if (!ended) return 0
    ends += 1
    if (onResult(resultOf(ended.seed, ended.why)) === 'enough') return 0
    from = ended.seed + step
    if (ends >= mostEnds) return Math.max(0, Math.ceil((to - from) / step))
  }
  return 0
}

type End = { seed: number; why: string }

/** Undefined: it came to its end by itself. */
async function run(
  workerData: WorkOrder,
  { mostSeconds, tell }: SeedRange,
  onResult: OnResult,
): Promise<End | undefined> {
  const worker = new Worker(new URL('./worker.ts', import.meta.url), { workerData })
  const { promise, resolve, reject } = Promise.withResolvers<End | undefined>()
  const { from, to, step } = workerData
  const last = from + step * Math.floor((to - 1 - from) / step)
  let seed: number | undefined
  let judged: number | undefined
  let isOver = false
  const end = (ended?: End) => {
    isOver = true
    resolve(ended)
    void worker.terminate()
  }
  const watch = (seconds: number) =>
    setTimeout(
      () => end({ seed: seed ?? workerData.from, why: `hung: no verdict after ${seconds} s` }),
      seconds * 1_000,
    )
  let watchdog = watch(loadSeconds)
  worker.on('message', (word: Word) => {
    if (isOver) return
    if ('line' in word) return tell?.(word.line)
    clearTimeout(watchdog)
    watchdog = watch(mostSeconds)
    if ('begins' in word) seed = word.begins
    else {
      judged = word.result.seed
      if (onResult(word.result) === 'enough') end()
    }
  })
  worker.on('error', (error) => {
    isOver = true
    if (seed === undefined) reject(error)
    else resolve({ seed, why: `broken down: ${error instanceof Error ? error.message : String(error)}` })
  })
  // A thread that ends before its last verdict has lost schedules, whatever its code.
  worker.on('exit', (code) => {
    const why = `broken down: its thread ended with ${code}`
    resolve(judged === last ? undefined : { seed: judged === undefined ? from : judged + step, why })
  })
  return await promise.finally(() => clearTimeout(watchdog))
}

const resultOf = (seed: number, why: string): Result => ({
  ...{ seed, violations: [why], allowed: [], faults: new Map(), places: new Map(), endings: new Map() },
  ...{ returns: 0, comments: 0, newOrders: 0, published: 0, steps: 0, tookMs: 0 },
})
