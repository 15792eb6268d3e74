import type { Ask } from '../ask.ts'

export const bulkActions = ['replay', 'release', 'discard'] as const
export type BulkAction = (typeof bulkActions)[number]

/** What a person was shown: exactly these events, as they were then. */
export type Preview = {
  action: BulkAction
  name: string
  note: string
  events: readonly { id: string; seen: string }[]
}

export type Run = Preview & {
  id: string
  moved: number
  refused: { id: string; why: string }[]
  state: 'running' | 'stopping' | 'stopped' | 'ended' | 'failed'
  /** Why it has failed. */
  why?: string
}

export type Runs = {
  /** Keeps what is shown; the id goes into the form that begins it. */
  keep(preview: Preview): string
  /** Begins what was shown under this id, once; undefined: it is not known any more. */
  begin(previewId: string, ask: Ask): Run | undefined
  get(id: string): Run | undefined
  stop(id: string): void
  /** The newest first. */
  list(): Run[]
}

/** So many at a time: a stop takes effect after them. */
const sliceSize = 25
const mostKept = 20
const keptMs = 60 * 60_000

/** Runs over many events, in the memory of this console: it is the one that sends the commands, slice by slice. */
export function createRuns({ newId, now }: { newId: () => string; now: () => number }): Runs {
  const previews = new Map<string, { preview: Preview; at: number; run?: Run }>()
  const runs = new Map<string, Run>()

  return {
    keep(preview) {
      const id = newId()
      keepNewest(previews)
      previews.set(id, { preview, at: now() })
      return id
    },
    begin(previewId, ask) {
      const kept = previews.get(previewId)
      if (!kept || now() - kept.at > keptMs) return undefined
      // A form that is sent twice begins one run.
      if (kept.run) return kept.run
      const run: Run = { ...kept.preview, id: newId(), moved: 0, refused: [], state: 'running' }
      kept.run = run
      keepNewest(runs, ({ state }) => state === 'running' || state === 'stopping')
      runs.set(run.id, run)
      void drive(run, ask)
      return run
    },
    get: (id) => runs.get(id),
    stop(id) {
      const run = runs.get(id)
      if (run?.state === 'running') run.state = 'stopping'
    },
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

/** Never throws: how it ended is in the run. */
async function drive(run: Run, ask: Ask): Promise<void> {
  const { action, name, note, events } = run
  for (let from = 0; from < events.length; from += sliceSize) {
    if (run.state === 'stopping') {
      run.state = 'stopped'
      return
    }
    const command = {
      command: `event.${action}`,
      events: events.slice(from, from + sliceSize),
      name,
      ...(note !== '' && { note }),
    }
    const answer = await ask(command).catch(() => undefined)
    if (!answer?.ok) {
      run.state = 'failed'
      run.why = answer?.error.message ?? ''
      return
    }
    const { events: moved = [], refused = [] } = answer.result as { events?: unknown[]; refused?: Run['refused'] }
    run.moved += moved.length
    run.refused.push(...refused)
  }
  run.state = 'ended'
}
