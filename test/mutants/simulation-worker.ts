import { Session } from 'node:inspector/promises'
import { parentPort, workerData } from 'node:worker_threads'
import { applyEdits } from '../simulation/breaks/apply-break.ts'
import type { Edit } from '../simulation/breaks/edit.ts'
import { createProof } from './create-proof.ts'

/** `to`: one past the last seed. `isMeasured`: at the end this thread says what of lib it has run. */
export type SeedOrder = { edits: readonly Edit[]; from: number; to: number; step: number; isMeasured: boolean }

/** How often a range of a source ran; an inner range counts for itself. */
export type Ran = { start: number; end: number; count: number }

export type Message =
  | { kind: 'loaded' }
  /** `violations`: none before they prove anything. */
  | { kind: 'played'; seed: number; violations: string[] }
  | { kind: 'ran'; sources: readonly { url: string; ranges: readonly Ran[] }[] }

const { edits, from, to, step, isMeasured } = workerData as SeedOrder
const say = (message: Message): void => parentPort?.postMessage(message)

applyEdits(edits)
const session = isMeasured ? await measuring() : undefined
// Loaded only now, with the edits in it.
const { runSchedule } = await import('../simulation/schedule.ts')
const { loadNext } = await import('../simulation/versions/load-next.ts')
const next = await loadNext()
say({ kind: 'loaded' })
const isFoundBy = createProof()
for (let seed = from; seed < to; seed += step) {
  const { violations } = await runSchedule(seed, { next })
  const isFound = isFoundBy(violations)
  say({ kind: 'played', seed, violations: isFound ? violations : [] })
  if (isFound) break
}
if (session) {
  const { result } = await session.post('Profiler.takePreciseCoverage')
  const sources = result
    .filter(({ url }) => url.includes('/lib/') && !url.includes('/node_modules/'))
    .map(({ url, functions }) => ({
      url,
      ranges: functions.flatMap(({ ranges }) =>
        ranges.map(({ startOffset: start, endOffset: end, count }) => ({ start, end, count })),
      ),
    }))
  say({ kind: 'ran', sources })
}

async function measuring(): Promise<Session> {
  const started = new Session()
  started.connect()
  await started.post('Profiler.enable')
  await started.post('Profiler.startPreciseCoverage', { callCount: true, detailed: true })
  return started
}
