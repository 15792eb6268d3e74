import type { Command } from '../commands.ts'
import type { HistoryEntry, InboxEvent, Progress } from './event.ts'
import { changed, type Moment } from './transitions.ts'

/** `expiresAt`: when the table may drop the event, epoch ms. */
export type Erasure = Moment & { expiresAt: number }

/** Stands where a person's words stood. */
const gone = '[erased]'

/**
 * An ended event without payload, headers and anybody's words. What answers late duplicates stays: id, status, orders, ids of what
 * was written. A failed one is given up by the same write: what it would be replayed from is gone. The clock goes on counting from its end;
 * the epoch rises, so that whoever has read it before can write nothing of it back.
 */
export function erased(event: InboxEvent, { now, writeId, expiresAt }: Erasure): InboxEvent {
  const { endedAt, reason } = event
  if (endedAt === undefined) throw new Error(`event ${event.id} is ${event.status}: only an ended event can be erased`)
  const isGivenUp = event.status === 'failed'
  const fields: Partial<InboxEvent> = {
    endedAt,
    erasedAt: now,
    expiresAt: Math.ceil(expiresAt / 1_000) * 1_000,
    epoch: event.epoch + 1,
    delivery: undefined,
    commands: event.status === 'done' ? event.commands?.map(withoutWords) : undefined,
    ledger: event.ledger.map(withoutBodies),
    reason: reason && { code: reason.code, text: 'The words of this reason were erased.' },
  }
  const told = { ...event, history: event.history.map(withoutFacts) }
  const entry = { what: isGivenUp ? 'given up' : 'erased' }
  return changed(told, { now, writeId }, { status: isGivenUp ? 'discarded' : event.status, fields, entry })
}

/** What a command is about by numbers of the merchant; all else may hold what a customer wrote. */
const keptOfCommand: ReadonlySet<string> = new Set(['type', 'key', 'visibleForContact', 'itemId', 'imageId'])

/** A done event is answered from its ledger: of its commands only the kind is looked at again. */
function withoutWords(command: Command): Command {
  const entries = Object.entries(command).map(([name, value]) => [name, keptOfCommand.has(name) ? value : blank(value)])
  return Object.fromEntries(entries) as Command
}

function blank(value: unknown): unknown {
  if (typeof value === 'string') return gone
  if (Array.isArray(value)) return []
  return typeof value === 'object' ? {} : undefined
}

/** Of each thing that was sent its ids, times and numbers stay, and what is named here; whatever else is there may hold words. */
const keptOfSent: ReadonlySet<string> = new Set(['key', 'known', 'lines', 'marker'])

function withoutBodies(progress: Progress): Progress {
  const entries = Object.entries(progress).map(([name, value]) => [
    name,
    isSent(value) ? withoutBody(value) : bare(value),
  ])
  return Object.fromEntries(entries) as Progress
}

const isSent = (value: unknown): value is object => typeof value === 'object' && value !== null && !Array.isArray(value)

function withoutBody(sent: { body?: unknown; text?: unknown; marker?: unknown }): object {
  const entries = Object.entries(sent).map(([name, value]) => [name, keptOfSent.has(name) ? value : bare(value)])
  return {
    ...Object.fromEntries(entries),
    ...('body' in sent && { body: null }),
    ...('text' in sent && { text: sent.marker ?? gone }),
  }
}

const bare = (value: unknown): unknown =>
  typeof value === 'number' || typeof value === 'boolean' ? value : blank(value)

/** Numbers, codes and times stay. */
function withoutFacts({ at, what, ...facts }: HistoryEntry): HistoryEntry {
  const kept = Object.entries(facts).map(([name, value]) => [name, isHarmless(name, value) ? value : gone])
  return { ...Object.fromEntries(kept), at, what }
}

const isHarmless = (name: string, value: unknown): boolean =>
  typeof value === 'number' || typeof value === 'boolean' || name === 'reason'
