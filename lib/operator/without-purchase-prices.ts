/** The copy of a record without its confidential prices, at any depth. */
export function withoutPurchasePrices(record: Readonly<Record<string, unknown>>): Record<string, unknown>
export function withoutPurchasePrices(value: unknown): unknown
export function withoutPurchasePrices(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(withoutPurchasePrices)
  if (typeof value !== 'object' || value === null) return value
  const kept = Object.entries(value).filter(([name]) => !/purchase[_-]?price/i.test(name))
  return Object.fromEntries(kept.map(([name, inner]) => [name, withoutPurchasePrices(inner)]))
}
