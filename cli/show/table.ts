import { type Screen, toned, toneOf } from './screen.ts'

const gap = '  '
/** No column becomes narrower than this to make room. */
const narrowest = 6

/**
 * Rows under their heads. Where they do not fit, the widest column gives way, and what is cut ends with `…`. An id that leaves no room
 * stands on a line of its own, above the rest of its row.
 */
export function table(heads: readonly string[], rows: readonly (readonly string[])[], screen: Screen): string[] {
  const natural = heads.map((head, at) => Math.max(head.length, ...rows.map((row) => lengthOf(row[at] ?? ''))))
  const widths = fitted(natural, screen.columns)
  // Half an id names nothing, and a person types it to go on.
  if (heads.length > 1 && heads[0] === 'id' && (widths[0] ?? 0) < (natural[0] ?? 0)) return stacked(heads, rows, screen)
  const line = (cells: readonly string[], tone: (cell: string) => ReturnType<typeof toneOf>) =>
    cells
      .map((cell, at) => {
        const text = cut(cell, widths[at] ?? 0)
        const space = at === cells.length - 1 ? '' : ' '.repeat(Math.max(0, (widths[at] ?? 0) - lengthOf(text)))
        return `${toned(text, tone(cell), screen)}${space}`
      })
      .join(gap)
      .trimEnd()
  return [line(heads, () => 'strong'), ...rows.map((row) => line(row, toneOf))]
}

function stacked(heads: readonly string[], rows: readonly (readonly string[])[], screen: Screen): string[] {
  const columns = screen.columns === undefined ? undefined : screen.columns - gap.length
  const others = table(
    heads.slice(1),
    rows.map((row) => row.slice(1)),
    { ...screen, columns },
  )
  const ids = [toned(heads[0] ?? '', 'strong', screen), ...rows.map(([id = '']) => id)]
  return ids.flatMap((id, at) => [id, `${gap}${others[at] ?? ''}`.trimEnd()])
}

/** Of characters, not of the units that they are stored in. */
const lengthOf = (text: string): number => [...text].length

const cut = (text: string, width: number): string =>
  lengthOf(text) <= width ? text : `${[...text].slice(0, Math.max(0, width - 1)).join('')}…`

function fitted(widths: readonly number[], columns: number | undefined): number[] {
  const fitting = [...widths]
  if (columns === undefined) return fitting
  const total = () => fitting.reduce((sum, width) => sum + width, gap.length * (fitting.length - 1))
  for (;;) {
    const over = total() - columns
    const widest = Math.max(...fitting)
    if (over <= 0 || widest <= narrowest) return fitting
    const second = Math.max(narrowest, ...fitting.filter((width) => width < widest))
    const at = fitting.indexOf(widest)
    fitting[at] = Math.max(second === widest ? narrowest : Math.min(second, widest - 1), widest - over, narrowest)
  }
}
