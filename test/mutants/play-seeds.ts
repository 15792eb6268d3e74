import { Worker } from 'node:worker_threads'
import type { Message, SeedOrder } from './simulation-worker.ts'

/** How a thread of schedules ended. `hung`: a schedule did not end in its time. `notLoaded`, `threw`: an error, by its message. */
export type Played =
  | { kind: 'survived' }
  | { kind: 'violated'; seed: number; violations: readonly string[] }
  | { kind: 'hung'; seed: number }
  | { kind: 'notLoaded' | 'threw'; message: string }

/** Real time that one schedule may take, loading included. It takes some 30 ms, and the machine may have other work. */
export const hangsAfterMs = 180_000

/** Plays schedules in a thread of its own, which loads the sources with these edits, until one is violated. */
export async function playSeeds(
  order: SeedOrder,
  {
    patienceMs = hangsAfterMs,
    onRan,
  }: { patienceMs?: number; onRan?: (ran: Extract<Message, { kind: 'ran' }>) => void },
): Promise<Played> {
  const { promise, resolve } = Promise.withResolvers<Played>()
  const worker = new Worker(new URL('./simulation-worker.ts', import.meta.url), { workerData: order })
  let next = order.from
  let isLoaded = false
  const watch = () => setTimeout(() => resolve({ kind: 'hung', seed: next }), patienceMs)
  let watchdog = watch()
  worker.on('message', (message: Message) => {
    clearTimeout(watchdog)
    watchdog = watch()
    isLoaded = true
    if (message.kind === 'ran') onRan?.(message)
    if (message.kind !== 'played') return
    next = message.seed + order.step
    const { seed, violations } = message
    if (violations.length > 0) resolve({ kind: 'violated', seed, violations })
  })
  worker.on('error', ({ message }: Error) => resolve({ kind: isLoaded ? 'threw' : 'notLoaded', message }))
  worker.on('exit', () => resolve({ kind: 'survived' }))
  try {
    return await promise
  } finally {
    clearTimeout(watchdog)
    await worker.terminate()
  }
}
