import type { SessionItem } from '../../../lib/back-office/session/store.ts'
import type { Item } from '../../memory/item-copy.ts'
import type { Change } from '../../memory/memory-dynamo.ts'
import type { Doing } from '../town/dynamo-client.ts'
import { isLabel, tableNames, toEvent } from '../town/true-tables.ts'
import type { Attempts } from './watch-attempts.ts'

/** What is seen of each write, when it has been carried out. */
export type Witnesses = {
  emit: (id: string) => void
  onEarly: (what: string) => void
  onStale: (what: string) => void
  onDecided: () => void
  onToken: () => void
  onWrong: (what: string) => void
  attempts: Attempts
}

const decisions: ReadonlySet<unknown> = new Set(['released', 'replayed', 'discarded'])

type Moment = { by: Doing | undefined; now: number; toleranceMs: number }

/** Tells the witnesses of what a function has changed. */
export function watchChange(
  { table, id, before, after }: Change,
  { by, now, toleranceMs }: Moment,
  witnesses: Witnesses,
): void {
  if (!by) return
  if (by.isOver?.(before)) witnesses.onStale(by.operation)
  if (!after) {
    witnesses.onWrong(`deleted by a function: ${id}`)
    return
  }
  if (table === tableNames.state) {
    const token = ({ token }: Item = {}) => (token as SessionItem['token'])?.id
    if (id === 'session' && token(after) !== undefined && token(after) !== token(before)) witnesses.onToken()
    return
  }
  if (after.status === 'ready') witnesses.emit(id)
  const isClaim = after.status === 'running' && Number(after.epoch) > Number(before?.epoch)
  if (before && isClaim && freeFrom(before) > now + toleranceMs)
    witnesses.onEarly(`${id} was ${before.status}, ${Math.round(freeFrom(before) - now)} ms before its time`)
  if (isLabel(id)) return
  if (isClaim) witnesses.attempts.onClaimed(toEvent(after))
  else if (before) {
    const event = toEvent(after)
    if (before.history !== after.history && decisions.has(event.history.at(-1)?.code)) witnesses.onDecided()
    witnesses.attempts.onSaved(event)
  }
}

const freeFrom = ({ status, wakeAt = 0, leaseUntil = 0 }: Item): number =>
  Number(status === 'waiting' ? wakeAt : status === 'running' ? leaseUntil : 0)
