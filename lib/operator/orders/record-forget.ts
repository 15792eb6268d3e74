import * as z from 'zod'
import { settleFindings } from '../../audit/findings.ts'
import type { BackOffice } from '../../back-office/back-office.ts'
import { isCancelled } from '../../back-office/constants.ts'
import { Rejected } from '../../errors.ts'
import type { InboxEvent } from '../../inbox/event.ts'
import { forgotten } from '../../inbox/operator-transitions.ts'
import type { Made } from '../../inbox/progress.ts'
import type { Finding } from '../../reasons.ts'
import { withItems } from '../../state/with-items.ts'
import type { ItemId, LockedItem, Records, WriteRecord } from '../../state/write-record.ts'
import { alsoIn, isOpenWrite, LostLock, orderIn } from '../../state/write-record.ts'
import { shownItem } from '../../typed-text.ts'
import { ordersOfNumber } from '../../workflow/find-order/orders-of-number.ts'
import { externalNumberOf, numberItem } from '../../workflow/kinds/new-order.ts'
import type { Workflow } from '../../workflow/workflow.ts'
import { saveMoved } from '../events/move-event.ts'
import { conflict, defineCommand, id, note, orNothing } from '../operator.ts'
import { commandsOf } from '../views/command-view.ts'
import { returnsOf } from './return-list.ts'

const ofReturn = z.strictObject({ returnId: id, orderId: id, note })
const ofOrder = z.strictObject({ orderId: id, externalNumber: z.string().min(1).max(200).optional(), note })

/** Forgets what is gone. Throws `Rejected` 404 where no such write is known, 409 where it is still there or not settled. */
export const recordForget = defineCommand({
  name: 'record.forget',
  input: z.union([ofReturn, ofOrder]),
  run: async ({ workflow, audits, deadlineMs, by }, input) => {
    const gone = await goneOf(workflow, input)
    await mustBeGone(workflow.openBackOffice({ deadlineMs }), gone, workflow)
    const forgotten = await forgetRecords(workflow, gone, { note: input.note, by })
    // Its comment was forgotten with it.
    const isOfIt = ({ what, event = '', returnId, orderId }: Finding) =>
      (what === 'comment_gone' && forgotten.events.includes(event)) ||
      (gone.kind === 'return' ? returnId === gone.id : what === 'order_gone' && orderId === gone.id)
    await settleFindings({ audits, workflow }, isOfIt)
    return forgotten
  },
})

async function goneOf(workflow: Workflow, input: z.output<typeof ofReturn> | z.output<typeof ofOrder>): Promise<Gone> {
  if ('returnId' in input) return { kind: 'return', id: input.returnId, item: `order#${input.orderId}` }
  const number = input.externalNumber ?? (await numberOfOrder(workflow, input.orderId))
  return { kind: 'order', id: input.orderId, item: numberItem(number) }
}

async function mustBeGone(backOffice: BackOffice, gone: Gone, workflow: Workflow): Promise<void> {
  const { kind, id } = gone
  const { constants } = workflow
  const found = await orNothing(backOffice.orders.read(id))
  if (!found) return await mustNotBeListed(backOffice, gone, workflow)
  const { statuses, orderTypes } = constants
  // Under its id there is something else.
  if (kind === 'return' && found.typeId !== orderTypes.return) return
  const why = isCancelled(found.statusId, statuses)
    ? `${kind} ${id} is cancelled, and not gone. A cancelled one is in nobody's way: ${again[kind]}`
    : `${kind} ${id} is still in the back office (status ${found.statusId}). Only what is gone can be forgotten.`
  throw conflict(why)
}

/** One 404 proves too little: whoever creates it again looks into this list, and must not find it there. */
async function mustNotBeListed(backOffice: BackOffice, { kind, id, item }: Gone, workflow: Workflow): Promise<void> {
  const order = orderIn(item)
  const listed =
    order === undefined
      ? (await ordersOfNumber({ backOffice, workflow }, item.slice('number#'.length))).listed
      : ((await orNothing(returnsOf(backOffice, order)))?.entries ?? [])
  if (!listed.some((one) => one.id === id)) return
  const why = `${kind} ${id} is not found by its id, but its list shows it. Look into the back office, and ask again later.`
  throw conflict(why)
}

const again = {
  return: 'return.create creates another return.',
  order: 'order.create with its number is held, and a release of that creates the order once more.',
} as const

/** An order has a few events; the one that created it is among the oldest of them. */
const mostEvents = 100

/** From the event that created it; of that order alone. Throws `Rejected` 404 where none of its events says so. */
async function numberOfOrder(workflow: Workflow, orderId: number): Promise<string> {
  const { events } = await workflow.inbox.list({ orderId, limit: mostEvents })
  for (const { id } of events.toReversed()) {
    const event = await workflow.inbox.get(id)
    const number = event && numberIn(workflow, event, orderId)
    if (number !== undefined) return number
  }
  const why = `No event that is still stored has created order ${orderId}.`
  throw new Rejected(`${why} If the bridge created it, name its externalNumber too.`, { status: 404 })
}

