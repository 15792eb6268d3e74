import type { LineRef } from '../../commands.ts'
import type { LineName } from '../../reasons.ts'
import { folded, isReturnable, type PlanItem, tolerance } from './plan-items.ts'

/** One line of the request: its place in it, and how much of it has found no line of the order yet. */
export type Ask = { index: number; line: LineRef; open: number }
/** A name of the request with the lines of the order that it fits. Whatever is asked for under one name is one question. */
export type Match = { fits: readonly PlanItem[]; asks: readonly Ask[] }

/** In the order in which they are to be filled: the most specific first, so that no other takes its only line. */
export function matchLines(items: readonly PlanItem[], wanted: readonly LineRef[]): Match[] {
  const asks = [...wanted.entries()].map(([index, line]): Ask => ({ index, line, open: line.quantity }))
  const matches = [...Map.groupBy(asks, ({ line }) => keyOf(line)).values()].map((same) => {
    const line = same[0]?.line
    const fits = line ? fitting(items, line) : []
    const named = fits.length > 0 ? undefined : byNameBeside(items, same)
    return { rank: line ? rankOf(line) : 0, ...(named ?? { fits, asks: same }) }
  })
  const rivals = (item: PlanItem) => matches.filter(({ fits }) => fits.includes(item)).length
  return matches
    .map((match) => ({ ...match, fits: match.fits.toSorted((one, other) => rivals(one) - rivals(other)) }))
    .toSorted((one, other) => one.rank - other.rank || one.fits.length - other.fits.length)
}

/** The only line with the name that stands beside an unknown SKU. One that shows a SKU shows another one. */
function byNameBeside(items: readonly PlanItem[], asks: readonly Ask[]): Match | undefined {
  const named = asks.flatMap((ask) => {
    const { line } = ask
    if (!('sku' in line) || line.name === undefined) return []
    const { sku: _, ...others } = line
    return [{ ...ask, line: { ...others, name: line.name } }]
  })
  const [first, ...more] = named
  if (!first || named.length < asks.length || more.some(({ line }) => keyOf(line) !== keyOf(first.line)))
    return undefined
  const bare = items.filter(({ sku, marketSkus }) => sku === undefined && marketSkus === undefined)
  const fits = fitting(bare, first.line)
  return fits.length === 1 ? { fits, asks: named } : undefined
}

/** Whether a SKU of the request is on no line, and some line shows none. */
export const hasUnknownSku = (items: readonly PlanItem[], wanted: 'all' | readonly LineRef[]): boolean =>
  wanted !== 'all' &&
  items.some((item) => isReturnable(item) && item.sku === undefined) &&
  wanted.some((line) => 'sku' in line && fitting(items, line).length === 0)

export const areAllKnown = (items: readonly PlanItem[], wanted: 'all' | readonly LineRef[]): boolean =>
  wanted === 'all' || matchLines(items, wanted).every(({ fits }) => fits.length > 0)

/** The returnable lines that a name fits. A SKU or name that a bundle shares with its components means the bundle. */
function fitting(items: readonly PlanItem[], line: LineRef): PlanItem[] {
  const found = items.filter((item) => isReturnable(item) && fits(item, line))
  const independent = found.filter((item) => item.kind !== 'bundleComponent')
  return isText(line) && independent.length > 0 ? independent : found
}

function fits(item: PlanItem, line: LineRef): boolean {
  if ('orderItemId' in line) return item.id === line.orderItemId
  if ('itemVariationId' in line) return item.itemVariationId === line.itemVariationId
  if ('sku' in line) return skusOf(item).some((sku) => folded(sku) === folded(line.sku))
  // What it is was learnt before the plan, or it is nothing that the back office knows.
  if ('shopLine' in line) return false
  return item.orderItemName !== null && folded(item.orderItemName) === folded(line.name)
}

const skusOf = ({ sku, number, marketSkus = [] }: PlanItem): string[] =>
  sku === undefined ? [...(number === undefined ? [] : [number]), ...marketSkus] : [sku]

/** SKU and name are words of people: nothing keeps two articles from sharing one. */
const isText = (line: LineRef): boolean => 'sku' in line || 'name' in line

/** True where words fit lines of different articles and not all that is `left` of them is asked for: which ones is not guessed. */
export function isGuess({ asks }: Match, lines: readonly PlanItem[], left: number): boolean {
  const open = asks.reduce((sum, ask) => sum + ask.open, 0)
  const articles = new Set(lines.map(({ itemVariationId }) => itemVariationId))
  const isPart = open > tolerance && open < left - tolerance
  return isPart && articles.size > 1 && asks.some(({ line }) => isText(line))
}

const rankOf = (line: LineRef): number => {
  if ('orderItemId' in line) return 0
  return 'itemVariationId' in line ? 1 : 2
}

const keyOf = (line: LineRef): string => {
  if ('orderItemId' in line) return `item ${line.orderItemId}`
  if ('itemVariationId' in line) return `variation ${line.itemVariationId}`
  if ('shopLine' in line) return `shop line ${line.shopLine}`
  return 'sku' in line ? `SKU ${folded(line.sku)}` : `name ${folded(line.name)}`
}

/** What a line is named by; never the words of the sender. */
export const nameOf = (line: LineRef): LineName => {
  if ('orderItemId' in line) return { by: 'orderItemId', id: line.orderItemId }
  if ('itemVariationId' in line) return { by: 'itemVariationId', id: line.itemVariationId }
  return 'sku' in line ? { by: 'sku' } : { by: 'name' }
}
