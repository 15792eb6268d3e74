import { isDeepStrictEqual } from 'node:util'
import type { EventStatus, InboxEvent } from '../../lib/inbox/event.ts'

const hintMs = 2 * 60_000
export const isOpen = (status: EventStatus) => status === 'ready' || status === 'running' || status === 'waiting'
export const maySay: Record<'event.release' | 'event.replay' | 'event.discard', (status: EventStatus) => boolean> = {
  'event.release': (status) => ['waiting', 'held', 'failed'].includes(status),
  'event.replay': (status) => !isOpen(status),
  'event.discard': (status) => ['waiting', 'held', 'failed'].includes(status),
}

type Moved = { event: InboxEvent; after: InboxEvent; now: number; note: string | undefined; lane?: 'replay' }

/** What an operator's command must make of an event, field by field. */
export function wrongMove(name: keyof typeof maySay, { event, after, now, note, lane }: Moved): string[] {
  const code = ({ 'event.release': 'released', 'event.replay': 'replayed', 'event.discard': 'discarded' } as const)[
    name
  ]
  const isAgain = name !== 'event.discard'
  const entry = { at: now, code, ...(note !== undefined && { note }) }
  const isKept = name === 'event.release' && event.status === 'waiting'
  const approved = name === 'event.release' && event.status === 'held' ? event.reason : undefined
  const wanted: Partial<InboxEvent> = {
    status: isAgain ? 'ready' : 'discarded',
    epoch: event.epoch + 1,
    updatedAt: now,
    ...(isAgain && { wakeAt: now + hintMs, attempts: isKept ? event.attempts : 0 }),
    ...(!isAgain && { endedAt: now, attempts: event.attempts }),
  }
  const shows = after as Record<string, unknown>
  return [
    ...Object.entries(wanted)
      .filter(([field, value]) => shows[field] !== value)
      .map(([field, value]) => `${name} leaves ${field} as ${shows[field]}, not ${value}`),
    ...(isDeepStrictEqual(after.history.at(-1), entry)
      ? []
      : [`${name} notes ${JSON.stringify(after.history.at(-1))}`]),
    ...(after.lane === lane ? [] : [`${name} puts ${event.id} into lane ${after.lane}`]),
    ...(isAgain && after.reason ? [`${name} keeps the reason`] : []),
    ...(isDeepStrictEqual(after.approvals?.at(-1), approved)
      ? []
      : [`${name} approves ${JSON.stringify(after.approvals)}`]),
  ]
}
