import type { Import } from './read-imports.ts'

/** One sentence for each group of files that import each other, directly or through others. Imports of types count. */
export function importCircles(imports: readonly Import[]): string[] {
  const graph = Map.groupBy(
    imports.filter(({ isFile }) => isFile),
    ({ from }) => from,
  )
  const walk: Walk = { graph, order: new Map(), stack: [], circles: [] }
  for (const file of graph.keys()) if (!walk.order.has(file)) visit(file, walk)
  return walk.circles.map(
    (files) => `${files.sort().join(', ')} import each other: move what they share into a file of its own.`,
  )
}

type Walk = {
  graph: ReadonlyMap<string, readonly Import[]>
  /** When each file was visited first. */
  order: Map<string, number>
  /** Visited files whose circle is not complete yet. */
  stack: string[]
  circles: string[][]
}

/** Tarjan's strongly connected components. Returns the earliest visited file on the stack that `file` leads to. */
function visit(file: string, walk: Walk): number {
  const { graph, order, stack, circles } = walk
  const index = order.size
  order.set(file, index)
  stack.push(file)
  let lowest = index
  for (const { to = '' } of graph.get(file) ?? []) {
    if (!order.has(to)) lowest = Math.min(lowest, visit(to, walk))
    else if (stack.includes(to)) lowest = Math.min(lowest, order.get(to) ?? index)
  }
  if (lowest === index) {
    const group = stack.splice(stack.indexOf(file))
    if (group.length > 1) circles.push(group)
  }
  return lowest
}
