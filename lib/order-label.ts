/** An order by its `names` in the shop, the usual one first, and the number that the back office keeps for it (property 7). */
export type OrderLabel = { names: readonly [string, ...string[]]; externalNumber: string }
/** What each line of a shop's order is, by the shop's own id of the line. */
export type OrderLines = Readonly<Record<string, { sku?: string | undefined; name?: string | undefined }>>
const longest = 100
/** A label as it is compared: without the `#` before it, spaces around it, and upper case. */
export const plainLabel = (label: string): string => bareNumber(label).toLowerCase()
/** Without the `#` that people write: no external number begins with one (docs/back-office.md 7.4). */
export const bareNumber = (typed: string): string => typed.trim().replace(/^[#\s]+/, '')

/** A label from values of any type. Undefined: the number or every name has an odd type or no usable text, and nothing is learnt. */
export function toOrderLabel(names: readonly unknown[], externalNumber: unknown): OrderLabel | undefined {
  const [number] = usable(externalNumber)
  const [first, ...others] = names.flatMap(usable)
  return number === undefined || first === undefined ? undefined : { names: [first, ...others], externalNumber: number }
}

function usable(value: unknown): string[] {
  const text = Number.isSafeInteger(value) ? String(value) : typeof value === 'string' ? value.trim() : ''
  const isUsable = text.length <= longest && /[\p{L}\p{N}]/u.test(text) && !/\p{C}/u.test(text)
  return isUsable ? [text] : []
}
