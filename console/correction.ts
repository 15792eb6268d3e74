import { isDeepStrictEqual } from 'node:util'
import { type ConsoleContext, orRefused, Refused, resultOf } from './console-env.ts'
import type { CommandView, EventView, LineView, Plan } from './event-shapes.ts'
import { type FoundOrder, findOrder, orderOf } from './found-order.ts'
import { redacted } from './html/asked-for.ts'
import { draftOf, type Given, givenIn, linesOf, type Returnable, returnableOf } from './line-rows.ts'

/** What a person says instead of what the event says. */
export type Correction = {
  event: EventView
  command: CommandView | undefined
  found: FoundOrder
  /** Of a return whose order is known. */
  returnable?: Returnable
  given: Given
  /** What differs from the event: only that is corrected. */
  parts: { order?: { id: number }; lines?: LineView[] }
  /** Names of lines without a usable number; empty: no line has one. */
  wrong?: string[]
  problem?: string
}

/** What a person sees first, or, of a POST, what its fields say by now. */
export async function correctionOf(
  c: ConsoleContext,
  event: EventView,
  form = new URLSearchParams(),
): Promise<Correction> {
  const { ask } = c.var
  const command = commandOf(event, form.get('key') ?? c.req.query('key'))
  const own = command?.order?.id ?? event.orderId ?? event.reason?.orderId
  const typed = form.get('order')?.trim() ?? typedIn(event, command)
  const isSame = typed === typedIn(event, command) && !form.has('orderId')
  const found =
    isSame && own !== undefined
      ? await orderOf(ask, typed, own)
      : c.req.method === 'POST'
        ? await findOrder(ask, form)
        : { typed, orders: [] }
  const parts = found.order && !(isSame && own !== undefined) ? { order: { id: found.order.id } } : {}
  const known = { event, command, found, given: new Map(), parts }
  if (command?.type !== 'create-return' || !found.order) return known
  const returnable = await orRefused(returnableOf(ask, found.order))
  return returnable instanceof Refused
    ? { ...known, problem: returnable.message }
    : withLines({ ...known, returnable }, form)
}

function withLines(known: Correction & { returnable: Returnable }, form: URLSearchParams): Correction {
  const { command, found, returnable, parts } = known
  const draft = draftOf(command, returnable)
  // Numbers beside the lines of another order mean nothing here.
  if (form.get('of') !== String(found.order?.id)) return { ...known, given: draft }
  const given = givenIn(form, returnable, draft)
  const read = linesOf(given, returnable.rows)
  if ('wrong' in read) return { ...known, given, wrong: read.wrong }
  if (isDeepStrictEqual(read, linesOf(draft, []))) return { ...known, given }
  // An empty list never means all.
  if (read.lines.length === 0) return { ...known, given, wrong: [] }
  return { ...known, given, parts: { ...parts, lines: read.lines } }
}

/** The number or label of the delivery, where it may be shown: a digit of it can be mended. */
function typedIn({ orderId }: EventView, command: CommandView | undefined): string {
  const { id = orderId, externalNumber, label } = command?.order ?? {}
  return [externalNumber, label, id].map((one) => `${one ?? ''}`).find((one) => one !== '' && one !== redacted) ?? ''
}

/** The command that a link names, or that stopped the event; else a return before what else is about an order. */
function commandOf({ commands, reason }: EventView, key: string | undefined): CommandView | undefined {
  const about = commands.filter(({ order }) => order !== undefined)
  return (
    about.find((one) => one.key === key) ??
    about.find((one) => one.key === reason?.key) ??
    about.find(({ type }) => type === 'create-return') ??
    about[0]
  )
}

/** Whether the event is one request, such as a comment and a return: then another order is meant for all of it. */
function isOneRequest({ commands }: EventView): boolean {
  const about = commands.filter(({ order }) => order !== undefined)
  const orders = new Set(about.map(({ order }) => JSON.stringify(order)))
  return orders.size < 2 && new Set(about.map(({ type }) => type)).size === about.length
}

/** What `event.plan` and `event.correct` take of it. Without a key another order is meant for all that is about this one. */
export const meantBy = ({ event, command, parts }: Correction) => ({
  id: event.id,
  ...(command && !isOneRequest(event) && { key: command.key }),
  ...parts,
})

/** What would be sent; undefined where a bridge of an earlier version plans nothing that is not corrected yet. */
export const planOf = (c: ConsoleContext, correction: Correction): Promise<Plan | undefined> =>
  resultOf<Plan>(c.var.ask, 'event.plan', meantBy(correction)).catch((error: unknown) => {
    if (error instanceof Refused && error.code === 'invalid') return undefined
    throw error
  })
