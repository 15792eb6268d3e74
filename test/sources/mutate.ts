import fc from 'fast-check'

/**
 * Mutations of a JSON message, before its sender signs it. `erases`: afterwards something may not have been said at all, which has a
 * meaning of its own; any other mutation says something that nobody can read.
 */
type Operation = { name: string; erases?: true; apply: (value: unknown) => unknown }
const gone = Symbol('gone')
const long = 'x'.repeat(20_000)
const polluting = () =>
  JSON.parse('{"__proto__": {"lines": "all", "sku": "ALL", "quantity": 99}, "constructor": {"name": "x"}}')

const operations: readonly Operation[] = [
  ...[null, '', ' ', [], {}].map((value) => ({
    name: `becomes ${JSON.stringify(value)}`,
    erases: true as const,
    apply: () => value,
  })),
  { name: 'is deleted', erases: true, apply: () => gone },
  ...[true, 0, -1, 1.5, 1e300, 2 ** 60].map((value) => ({ name: `becomes ${value}`, apply: () => value })),
  { name: 'becomes a long text', apply: () => long },
  { name: 'becomes other characters', apply: () => '\u0000\u202e\ud83d\ufeffﬁ١\u00a0\n' },
  { name: 'becomes half a character', apply: (value) => `${typeof value === 'string' ? value : 'a'}\ud800` },
  { name: 'becomes a list of itself', apply: (value) => [value, value] },
  { name: 'becomes a list of much', apply: (value) => Array.from({ length: 30 }, () => value) },
  { name: 'becomes a part of itself', apply: (value) => ({ value: { value } }) },
  { name: 'becomes names of every object', apply: polluting },
  {
    name: 'gets names of every object',
    apply: (value) =>
      typeof value === 'object' && value !== null && !Array.isArray(value) ? withOwn(value, polluting()) : polluting(),
  },
  { name: 'becomes nested a little too deeply', apply: () => nested(1_500) },
  { name: 'becomes nested far too deeply', apply: () => nested(20_000) },
]

/** A spread would set a prototype instead of the key `__proto__`. */
function withOwn(value: object, more: object): object {
  const all = Object.create(null)
  for (const [key, each] of [...Object.entries(value), ...Object.entries(more)])
    Object.defineProperty(all, key, { value: each, enumerable: true, configurable: true, writable: true })
  return all
}

/** Too deep for JSON.stringify: it is put in afterwards. */
const nested = (depth: number) => `\u0001nested ${depth}\u0001`
const unnest = (text: string) =>
  text.replace(
    /"\\u0001nested (\d+)\\u0001"/g,
    (_, depth: string) => '['.repeat(Number(depth)) + ']'.repeat(Number(depth)),
  )

export type Mutation = { at: number; made: string }
export const mutations: fc.Arbitrary<Mutation[]> = fc.array(
  fc.record({ at: fc.nat(), made: fc.constantFrom(...operations.map(({ name }) => name)) }),
  { minLength: 1, maxLength: 4 },
)

type Place = { parent: Record<string, unknown>; key: string }

function placesIn(value: unknown, found: Place[] = []): Place[] {
  if (typeof value !== 'object' || value === null || found.length > 5_000) return found
  for (const key of Object.keys(value)) {
    const parent = value as Record<string, unknown>
    found.push({ parent, key })
    placesIn(parent[key], found)
  }
  return found
}

/** The names by which a question is known: with another one, or none, nobody has answered the question that is meant. */
const isName = (key: string): boolean => ['id', 'ref', 'key', 'label', 'name', 'title', 'field'].includes(key)

/** The message with each mutation made, one after the other, and whether that erased what it said. */
export function mutate(message: unknown, changes: readonly Mutation[]): { text: string; erases: boolean } {
  const root = { message: structuredClone(message) }
  let erases = false
  for (const { at, made } of changes) {
    const places = placesIn(root)
    const place = places[at % Math.max(1, places.length)]
    const operation = operations.find(({ name }) => name === made)
    if (!place || !operation) continue
    const { parent, key } = place
    const value = operation.apply(parent[key])
    erases ||= operation.erases === true || isName(key)
    if (value !== gone)
      Object.defineProperty(parent, key, { value, enumerable: true, configurable: true, writable: true })
    else if (Array.isArray(parent)) parent.splice(Number(key), 1)
    else delete parent[key]
  }
  return { text: unnest(JSON.stringify(root.message) ?? ''), erases }
}
