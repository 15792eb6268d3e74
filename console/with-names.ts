import type { OrderLine, Plan } from './event-shapes.ts'

/** A plan whose lines are called as the order calls them: one of `return.create` knows only their ids. */
export function withNames(plan: Plan, items: readonly OrderLine[]): Plan {
  const names = new Map(items.map(({ id, orderItemName }) => [id, orderItemName]))
  const named = (line: Plan['lines'][number]) => {
    const name = line.name ?? names.get(line.orderItemId)
    return name ? { ...line, name } : line
  }
  return { ...plan, lines: (plan.lines ?? []).map(named) }
}
