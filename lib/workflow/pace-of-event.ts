import type { Need, PaceClass } from '../back-office/pace/budget.ts'
import type { Command, OrderRef } from '../commands.ts'
import type { Config } from '../config/config.ts'
import { type InboxEvent, isQueued } from '../inbox/event.ts'
import { hasMade, openItem, type Progress } from '../inbox/progress.ts'
import { isByVisitor } from './by-visitor.ts'
import type { KeyedCommand } from './translate/translate-event.ts'

type Calls = Pick<Need, 'reads' | 'writes' | 'skuReads'>
type Sources = Pick<Config, 'sources'>
const none: Calls = { reads: 0, writes: 0 }

/** The calls that an event's next steps need. Too few cost another reservation; too many are lost for everybody. */
export function paceOfEvent(event: InboxEvent, commands: readonly KeyedCommand[], config: Sources): Need {
  const calls = commands.map(({ key, command }) => callsOf(event, command, event.progress[key] ?? { state: 'found' }))
  const total = (budget: keyof Calls) => calls.reduce((sum, one) => sum + (one[budget] ?? 0), 0)
  const isBegun = Object.keys(event.progress).length > 0
  // An order that was looked for in vain before may still be missing: the writes are reserved when it is there.
  const queued = isQueued(event)
  const inVain = event.deferredSince !== undefined && !queued && event.orderId === undefined
  // During many slow reads, slots of writes would expire unused and use up a small budget.
  const readsFirst = isBegun && queued
  const form = isByVisitor(event, config) ? event.source : undefined
  return {
    class: classOf(event, form === undefined ? isBegun : hasWritten(event), form),
    ...(form !== undefined && { form }),
    queued: queued || event.deferredSince !== undefined || event.attempts > 1,
    reads: total('reads'),
    skuReads: total('skuReads'),
    writes: inVain || readsFirst ? 0 : total('writes'),
  }
}

/** Whether an event has written, or may have. A form that has only read is not begun, or forms would use up what is kept for begun events. */
const hasWritten = ({ progress }: InboxEvent): boolean =>
  Object.values(progress).some((one) => hasMade(one) || openItem(one) !== undefined)

const classOf = ({ lane }: InboxEvent, isBegun: boolean, form: string | undefined): PaceClass =>
  isBegun ? 'begun' : (lane ?? (form === undefined ? 'live' : 'form'))

function callsOf(event: InboxEvent, command: Command, progress: Progress): Calls {
  if (progress.state === 'done' || progress.state === 'ended') return none
  // What may have been sent is looked for first.
  const lookBack = progress.state === 'open' ? 1 : 0
  switch (command.type) {
    case 'add-comment': {
      const isNamed = 'id' in command.order && command.email === undefined
      const find = progress.orderId === undefined && !isNamed ? readsToFind(command.order) : 0
      return { reads: find + lookBack, writes: 1 }
    }
    // The order where its return was made need not be found. What stands of it is looked at.
    case 'comment-parcel':
    case 'end-parcel':
      return { reads: 1 + lookBack, writes: 1 }
    case 'create-order':
      return progress.createdOrderId === undefined ? { reads: 1, writes: 1 } : { reads: 1, writes: 0 }
    // A contact and its orders.
    case 'forget-person':
      return { reads: 2, writes: 0 }
    case 'publish-image':
      return { reads: 1, writes: 1 }
    case 'create-return': {
      const comment = progress.comment ? none : { reads: 0, writes: 1 }
      if (progress.returnId !== undefined) {
        const check = progress.statusId === undefined ? 1 : 0
        const second = progress.comment ? 2 : 0
        return { reads: check + second + lookBack, writes: comment.writes }
      }
      // The order and the list of its returns, to plan the return or to look for it.
      const isFirst = event.deferredSince === undefined && event.attempts <= 1
      const find = progress.orderId === undefined ? readsToFind(command.order) : isFirst ? 0 : 1
      const bySku = command.lines !== 'all' && command.lines.some((line) => 'sku' in line || 'shopLine' in line)
      return { reads: find + 1, skuReads: bySku ? 1 : 0, writes: 1 + comment.writes }
    }
    default:
      return command satisfies never
  }
}

/** A contact and its orders, or one call that brings everything. */
const readsToFind = (order: OrderRef) => ('email' in order ? 2 : 1)
