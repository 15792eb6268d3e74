import type { BackOffice } from '../back-office/back-office.ts'
import { showsEmail } from '../back-office/resources/contacts.ts'
import { recovered, TooManyFound } from '../errors.ts'
import { hasOpenWrite, type InboxEvent, isErased, isOpen } from '../inbox/event.ts'
import { LostEvent, type Place } from '../inbox/inbox.ts'
import { erased } from '../inbox/operator-transitions.ts'
import { isAddressedTo } from './find-order/orders-of-email.ts'
import { findOpenWrites } from './open-writes.ts'
import { readDelivery } from './translate/read-delivery.ts'
import { understand } from './translate/translate-event.ts'
import type { Workflow } from './workflow.ts'

type Ports = { workflow: Workflow; backOffice: Pick<BackOffice, 'contacts' | 'orders'> }
/** `note` and `by` go into the history of each event, `after` is where the call before ended, `own` the event that asks for it. */
type Person = {
  email: string
  note?: string
  by?: string | undefined
  dryRun?: boolean
  after?: Place | undefined
  own?: string
  mayGoOn(): boolean
}

/** `ended`: how many of the `forgotten` events were held or failed. `left`: what stays as it is, because it is not over. */
type Counts = { forgotten: number; ended: number; left: Record<'open' | 'openWrite' | 'withdrawals', number> }
/** `manyOrders`: too many to ask for, so only deliveries that name the address were found. `goesOn`: it has not come to the end. */
type Forgotten = Counts & { manyOrders: boolean; goesOn?: { after?: Place | undefined } }

const pageSize = 50

/**
 * Forgets what was delivered about a person: every event of their orders, and every one that names the address. What remains of an event is
 * its id, so that a repeat of the delivery stays a duplicate, and the ids of what was found and made. Each is one conditional write, so all of
 * it can be repeated. Nothing of the address is stored or logged.
 */
export async function forgetPerson({ workflow, backOffice }: Ports, person: Person): Promise<Forgotten> {
  const orders = await ordersOf({ workflow, backOffice }, person.email)
  const search = { orders: new Set(orders), names: patternOf(person.email) }
  const left = { open: 0, openWrite: 0, withdrawals: 0 }
  const counts: Forgotten = { forgotten: 0, ended: 0, left, manyOrders: orders === undefined }
  let { after } = person
  for (;;) {
    const page = await workflow.inbox.walk({ after, limit: pageSize })
    for (const { at, id, read } of page) {
      if (!person.mayGoOn()) return { ...counts, goesOn: { after } }
      const event = read()
      const isMeant = id !== person.own && !isErased(event) && isAbout(event, search)
      const why = isMeant ? await forget(workflow, event, { person, counts }) : undefined
      if (why) left[why] += 1
      after = { at, id }
    }
    if (page.length < pageSize) return counts
  }
}

/** An order counts by what it or its contact shows. Undefined: there are too many. */
async function ordersOf({ workflow: { constants }, backOffice }: Ports, email: string): Promise<number[] | undefined> {
  try {
    const ids: number[] = []
    for (const contact of (await backOffice.contacts.findByEmail(email)).entries) {
      const isShown = showsEmail(contact, email, constants)
      const { entries } = await backOffice.orders.ofContact(contact.id, { cancelled: true })
      ids.push(...entries.filter((one) => isShown || isAddressedTo(one, email, { constants })).map(({ id }) => id))
    }
    return ids
  } catch (error) {
    if (error instanceof TooManyFound) return undefined
    throw error
  }
}

/** The whole address, and not the end or the beginning of another one. */
const patternOf = (email: string): RegExp =>
  new RegExp(`(?<![\\w.+-])${email.replace(/[^\w\s]/g, '\\$&')}(?![\\w-]|\\.\\w)`, 'i')

type Search = { orders: ReadonlySet<number>; names: RegExp }

function isAbout({ orderId, progress, delivery, ...event }: InboxEvent, { orders, names }: Search): boolean {
  if ([orderId, ...Object.values(progress).map((one) => one.orderId)].some((id) => orders.has(id ?? 0))) return true
  const { text, fields } = readDelivery(delivery)
  const said = JSON.stringify([event.history, event.corrections, event.reason])
  return [text, said, ...fields.map(({ value }) => value)].some((one) => names.test(one))
}

type Why = keyof Counts['left'] | undefined

async function forget(workflow: Workflow, event: InboxEvent, { person, counts }: { person: Person; counts: Counts }) {
  const { inbox, now, newId } = workflow
  const why = await whyItStays(workflow, event)
  if (why) return why
  const next = erased(event, { now: now(), writeId: newId(), note: person.note, by: person.by })
  // Somebody may just have moved it.
  const isSaved =
    person.dryRun ||
    (await recovered(
      inbox.save(event, next).then(() => true),
      isLost,
      false,
    ))
  if (!isSaved) return 'open'
  counts.forgotten += 1
  if (event.status !== next.status) counts.ended += 1
  return undefined
}

const isLost = (error: unknown): boolean => error instanceof LostEvent

/** Why an event is not over: a withdrawal must be answered by a person, and only a person can say what became of an open write. */
export async function whyItStays(workflow: Workflow, event: InboxEvent): Promise<Why> {
  if (isOpen(event.status)) return 'open'
  if (event.withdrawal || understand(event, workflow.config).isWithdrawal) return 'withdrawals'
  const isUnclear = hasOpenWrite(event) || (await findOpenWrites(workflow, event)).length > 0
  return isUnclear ? 'openWrite' : undefined
}
