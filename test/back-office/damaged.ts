/** What may follow a path of keys; the last one is replaced or, by undefined, removed. */
type Step = string | number
export function pathsOf(value: unknown): Step[][] {
  if (typeof value !== 'object' || value === null) return []
  const steps: [Step, unknown][] = Array.isArray(value) ? [...value.entries()] : Object.entries(value)
  return steps.flatMap(([step, below]) => [[step], ...pathsOf(below).map((rest) => [step, ...rest])])
}
export function damaged(record: object, path: readonly Step[], put: unknown): unknown {
  const copy = structuredClone(record)
  const [last = '', ...above] = path.toReversed()
  const holder = above.toReversed().reduce<unknown>((at, step) => (at as Record<Step, unknown>)[step], copy)
  ;(holder as Record<Step, unknown>)[last] = put
  return copy
}

/** Missing, null, and of another type. */
export const damages = [undefined, null, {}, [], true, 'x', -1.5]
