/** An attribute, by the steps to it; or a value of the request. Each is looked up anew with each request. */
export type Operand = (row: Row) => unknown
export type Row = {
  item: Readonly<Record<string, unknown>>
  names: Record<string, string>
  values: Record<string, unknown>
}

/** Reads the words of an expression, one after the other. */
export type Words = {
  next(): string
  peek(): string | undefined
  /** Whether the next word was this one; it is read then. */
  took(word: string): boolean
  must(word: string): void
}

const word = /\s*(<=|>=|<>|[=<>(),.+-]|[#:]?\w+)/y

export function wordsOf(expression: string): Words {
  const words = split(expression)
  let at = 0
  const fail = (): never => {
    throw invalid(`"${words[at] ?? ''}" is not understood in: ${expression}`)
  }
  const is = (wanted: string) => words[at]?.toUpperCase() === wanted
  const took = (wanted: string) => {
    if (!is(wanted)) return false
    at += 1
    return true
  }
  return {
    next: () => words[at++] ?? fail(),
    peek: () => words[at],
    took,
    must: (wanted) => {
      if (!took(wanted)) fail()
    },
  }
}

function split(expression: string): string[] {
  const words: string[] = []
  const text = expression.trimEnd()
  for (word.lastIndex = 0; word.lastIndex < text.length; ) {
    const at = word.lastIndex
    const [, one] = word.exec(text) ?? []
    if (one === undefined) throw invalid(`not understood at ${at}: ${expression}`)
    words.push(one)
  }
  return words
}

/** A path or a value. */
export function operandAt(words: Words): Operand {
  const first = words.next()
  if (first.startsWith(':')) {
    return ({ values }) => {
      if (Object.hasOwn(values, first)) return values[first]
      throw invalid(`An expression attribute value used in expression is not defined; attribute value: ${first}`)
    }
  }
  const steps = [first]
  while (words.took('.')) steps.push(words.next())
  return ({ item, names }) => {
    let found: unknown = item
    for (const step of steps) {
      if (typeof found !== 'object' || found === null) return undefined
      const name = nameOf(step, names)
      found = Object.hasOwn(found, name) ? (found as Record<string, unknown>)[name] : undefined
    }
    return found
  }
}

export function nameOf(step: string, names: Record<string, string>): string {
  if (!/^[#\w]\w*$/.test(step)) throw invalid(`"${step}" is no name`)
  if (!step.startsWith('#')) return step
  const name = names[step]
  if (name === undefined)
    throw invalid(`An expression attribute name used in the document path is not defined: ${step}`)
  return name
}

export const invalid = (message: string): Error => Object.assign(new Error(message), { name: 'ValidationException' })
