import type { Surroundings } from './surroundings.ts'

const everyMs = 1_000
/** What takes less needs no word. */
const quietMs = 2_000

/** Says on a terminal for how long something has been at work, and takes that away when it ends. */
export async function withProgress<T>({ status }: Pick<Surroundings, 'status'>, work: Promise<T>): Promise<T> {
  if (!status) return await work
  const startedAt = performance.now()
  const timer = setInterval(() => {
    const ms = performance.now() - startedAt
    if (ms >= quietMs) status(`At work for ${Math.round(ms / 1_000)} s ...`)
  }, everyMs)
  try {
    return await work
  } finally {
    clearInterval(timer)
    status('')
  }
}
