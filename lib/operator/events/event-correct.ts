import { isDeepStrictEqual } from 'node:util'
import * as z from 'zod'
import { lines, orderOf, orderRef } from '../../commands.ts'
import { Rejected } from '../../errors.ts'
import type { Correction, InboxEvent } from '../../inbox/event.ts'
import { corrected } from '../../inbox/operator-transitions.ts'
import { hasMade, openItem } from '../../inbox/progress.ts'
import { withItems } from '../../state/with-items.ts'
import { itemsOf } from '../../workflow/open-writes.ts'
import type { KeyedCommand } from '../../workflow/translate/translate-event.ts'
import type { Workflow } from '../../workflow/workflow.ts'
import { conflict, defineCommand, note } from '../operator.ts'
import { commandsOf } from '../views/command-view.ts'
import { eventView } from '../views/event-views.ts'
import { eventId, findEvent, movedMeanwhile, moveEvent, mustBeAsSeen, seen } from './move-event.ts'

/** Never an address: a correction is stored beside the delivery, for as long as the event is. */
const order = orderRef.refine((ref) => !('email' in ref), 'must be {"id": ...} or {"externalNumber": ...}')
/** What an event means instead. */
export const meaning = {
  key: z.string().min(1).max(500).optional(),
  order: order.optional(),
  lines: lines.optional(),
}
const input = z
  .strictObject({ id: eventId, ...meaning, note, seen })
  .refine((given) => given.order !== undefined || given.lines !== undefined, {
    path: ['order'],
    error: 'or lines must be given: nothing else can be corrected',
  })
type Meaning = Partial<Pick<z.output<typeof input>, keyof typeof meaning>>

/** Replaces what an event asks for; its key stays. Throws `Rejected` 409 while a write of it is sent, missing or done. */
export const eventCorrect = defineCommand({
  name: 'event.correct',
  input,
  run: async (operator, given) => {
    const { workflow } = operator
    const event = await findEvent(workflow.inbox, given.id)
    mustBeAsSeen(event, given.seen)
    const changes = changesOf(event, given, workflow.config)
    const lock = { event: event.id, epoch: event.epoch + 1 }
    const places = await itemsOf(workflow, event)
    const ids = [...new Set(Object.keys(changes).flatMap((key) => places.get(key) ?? []))]
    return await withItems(workflow, { ids, lock }, async (items) => {
      mustBeUnwritten(event, Object.keys(changes), items)
      const moved = await moveEvent(operator, given, (found, how) => {
        // What was looked at under the locks belongs to this state of it.
        if (found.writeId !== event.writeId) throw movedMeanwhile(event.id)
        return corrected(found, { ...how, note: given.note }, changes)
      })
      return eventView(moved, workflow)
    })
  },
})

type Changes = Readonly<Record<string, Correction>>

/** By key: another order is meant for everything that the event asks for about the same one. */
export function changesOf(event: InboxEvent, { key, order, lines }: Meaning, config: Workflow['config']): Changes {
  const commands = commandsOf(event, config)
  const meant = theOne(event, { commands, key, wantsLines: lines !== undefined })
  const ofOrder = order === undefined ? [] : key === undefined ? aboutSame(commands, meant) : [meant.key]
  const changes: Record<string, Correction> = {}
  for (const one of ofOrder) changes[one] = { order }
  if (lines !== undefined) changes[meant.key] = { ...changes[meant.key], lines }
  return changes
}

const aboutSame = (commands: readonly KeyedCommand[], { command }: KeyedCommand): string[] =>
  commands.flatMap((one) =>
    'order' in one.command && 'order' in command && isDeepStrictEqual(one.command.order, command.order)
      ? [one.key]
      : [],
  )

type CorrectionRequest = { commands: readonly KeyedCommand[]; key: string | undefined; wantsLines: boolean }

/** The command of that key, else the one that the event stopped for, else the only one that can be meant. */
function theOne({ id, reason }: InboxEvent, { commands, key, wantsLines }: CorrectionRequest): KeyedCommand {
  const what = wantsLines ? 'return' : 'request about an order'
  const open = commands.filter(({ command }) => (wantsLines ? command.type === 'create-return' : orderOf(command)))
  const named = key ?? (reason && 'key' in reason ? reason.key : undefined)
  const found = open.find((one) => one.key === named)
  if (found) return found
  const keys = open.map((one) => one.key).join(', ')
  if (open.length === 0) throw conflict(`event ${id} asks for no ${what}. There is nothing to correct.`)
  if (key !== undefined)
    throw new Rejected(`event ${id} has no ${what} with the key ${key}. Its keys are ${keys}.`, { status: 404 })
  const [only, other] = open
  const isOne = !other || (!wantsLines && only && aboutSame(open, only).length === open.length)
  if (only && isOne) return only
  throw conflict(`event ${id} asks for several. Say with "key" which is meant: ${keys}.`)
}

type Items = readonly { records: Readonly<Record<string, unknown>> }[]

/** A write counts whoever made it. */
function mustBeUnwritten(event: InboxEvent, keys: readonly string[], items: Items): void {
  const written = keys.filter((key) => isWritten(event, key, items))
  if (written.length === 0) return
  const others = keys.filter((key) => !written.includes(key)).join(', ')
  const remedy = others === '' ? '' : ` Say with "key" if only another one is meant: ${others}.`
  const why = 'has written this already, or may have: it cannot mean anything else now'
  throw conflict(`event ${event.id} ${why}. why says what became of it.${remedy}`)
}

function isWritten({ progress }: InboxEvent, key: string, items: Items): boolean {
  const one = progress[key]
  const isMade = one !== undefined && (one.state === 'done' || hasMade(one) || openItem(one) !== undefined)
  const isRecorded = items.some(({ records }) => records[key] !== undefined || records[`${key}/comment`] !== undefined)
  return isMade || isRecorded
}
