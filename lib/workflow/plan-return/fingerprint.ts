import { createHash } from 'node:crypto'

type Item = { itemVariationId: number | null; quantity: number }

/** Pieces of articles, not of lines: a second submit would get the pieces of another line of the article. */
export function fingerprintOf(kind: 'return' | 'order', items: readonly Item[]): string {
  const pieces = new Map<number | null, number>()
  for (const { itemVariationId, quantity } of items)
    pieces.set(itemVariationId, (pieces.get(itemVariationId) ?? 0) + quantity)
  // Sums of decimals leave dust behind: 0.1 and 0.2 are the same pieces as 0.3.
  const content = [...pieces].map(([article, quantity]) => `${article}x${Number(quantity.toFixed(6))}`).sort()
  return createHash('sha256')
    .update(`${kind} ${content.join(' ')}`)
    .digest('hex')
    .slice(0, 32)
}
