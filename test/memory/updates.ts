import { invalid, nameOf, type Operand, operandAt, type Row, type Words, wordsOf } from './expression-words.ts'

type Change = (row: Row, next: Record<string, unknown>) => void
/** The item as the expression makes it of the one before. */
export type Update = (row: Row) => Record<string, unknown>
const known = new Map<string, Change[]>()

/** As much of DynamoDB's update expressions as the adapters use: whole attributes alone. */
export function updateOf(expression: string): Update {
  const changes = known.get(expression) ?? changesOf(expression)
  known.set(expression, changes)
  return (row) => {
    const next = { ...row.item }
    for (const change of changes) change(row, next)
    return next
  }
}

function changesOf(expression: string): Change[] {
  const words = wordsOf(expression)
  const changes: Change[] = []
  while (words.peek() !== undefined) {
    const read = { SET: setting, REMOVE: removing, ADD: adding }[words.next().toUpperCase()]
    if (!read) throw invalid(`not understood: ${expression}`)
    do changes.push(read(words))
    while (words.took(','))
  }
  return changes
}

function setting(words: Words): Change {
  const column = words.next()
  words.must('=')
  const first = term(words)
  if (!words.took('+')) return (row, next) => assign(next, nameOf(column, row.names), there(first(row)))
  const second = term(words)
  return (row, next) => {
    const [left, right] = [there(first(row)), there(second(row))]
    if (typeof left !== 'number' || typeof right !== 'number')
      throw invalid('An operand in the update expression has an incorrect data type')
    assign(next, nameOf(column, row.names), left + right)
  }
}

function assign(next: Record<string, unknown>, name: string, value: unknown): void {
  if (name === 'id') throw invalid('Cannot update attribute id. This attribute is part of the key')
  next[name] = value
}

function there(value: unknown): unknown {
  if (value !== undefined) return value
  throw invalid('The provided expression refers to an attribute that does not exist in the item')
}

function term(words: Words): Operand {
  if (!words.took('IF_NOT_EXISTS')) return operandAt(words)
  words.must('(')
  const path = operandAt(words)
  words.must(',')
  const otherwise = operandAt(words)
  words.must(')')
  return (row) => path(row) ?? otherwise(row)
}

function removing(words: Words): Change {
  const column = words.next()
  return ({ names }, next) => void delete next[nameOf(column, names)]
}

function adding(words: Words): Change {
  const column = words.next()
  const value = operandAt(words)
  return (row, next) => {
    const name = nameOf(column, row.names)
    const [before, more] = [row.item[name], value(row)]
    if (typeof more === 'number' && typeof (before ?? 0) === 'number')
      assign(next, name, ((before as number) ?? 0) + more)
    else if (more instanceof Set && (before === undefined || before instanceof Set))
      assign(next, name, new Set([...(before ?? []), ...more]))
    else throw invalid('An operand in the update expression has an incorrect data type')
  }
}
