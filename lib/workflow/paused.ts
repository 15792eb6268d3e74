import { type Pause, pauseOf } from '../state/pauses.ts'
import { type StepOutcome, type Work, type Workflow, waitUntil } from './workflow.ts'

/** The ids that a pause keeps from being claimed. An unreadable pause stops nothing here: each write asks again. */
export async function pausedEvents({ pauses }: Workflow): Promise<((id: string) => boolean) | undefined> {
  const paused = (await pauses?.known().catch(() => undefined)) ?? []
  if (!pauses || paused.length === 0) return undefined
  const sources = new Set(paused.map(({ source }) => source))
  return (id) => sources.has(sourceOf(id)) || pauses.wasLookedAt(id)
}

/** An event's id begins with its source, whose name holds no slash. */
const sourceOf = (id: string): string => id.slice(0, Math.max(0, id.indexOf('/')))

/** The wait of a paused event, before anything is recorded as sent. It is due at once, but skipped until the pause is over. */
export async function untilResumed(work: Work): Promise<StepOutcome | undefined> {
  const { pauses, now } = work.workflow
  const { id, source } = work.event()
  const pause: Pause | undefined = pauseOf((await pauses?.known()) ?? [], source)
  if (!pause) return undefined
  pauses?.noteLookedAt(id)
  return waitUntil(now(), { code: 'paused', ...(pause.source !== undefined && { source }) })
}

/** Waits until a write may go out at once. Undefined: it may. */
export async function readyToWrite(work: Work): Promise<StepOutcome | undefined> {
  const paused = await untilResumed(work)
  if (paused) return paused
  await work.backOffice.reserveWrites()
  // That can have taken a minute.
  return await untilResumed(work)
}
