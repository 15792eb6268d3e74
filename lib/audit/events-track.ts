import type { AuditRound, EventsPlace } from '../state/audit-progress.ts'
import type { Unseen } from './auditor.ts'
import type { PutOff, Reader } from './reader.ts'

/**
 * Where a run is among the events: behind what it has tried, behind the last of it that could be read, and at what it is trying now
 * (`at`: the place behind it).
 */
export type Track = {
  tried: EventsPlace
  read?: { at: EventsPlace; unseen: number }
  trying?: { at: EventsPlace; event: string; readsBefore: number }
}

type Run = {
  reader: Reader
  report: { round: AuditRound<EventsPlace>; unseen: Unseen[] }
  track: Track
}

/** What is tried next, of which the place behind it is `at`. */
export function beginTo({ reader, track }: Run, { at, event }: { at: EventsPlace; event: string }): void {
  track.trying = { at, event, readsBefore: reader.reads() }
}

export function pass({ reader, report, track }: Run, at: EventsPlace, isRead: boolean): void {
  track.tried = at
  delete track.trying
  if (!isRead) return
  track.read = { at, unseen: report.unseen.length }
  reader.moved()
}

/** Reads of one thing that were answered and yet not enough. One alone may have been refused. */
const someReads = 2

/** What a run leaves that `why` has ended: nothing that it could not read is passed by, unless the run before could not, either. */
export function brokenOff(run: Run, why: PutOff): Run['report'] {
  const { reader, track } = run
  const { unseen } = run.report
  const { stuck: wasStuck, ...round } = run.report.round
  if (track.read) return { round: { ...round, at: track.read.at }, unseen: unseen.slice(0, track.read.unseen) }
  const { trying } = track
  const isTooMuch = trying !== undefined && reader.reads() - trying.readsBefore >= someReads
  if (unseen.length === 0 && !isTooMuch) return run.report
  if (!wasStuck) return { round: { ...round, stuck: true }, unseen: [] }
  if (!isTooMuch) return { round: { ...round, at: track.tried }, unseen }
  const tooMuch = { event: trying.event, why: `it takes more reads than two runs had: ${why.message}` }
  return { round: { ...round, at: trying.at }, unseen: [...unseen, tooMuch] }
}
