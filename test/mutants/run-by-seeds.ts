import { readFileSync } from 'node:fs'
import { type Edit, edited } from '../simulation/breaks/edit.ts'
import { mark } from '../simulation/versions/load-next.ts'
import type { Mutant } from './mutant.ts'
import { playSeeds } from './play-seeds.ts'
import type { Message, Ran } from './simulation-worker.ts'

const root = new URL('../../', import.meta.url)

/** By address of a source: what of it a run without any edit has run. */
export type RunByThread = ReadonlyMap<string, readonly Ran[]>

/**
 * What of lib the first `seeds` schedules run as it is, one map for each thread. Throws where they are violated: then they would be so
 * with any mutant.
 */
export async function runBySeeds({ seeds, workers }: { seeds: number; workers: number }): Promise<RunByThread[]> {
  const threads = Array.from({ length: Math.min(workers, seeds) }, async (_, index): Promise<RunByThread> => {
    let ran: Extract<Message, { kind: 'ran' }> | undefined
    const order = { edits: [], from: 1 + index, to: 1 + seeds, step: workers, isMeasured: true }
    const played = await playSeeds(order, {
      onRan: (message) => {
        ran = message
      },
    })
    if (played.kind !== 'survived' || !ran)
      throw new Error(`The simulation fails without any mutant: ${JSON.stringify(played)}`)
    return new Map(ran.sources.map(({ url, ranges }) => [url, ranges]))
  })
  return await Promise.all(threads)
}

/**
 * Whether a run without the mutant comes by a place that it changes. Where none does, the same seeds with the mutant run the same code,
 * and nothing can be found.
 */
export const comesBy = (threads: readonly RunByThread[], { edits }: Pick<Mutant, 'edits'>): boolean =>
  edits.some((edit) => {
    const { href } = new URL(edit.file, root)
    const [start, end] = changedPart(edit)
    const places = Array.from({ length: end - start + 1 }, (_, at) => start + at)
    return threads.some((ran) => versionsOf(href).some((url) => places.some(isRun(ran.get(url) ?? []))))
  })

/** Each schedule loads the sources once more as the next version of the bridge. */
const versionsOf = (href: string): string[] => [href, href + mark]

/** The innermost range counts. */
const isRun =
  (ranges: readonly Ran[]) =>
  (at: number): boolean => {
    const around = ranges.filter(({ start, end }) => start <= at && at < end)
    const inner = around.toSorted((one, other) => one.end - one.start - (other.end - other.start))[0]
    return (inner?.count ?? 0) > 0
  }

const hole = '\u{F0000}'

/** From the first to the last character of the source that is not the same with the edit in it. */
function changedPart(edit: Edit): [start: number, end: number] {
  const source = readFileSync(new URL(edit.file, root), 'utf8')
  const [before = '', behind = ''] = edited(source, { ...edit, replace: hole }).split(hole)
  const [old, now] = [source.slice(before.length, source.length - behind.length), edit.replace]
  const shorter = Math.min(old.length, now.length)
  let first = 0
  while (first < shorter && old[first] === now[first]) first += 1
  let last = 0
  while (last < shorter - first && old.at(-1 - last) === now.at(-1 - last)) last += 1
  return [before.length + first, before.length + Math.max(first, old.length - last - 1)]
}
