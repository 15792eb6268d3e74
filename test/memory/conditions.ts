import { invalid, type Operand, operandAt, type Row, type Words, wordsOf } from './expression-words.ts'

export type Condition = (row: Row) => boolean
const known = new Map<string, Condition>()

/** As much of DynamoDB's conditions and filters as the adapters use. The same text is read once. */
export function conditionOf(expression: string): Condition {
  const before = known.get(expression)
  if (before) return before
  const words = wordsOf(expression)
  const condition = anyOf(words)
  if (words.peek() !== undefined) throw invalid(`"${words.peek()}" is not understood in: ${expression}`)
  known.set(expression, condition)
  return condition
}

function anyOf(words: Words): Condition {
  const left = allOf(words)
  if (!words.took('OR')) return left
  const right = anyOf(words)
  return (row) => left(row) || right(row)
}

function allOf(words: Words): Condition {
  const left = single(words)
  if (!words.took('AND')) return left
  const right = allOf(words)
  return (row) => left(row) && right(row)
}

function single(words: Words): Condition {
  if (words.took('NOT')) {
    const one = single(words)
    return (row) => !one(row)
  }
  if (words.took('(')) {
    const inner = anyOf(words)
    words.must(')')
    return inner
  }
  if (words.took('ATTRIBUTE_NOT_EXISTS')) return existence(words, false)
  if (words.took('ATTRIBUTE_EXISTS')) return existence(words, true)
  if (words.took('CONTAINS')) return containing(words)
  return comparison(words)
}

function existence(words: Words, wanted: boolean): Condition {
  words.must('(')
  const path = operandAt(words)
  words.must(')')
  return (row) => (path(row) !== undefined) === wanted
}

function containing(words: Words): Condition {
  words.must('(')
  const path = operandAt(words)
  words.must(',')
  const value = operandAt(words)
  words.must(')')
  return (row) => {
    const [whole, part] = [path(row), value(row)]
    if (whole instanceof Set || Array.isArray(whole)) return [...whole].includes(part)
    return typeof whole === 'string' && typeof part === 'string' && whole.includes(part)
  }
}

function comparison(words: Words): Condition {
  const left = sized(words)
  const comparator = words.next().toUpperCase()
  const right = sized(words)
  if (comparator === 'BETWEEN') {
    words.must('AND')
    const most = sized(words)
    return (row) => ordered(left(row), right(row), (by) => by >= 0) && ordered(left(row), most(row), (by) => by <= 0)
  }
  if (comparator === '=') return (row) => left(row) !== undefined && left(row) === right(row)
  if (comparator === '<>') return (row) => left(row) !== right(row)
  const fits = { '<': below, '<=': atMost, '>': above, '>=': atLeast }[comparator]
  if (!fits) throw invalid(`"${comparator}" is no comparator`)
  return (row) => ordered(left(row), right(row), fits)
}

const below = (by: number) => by < 0
const atMost = (by: number) => by <= 0
const above = (by: number) => by > 0
const atLeast = (by: number) => by >= 0

/** False for two types, and where one is absent. */
function ordered(left: unknown, right: unknown, fits: (by: number) => boolean): boolean {
  if (typeof left === 'number' && typeof right === 'number') return fits(left - right)
  return (
    typeof left === 'string' && typeof right === 'string' && fits(Buffer.compare(Buffer.from(left), Buffer.from(right)))
  )
}

function sized(words: Words): Operand {
  if (!words.took('SIZE')) return operandAt(words)
  words.must('(')
  const path = operandAt(words)
  words.must(')')
  return (row) => {
    const found = path(row)
    if (found instanceof Set) return found.size
    if (typeof found === 'string' || found instanceof Uint8Array) return Buffer.from(found as string).length
    return Array.isArray(found) ? found.length : undefined
  }
}
