import type { Item } from '../inbox/conditional-write.ts'
import { nothingRemembered, type OrderKey, type OrderMemory } from './order-memory.ts'

/**
 * An order as an item. One UpdateItem cannot both make a nested map and set a key of it, so every return, wish and fingerprint is a
 * column of its own: `return#<id>`, `wish#<source>/<wish>`, `print#<hash>`. `holder`, `intent` and `freedBy` are maps; with an open
 * intent, `intentPrint` is its fingerprint and `replacedPrint` the entry that was there before, or null.
 */
export const orderItemId = (orderId: OrderKey): string => `order#${orderId}`
export const returnColumn = (returnId: number): string => `return#${returnId}`
export const wishColumn = (wish: string): string => `wish#${wish}`
export const printColumn = (fingerprint: string): string => `print#${fingerprint}`

/** The columns that make a fingerprint `mine` under a renewed intent: it replaces what the first one has replaced, not itself. */
export function printedAgain(stored: Item, fingerprint: string, mine: Item): Item {
  const column = printColumn(fingerprint)
  const givenBack = printGivenBack(stored)
  const replacedPrint = { ...stored, ...givenBack }[column] ?? null
  return { ...givenBack, [column]: mine, intentPrint: fingerprint, replacedPrint }
}

/** The column with which the fingerprint of the open intent is as it was before. */
export const printGivenBack = ({ intentPrint, replacedPrint }: Item): Item =>
  typeof intentPrint === 'string' ? { [printColumn(intentPrint)]: replacedPrint ?? undefined } : {}

export function toOrderMemory(item: Item): OrderMemory {
  const { orderId, holder, intent } = item as Pick<OrderMemory, 'orderId' | 'holder' | 'intent'>
  const memory = nothingRemembered(orderId)
  if (holder) memory.holder = holder
  if (intent) memory.intent = intent
  const parts: Record<string, Record<string, unknown>> = {
    return: memory.returns,
    wish: memory.wishes,
    print: memory.fingerprints,
  }
  for (const [column, value] of Object.entries(item)) {
    const [kind = '', name = ''] = splitOnce(column)
    const part = parts[kind]
    if (part && name) part[name] = value
  }
  return memory
}

/** A wish may hold further `#`. */
function splitOnce(column: string): string[] {
  const at = column.indexOf('#')
  return at < 0 ? [column] : [column.slice(0, at), column.slice(at + 1)]
}
