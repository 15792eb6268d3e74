import { getItem, type Table } from './conditional-write.ts'
import { mustKnowFormat } from './format.ts'
import type { Item } from './items.ts'
import { keysOf, labelItemId, numbersIn } from './labels.ts'

/** At most two consistent reads. Throws `NewerFormat`. */
export async function readNumbers(table: Table, shop: string, typed: string): Promise<string[]> {
  const items = await Promise.all(keysOf(typed).map((key) => getItem(table, labelItemId(shop, key))))
  return numbersIn(items.map(entriesOf), typed)
}

function entriesOf(item: Item | undefined): string[] {
  if (!item) return []
  mustKnowFormat(item)
  return [...(item.entries as Set<string>)]
}
