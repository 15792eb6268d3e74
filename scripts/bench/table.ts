import type { PartReport, Row } from './part.ts'

/** Whether a line is within its limit; undefined if it has none. What is not a number is within none. */
export function isKept({ measured, limit }: Row): boolean | undefined {
  if (!limit) return undefined
  return 'atMost' in limit ? measured <= limit.atMost : measured >= limit.atLeast
}

/** 1 if a limit is not kept, or if a part could not be measured: then nobody knows. */
export const exitCodeOf = (reports: readonly PartReport[]): 0 | 1 =>
  reports.some(({ failed, rows }) => failed !== undefined || rows.some((row) => isKept(row) === false)) ? 1 : 0

const titles = ['part', 'what', 'measured', 'budget', 'kept'] as const

/** The table of a run. */
export function toTable(reports: readonly PartReport[]): string {
  const lines = reports.flatMap(({ part, rows, failed }) => [
    ...rows.map((row) => [part, row.what, numberOf(row.measured, row), limitOf(row), keptOf(row)]),
    ...(failed === undefined ? [] : [[part, `not measured: ${oneLine(failed)}`, '-', '-', 'NO']]),
  ])
  return aligned([[...titles], ...lines])
}

/** A table in Markdown whose columns are also aligned for a terminal. The first line has the titles. */
export function aligned(lines: readonly (readonly string[])[]): string {
  const [titles = [], ...others] = lines
  const widths = titles.map((_, at) => Math.max(...lines.map((line) => line[at]?.length ?? 0)))
  const toLine = (cells: readonly string[]) =>
    `| ${cells.map((cell, at) => cell.padEnd(widths[at] ?? 0)).join(' | ')} |`
  return [toLine(titles), toLine(widths.map((width) => '-'.repeat(width))), ...others.map(toLine)].join('\n')
}

const numberOf = (value: number, { unit }: Row): string =>
  unit.startsWith('$') ? `$${short(value)}${unit.slice(1)}` : `${short(value)}${unit}`

/** As many decimals as say something. */
export function short(value: number): string {
  const most = Math.abs(value) < 10 ? 3 : Math.abs(value) < 1_000 ? 1 : 0
  return value.toLocaleString('en-US', { maximumFractionDigits: most })
}

function limitOf(row: Row): string {
  if (!row.limit) return '-'
  return 'atMost' in row.limit ? `<= ${numberOf(row.limit.atMost, row)}` : `>= ${numberOf(row.limit.atLeast, row)}`
}

function keptOf(row: Row): string {
  const kept = isKept(row)
  return kept === undefined ? '-' : kept ? 'yes' : 'NO'
}

/** A cell of a table. */
export const oneLine = (text: string): string => text.replaceAll(/\s+/g, ' ').replaceAll('|', '/')
