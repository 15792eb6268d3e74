import { cellOf } from './cell.ts'
import { fields, wrapped } from './fields.ts'
import { type Screen, toned } from './screen.ts'
import { table } from './table.ts'

/** What a list of this name is shown with; of others what its rows have. */
const columns: Readonly<Record<string, readonly string[]>> = {
  events: ['id', 'status', 'about', 'reason', 'orderId', 'receivedAt'],
  perhaps: ['id', 'status', 'about', 'reason', 'orderId', 'receivedAt'],
  orders: ['id', 'externalNumber', 'typeId', 'statusId', 'statusName', 'lines', 'channel', 'createdAt'],
  returns: ['id', 'externalNumber', 'statusId', 'statusName', 'lines', 'reasons', 'createdAt'],
  commands: ['type', 'key', 'order', 'lines', 'corrected', 'status', 'reason'],
  history: ['at', 'text'],
  checks: ['state', 'check', 'says'],
  findings: ['about', 'what', 'says', 'toDo', 'event'],
  lines: ['orderItemId', 'sku', 'name', 'included', 'quantity', 'why'],
  orderItems: ['id', 'itemVariationId', 'sku', 'quantity', 'orderItemName'],
  comments: ['id', 'createdAt', 'isVisibleForContact', 'text'],
  contacts: ['id', 'emailMatches'],
  refused: ['id', 'why'],
  writes: ['state', 'text'],
  locks: ['text'],
  fields: ['name', 'value'],
  paused: ['source', 'since', 'reason'],
  stopped: ['id', 'status', 'about', 'reason', 'orderId', 'receivedAt'],
  groups: ['count', 'status', 'title', 'reason', 'since', 'newest'],
}
/** What a cell says that has nothing in it. */
const otherwise: Readonly<Record<string, string>> = { 'paused.source': 'all writes' }
const mostColumns = 6

type Row = Readonly<Record<string, unknown>>
const isRow = (value: unknown): value is Row => typeof value === 'object' && value !== null && !Array.isArray(value)
const isRows = (value: unknown): value is Row[] =>
  Array.isArray(value) && value.length > 0 && value.every((one) => isRow(one))
const isSentences = (value: unknown): value is string[] =>
  Array.isArray(value) && value.length > 0 && value.every((one) => typeof one === 'string' && one.includes(' '))

/** The result of a command for people: what it says of itself, then each of its lists as a table. */
export function showAnswer(result: unknown, screen: Screen): string {
  if (!isRow(result)) return `${cellOf(result)}\n`
  const entries = Object.entries(result)
  const own = entries.filter(
    ([name, value]) =>
      !isRows(value) && !isSentences(value) && !isEmpty(value) && !isLarge(value) && !isOfPage(name, value),
  )
  const parts = [
    own.length > 0 ? fields(own.map(ownField), screen) : [],
    ...entries.flatMap(([name, value]) => {
      if (isSentences(value)) return [sentences(name, value, screen)]
      if (isLarge(value)) return [documentOf(name, value, screen)]
      if (isRows(value)) return [listOf(name, value, { screen, isOnly: own.length === 0 })]
      return Array.isArray(value) && value.length === 0 && Object.hasOwn(columns, name)
        ? [[`${cellOf(name)}: none`]]
        : []
    }),
  ]
  return `${parts
    .filter(({ length }) => length > 0)
    .map((lines) => lines.join('\n'))
    .join('\n\n')}\n`
}

/** More than a line can hold, and no sentence. */
const longestCell = 100
const isLong = (value: unknown): boolean => cellOf(value).length > longestCell
const isLarge = (value: unknown): boolean => isRow(value) && value.text === undefined && isLong(value)
/** Where a list goes on is said beneath it (`nextPage`), and where it does not nothing is. */
const isOfPage = (name: string, value: unknown): boolean => name === 'cursor' || (name === 'more' && value === false)

const mostLines = 40

/** Names and values, what lies within another beneath it. */
function documentOf(name: string, value: unknown, screen: Screen): string[] {
  const lines = outline(value)
  const rest = lines.length > mostLines ? ['  ... (--json shows all of it)'] : []
  return [toned(cellOf(name), 'strong', screen), ...lines.slice(0, mostLines), ...rest]
}

function outline(value: unknown, indent = '  '): string[] {
  const parts = Array.isArray(value) ? value.map((one) => ['-', one] as const) : Object.entries(value as Row)
  return parts.flatMap(([name, inner]) =>
    typeof inner === 'object' && inner !== null && isLong(inner)
      ? [`${indent}${cellOf(name)}`, ...outline(inner, `${indent}  `)]
      : [`${indent}${cellOf(name)} ${cellOf(inner)}`.trimEnd()],
  )
}

const isEmpty = (value: unknown): boolean =>
  value === undefined ||
  value === null ||
  value === '' ||
  (typeof value === 'object' && Object.keys(value).length === 0)

/** A reason by its sentence and its code. */
function ownField([name, value]: [string, unknown]): readonly [string, string] {
  const { code, text } = isRow(value) ? value : {}
  return [
    cellOf(name),
    typeof code === 'string' && text !== undefined ? `${cellOf(text)} (${cellOf(code)})` : cellOf(value),
  ]
}

function sentences(name: string, lines: readonly string[], screen: Screen): string[] {
  return [toned(cellOf(name), 'strong', screen), ...lines.flatMap((line) => wrapped(cellOf(line), screen.columns))]
}

/** `2 x MUG-BLUE, 1 x Cup`. What is no article, such as shipping costs, names no variation; of a plan, what stays out has no pieces. */
const piecesOf = (items: readonly Row[]): string =>
  items
    .filter(({ quantity, itemVariationId: id = 1 }) => typeof quantity === 'number' && quantity > 0 && Number(id) > 0)
    .map(({ quantity, ...of }) => `${quantity} x ${cellOf(nameOf(of))}`)
    .join(', ')

const nameOf = ({ sku, orderItemName, name, itemVariationId, orderItemId, shopLine }: Row): unknown =>
  sku ?? orderItemName ?? name ?? itemVariationId ?? orderItemId ?? shopLine ?? '?'

type List = { screen: Screen; isOnly: boolean }

function listOf(name: string, rows: readonly Row[], { screen, isOnly }: List): string[] {
  const known = Object.hasOwn(columns, name) ? columns[name] : undefined
  const all = known ?? [...new Set(rows.flatMap((row) => Object.keys(row)))].slice(0, mostColumns)
  const cell = (row: Row, column: string) =>
    (column === 'lines' && isRows(row.orderItems ?? row.lines)
      ? piecesOf((row.orderItems ?? row.lines) as Row[])
      : cellOf(row[column])) ||
    (otherwise[`${name}.${column}`] ?? '')
  const shown = all.filter((column) => rows.some((row) => cell(row, column) !== ''))
  const lines = table(
    shown,
    rows.map((row) => shown.map((column) => cell(row, column))),
    screen,
  )
  return isOnly ? lines : [`${toned(cellOf(name), 'strong', screen)} (${rows.length})`, ...lines]
}
