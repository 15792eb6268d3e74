import { type Ask, Refused, resultOf } from '../console-env.ts'
import type { EventRow } from '../event-shapes.ts'

export const bulkActions = ['replay', 'release', 'discard'] as const
export type BulkAction = (typeof bulkActions)[number]

/** What a person was shown: exactly these events, as they were then. */
export type Preview = {
  action: BulkAction
  name: string
  note: string
  events: readonly EventRow[]
  /** A person has to say first that another label at the carrier is known. */
  isRisky?: boolean
}

export type Run = Preview & {
  id: string
  moved: number
  /** Each that was moved, as it was last seen. */
  ends: Map<string, EventRow>
  /** Those that had no turn yet, or whose turn had no answer. */
  left: readonly EventRow[]
  refused: { id: string; why: string }[]
  state: 'running' | 'stopping' | 'stopped' | 'ended' | 'failed'
  /** Why it has failed. */
  why?: string
}

export type Runs = ReturnType<typeof createRuns>

/** So many at a time: a stop takes effect after them. */
const sliceSize = 25
const mostKept = 20
const keptMs = 60 * 60_000

/** Runs over many events, in the memory of this console: it is the one that sends the commands, slice by slice. */
export function createRuns({ newId, now }: { newId: () => string; now: () => number }) {
  const previews = new Map<string, { preview: Preview; at: number; run?: Run }>()
  const runs = new Map<string, Run>()
  const known = (previewId: string) => {
    const kept = previews.get(previewId)
    return kept && now() - kept.at <= keptMs ? kept : undefined
  }

  return {
    /** Keeps what is shown; the id goes into the form that begins it. */
    keep(preview: Preview): string {
      const id = newId()
      keepNewest(previews)
      previews.set(id, { preview, at: now() })
      return id
    },
    /** What was shown under this id, as long as it can be begun. */
    shown: (previewId: string) => known(previewId)?.preview,
    /** Begins what was shown under this id, once; undefined: it is not known any more. */
    begin(previewId: string, ask: Ask): Run | undefined {
      const kept = known(previewId)
      if (!kept) return undefined
      // A form that is sent twice begins one run.
      if (kept.run) return kept.run
      const run: Run = {
        ...kept.preview,
        id: newId(),
        moved: 0,
        ends: new Map(),
        left: kept.preview.events,
        refused: [],
        state: 'running',
      }
      kept.run = run
      keepNewest(runs, ({ state }) => state === 'running' || state === 'stopping')
      runs.set(run.id, run)
      void drive(run, ask)
      return run
    },
    get: (id: string) => runs.get(id),
    stop(id: string): void {
      const run = runs.get(id)
      if (run?.state === 'running') run.state = 'stopping'
    },
    /** Goes on with what a stopped or failed run has left. What moved without an answer is refused then: it is not as it was seen. */
    goOn(id: string, ask: Ask): void {
      const run = runs.get(id)
      if (!run || !canGoOn(run)) return
      run.state = 'running'
      void drive(run, ask)
    },
    /** The newest first. */
    list: () => [...runs.values()].reverse(),
  }
}

/** A run at work is never dropped. */
function keepNewest<T>(kept: Map<string, T>, isAtWork: (one: T) => boolean = () => false): void {
  for (const [id, one] of kept) {
    if (kept.size < mostKept) return
    if (!isAtWork(one)) kept.delete(id)
  }
}

export const canGoOn = ({ state, left }: Run): boolean => (state === 'stopped' || state === 'failed') && left.length > 0

/** Never throws: how it ended is in the run. */
async function drive(run: Run, ask: Ask): Promise<void> {
  try {
    while (run.left.length > 0) {
      // A stop arrives between two slices.
      if (isStopping(run)) {
        run.state = 'stopped'
        return
      }
      await moveSlice(run, ask)
    }
    run.state = 'ended'
  } catch (error) {
    run.state = 'failed'
    run.why = error instanceof Refused ? error.message : ''
  }
}

const isStopping = ({ state }: Run): boolean => state === 'stopping'

type Moved = { events?: { id: string }[]; refused?: Run['refused'] }

async function moveSlice(run: Run, ask: Ask): Promise<void> {
  const { action, name, note, left } = run
  const slice = left.slice(0, sliceSize)
  const pinned = slice.map(({ id, updatedAt: seen }) => ({ id, seen }))
  const given = { events: pinned, name, ...(note !== '' && { note }) }
  const { events: moved = [], refused = [] } = await resultOf<Moved>(ask, `event.${action}`, given)
  // A function whose time is up leaves the rest of a slice alone: that has its turn with the next one.
  const had = new Set([...moved, ...refused].map(({ id }) => id))
  if (!slice.some(({ id }) => had.has(id))) throw new Error('no event of the slice had its turn')
  run.moved += moved.length
  const isMoved = new Set(moved.map(({ id }) => id))
  for (const one of slice) if (isMoved.has(one.id)) run.ends.set(one.id, { ...one, status: 'ready' })
  run.refused.push(...refused)
  run.left = left.filter(({ id }) => !had.has(id))
}
