import type { Figure, PartReport, Row } from './part.ts'

/** Whether a number is within its limit. What is not a number is within none. */
const isWithin = ({ measured, limit }: Figure): boolean =>
  limit === undefined || ('atMost' in limit ? measured <= limit.atMost : measured >= limit.atLeast)

/** Whether a row has a budget that is not kept. */
export const isMissed = ({ figures }: Row): boolean => !figures.every(isWithin)

/** 1 if a budget is not kept, or if a part could not be measured: then nobody knows. */
export const exitCodeOf = (reports: readonly PartReport[]): 0 | 1 =>
  reports.some(({ failed, rows }) => failed !== undefined || rows.some(isMissed)) ? 1 : 0

/** The table of a run, in Markdown whose columns are also aligned for a terminal. */
export function toTable(reports: readonly PartReport[]): string {
  const lines = reports.flatMap(({ part, rows, failed }) => [
    ...rows.map((row) => [part, row.what, measuredOf(row), budgetOf(row), keptOf(row)]),
    ...(failed === undefined
      ? []
      : [[part, `not measured: ${failed.replaceAll(/\s+/g, ' ').replaceAll('|', '/')}`, '-', '-', 'NO']]),
  ])
  const titles = ['part', 'what', 'measured', 'budget', 'kept']
  const widths = titles.map((_, at) => Math.max(3, ...[titles, ...lines].map((line) => line[at]?.length ?? 0)))
  const toLine = (cells: readonly string[]) =>
    `| ${cells.map((cell, at) => cell.padEnd(widths[at] ?? 0)).join(' | ')} |`
  return [toLine(titles), toLine(widths.map((width) => '-'.repeat(width))), ...lines.map(toLine)].join('\n')
}

const measuredOf = ({ figures }: Row): string =>
  figures.map(({ measured, unit }) => withUnit(short(measured), unit)).join(', ')

function budgetOf({ figures }: Row): string {
  const limits = figures.flatMap(({ limit, unit }) => {
    if (!limit) return []
    return 'atMost' in limit
      ? `<= ${withUnit(short(limit.atMost), unit)}`
      : `>= ${withUnit(short(limit.atLeast), unit)}`
  })
  return limits.join(', ') || '-'
}

function keptOf(row: Row): string {
  if (row.figures.every(({ limit }) => limit === undefined)) return '-'
  const kept = isMissed(row) ? 'NO' : 'yes'
  return row.tries === undefined ? kept : `${kept}, ${row.tries} tries`
}

const withUnit = (number: string, unit: string): string =>
  unit.startsWith('$') ? `$${number}${unit.slice(1)}` : `${number}${unit}`

/** As many decimals as say something. */
function short(value: number): string {
  const most = Math.abs(value) < 10 ? 2 : Math.abs(value) < 1_000 ? 1 : 0
  return value.toLocaleString('en-US', { maximumFractionDigits: most })
}
