import { quietAudits } from './quiet-audits.ts'
import { quietLists } from './quiet-lists.ts'
import { quietMoves } from './quiet-moves.ts'
import { quietOrders } from './quiet-orders.ts'
import { quietRecords } from './quiet-records.ts'
import { type Chance, createChance } from './random.ts'

const scenes: readonly ((chance: Chance) => Promise<string[]>)[] = [
  ...[quietLists, quietMoves, quietOrders, quietAudits, quietRecords],
]

/**
 * A small bridge of its own on a quiet day, beside every second schedule: its inbox, its records and its back office are drawn, so that
 * all of them is known. What operators and the audit say of it is compared with that.
 */
export async function quietDay(seed: number): Promise<string[]> {
  if (seed % 2 === 0) return []
  const scene = scenes[((seed - 1) / 2) % scenes.length]
  const wrong = (await scene?.(createChance(seed + 2 ** 26))) ?? []
  return [...new Set(wrong)].map((what) => `misread: ${what}`)
}
