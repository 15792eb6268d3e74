import { type Ask, resultOf } from './console-env.ts'
import type { CommandView, LineView, OrderView, Plan, PlannedLine } from './event-shapes.ts'
import { redacted } from './html/asked-for.ts'

export const isId = (text: string): boolean => /^[1-9]\d{0,15}$/.test(text) && Number.isSafeInteger(Number(text))

/** A line of an order: `quantity` can come back, or `why` says that nothing of it can. */
export type Row = PlannedLine & { itemVariationId?: number; name: string }
/** `reasons`: those of the configuration. `stops`: why nothing of the order can come back now. */
export type Returnable = { rows: Row[]; reasons: readonly string[]; stops?: string | undefined }
/** What comes back of a line, as its fields hold it. `isUnknown`: its reason is none of the configuration. */
type Fields = { quantity: string; reason: string; isUnknown?: boolean }
/** By order item. */
export type Given = ReadonlyMap<number, Fields>

const mostRows = 100

/** The lines of an order with what is left of each. */
export async function returnableOf(ask: Ask, { id, orderItems }: OrderView): Promise<Returnable> {
  const plan = await resultOf<Plan>(ask, 'return.create', { order: { id }, lines: 'all', dryRun: true })
  const articles = new Map(orderItems?.map((item) => [item.id, item]))
  const rows = (plan.lines ?? []).slice(0, mostRows).map((line) => {
    const { itemVariationId, orderItemName } = articles.get(line.orderItemId) ?? {}
    return {
      ...line,
      ...(itemVariationId && { itemVariationId }),
      name: line.name ?? orderItemName ?? String(line.orderItemId),
    }
  })
  return { rows, reasons: plan.reasons ?? [], stops: plan.body === null ? plan.reason?.text : undefined }
}

/** The fields for what an event asks for: what fits no line of the order fills none. */
export function draftOf(command: CommandView | undefined, { rows, reasons }: Returnable): Given {
  const { lines, reason: general } = command ?? {}
  const open = rows.filter(({ included }) => included)
  const asked: readonly LineView[] = lines === 'all' ? open : (lines ?? [])
  const draft = new Map<number, Fields>()
  for (const line of asked) {
    const row = open.find((one) => fits(one, line) && !draft.has(one.orderItemId))
    const typed = line.reason ?? (typeof general === 'string' ? general : undefined)
    const known = reasons.find((one) => one === typed?.trim().toLowerCase())
    const isUnknown = typed !== undefined && known === undefined
    if (row) draft.set(row.orderItemId, { quantity: `${line.quantity}`, reason: known ?? '', isUnknown })
  }
  return draft
}

const fits = (row: Row, { orderItemId, itemVariationId, sku, name }: LineView): boolean =>
  row.orderItemId === orderItemId ||
  (itemVariationId !== undefined && row.itemVariationId === itemVariationId) ||
  [sku, name].some((one) => one !== undefined && one !== redacted && [row.sku, row.name].some((own) => same(one, own)))

const same = (one: string, other: string | undefined): boolean =>
  one.trim().toLowerCase() === other?.trim().toLowerCase()

/** What was typed; a reason that is none stays said until one is chosen. */
export function givenIn(form: URLSearchParams, { rows, reasons }: Returnable, draft: Given = new Map()): Given {
  const given = new Map(draft)
  for (const { orderItemId } of rows) {
    const get = (name: string) => form.get(`${name}${orderItemId}`)?.trim() ?? ''
    const reason = get('reason')
    const isUnknown = reason === '' ? draft.get(orderItemId)?.isUnknown : !reasons.includes(reason)
    given.set(orderItemId, { quantity: get('pieces'), reason, isUnknown: isUnknown === true })
  }
  return given
}

/** The lines of which something comes back, or the names of those whose number is none. */
export function linesOf(given: Given, rows: readonly Row[]): { lines: LineView[] } | { wrong: string[] } {
  const read = [...given].map(([orderItemId, { quantity, reason }]) => {
    const pieces = quantity === '' ? 0 : Number(quantity.replace(',', '.'))
    return { orderItemId, quantity: pieces, ...(reason !== '' && { reason }) }
  })
  const wrong = new Set(
    read.filter(({ quantity }) => !(quantity >= 0 && quantity < Infinity)).map((one) => one.orderItemId),
  )
  if (wrong.size > 0) return { wrong: rows.flatMap((row) => (wrong.has(row.orderItemId) ? row.name : [])) }
  return { lines: read.filter(({ quantity }) => quantity > 0) }
}