function numberIn({ config, constants }: Workflow, event: InboxEvent, orderId: number): string | undefined {
  const found = commandsOf(event, config).find(({ key }) => event.progress[key]?.createdOrderId === orderId)
  return found?.command.type === 'create-order' ? externalNumberOf(found.command.body, constants) : undefined
}

/** What is gone from the back office, and the item in which its records lie. */
type Gone = { kind: 'return' | 'order'; id: number; item: ItemId }
/** `item`: its name as it may be shown. */
type Words = { note: string; by: string | undefined }
type Forgotten = { item: string; keys: string[]; events: string[] }

/** Under the lock of their item; the events first, so that asking again does the rest. Throws `Rejected` 404 or 409. */
async function forgetRecords(workflow: Workflow, gone: Gone, words: Words): Promise<Forgotten> {
  const { records, newId, log } = workflow
  const { item: id } = gone
  const shown = shownItem(id)
  // A lock would make an item that was not there.
  mustKnow(gone, (await records.get(id))?.records ?? {})
  const lock = { event: `record.forget/${newId()}`, epoch: 0 }
  return await withItems(workflow, { ids: [id], lock }, async (items) => {
    const [item] = items
    const keys = mustKnow(gone, item?.records ?? {})
    const events = await forgetInEvents(workflow, gone, { keys, records: item?.records ?? {}, words })
    if (item) await remove(workflow, item, { keys, id: gone.id })
    log.info('what is gone was forgotten', { item: shown, kind: gone.kind, id: gone.id, keys, events })
    return { item: shown, keys, events }
  })
}

const commentKey = (key: string): string => `${key}/comment`

/** The keys of the records that say that the bridge made it. */
function mustKnow({ kind, id, ...gone }: Gone, records: Records): string[] {
  const item = shownItem(gone.item)
  const ofKind = Object.entries(records).filter(([, record]) => record.kind === kind)
  const keys = ofKind.flatMap(([key, record]) =>
    record.state === 'done' && (record.id === id || isAlso(id, alsoIn(record))) ? [key] : [],
  )
  if (keys.length === 0 && ofKind.some(([, record]) => isOpenWrite(record)))
    throw conflict(`A ${kind} in ${item} was sent and its outcome is unknown. Settle that first: why names its event.`)
  if (keys.length === 0) throw new Rejected(`The bridge has no record of ${kind} ${id} in ${item}.`, { status: 404 })
  const comments = keys.flatMap((key) => records[commentKey(key)] ?? [])
  if (!comments.some(isOpenWrite)) return keys
  throw conflict(`The comment of ${kind} ${id} was sent and its outcome is unknown. Settle that first.`)
}

type Known = { keys: readonly string[]; records: Records; words: Words }

async function forgetInEvents({ inbox, now, newId }: Workflow, gone: Gone, known: Known): Promise<string[]> {
  const { keys, records, words } = known
  const ids = new Set(keys.flatMap((key) => [key, commentKey(key)]).flatMap((key) => records[key]?.by ?? []))
  const found = await Promise.all([...ids].map((id) => inbox.get(id)))
  const changes = found.flatMap((event): [InboxEvent, InboxEvent][] => {
    const own = new Set(keys.filter((key) => event && madeIt(gone, event.progress[key])))
    if (!event || own.size === 0) return []
    const { kind, id } = gone
    return [[event, forgotten(event, { now: now(), writeId: newId(), ...words }, { keys: own, kind, id })]]
  })
  for (const [event, next] of changes) await saveMoved(inbox, event, next)
  return changes.map(([{ id }]) => id)
}

const madeIt = ({ kind, id }: Gone, { returnId, createdOrderId, also }: Made = {}): boolean =>
  (kind === 'return' ? returnId : createdOrderId) === id || (kind === 'return' && isAlso(id, { also }))

const isAlso = (id: number, { also = [] }: Pick<Made, 'also'>): boolean => also.includes(id)

/** The comment of a return says which one: another return gets another comment. What was only one of several stays done without it. */
async function remove({ records, now }: Workflow, item: LockedItem, gone: { keys: readonly string[]; id: number }) {
  const { keys, id } = gone
  const changes: Record<string, WriteRecord | undefined> = {}
  for (const key of keys) {
    const record = item.records[key]
    const others = record?.also?.filter(({ returnId }) => returnId !== id)
    if (record && others?.length !== record.also?.length) changes[key] = { ...record, also: others }
    else for (const gone of [key, commentKey(key)]) if (item.records[gone]) changes[gone] = undefined
  }
  await records.save(item, { changes, now: now() }).catch((error: unknown) => {
    if (!(error instanceof LostLock)) throw error
    throw conflict(`Another event has taken over ${shownItem(item.id)}. Try again in a moment.`, error)
  })
}
