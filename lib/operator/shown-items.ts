import { shownItem } from '../typed-text.ts'
import type { ItemId } from '../write-kinds.ts'

/** Facts with the items of the state table as they may be shown, at any depth. */
export function shownItems<Facts>(facts: Facts): Facts {
  if (typeof facts === 'string') return (facts.startsWith('number#') ? shownItem(facts as ItemId) : facts) as Facts
  if (Array.isArray(facts)) return facts.map(shownItems) as Facts
  if (typeof facts !== 'object' || facts === null) return facts
  return Object.fromEntries(Object.entries(facts).map(([name, fact]) => [name, shownItems(fact)])) as Facts
}
