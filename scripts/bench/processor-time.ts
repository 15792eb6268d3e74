import { readdir, readFile } from 'node:fs/promises'

/**
 * The processor time of a running process and all its threads, milliseconds, as Linux counts it; NaN elsewhere. What else the machine does
 * changes it little, but doubles the time on a clock.
 */
export async function processorMs(pid: number | undefined): Promise<number> {
  const tasks = `/proc/${pid}/task`
  const threads = await readdir(tasks).catch(() => [])
  // A thread may end meanwhile.
  const spent = await Promise.all(
    threads.map((thread) => readFile(`${tasks}/${thread}/schedstat`, 'utf8').catch(() => '0')),
  )
  if (spent.length === 0) return Number.NaN
  return spent.reduce((sum, fields) => sum + Number(fields.split(' ')[0]), 0) / 1_000_000
}
