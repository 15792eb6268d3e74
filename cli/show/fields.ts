import { type Screen, toned, toneOf } from './screen.ts'

/** Names and their values, one under the other; a value that is too long goes on under itself. */
export function fields(entries: readonly (readonly [name: string, value: string])[], screen: Screen): string[] {
  const width = Math.max(0, ...entries.map(([name]) => name.length)) + 2
  return entries.flatMap(([name, value]) => {
    const [first = '', ...others] = wrapped(value, screen.columns === undefined ? undefined : screen.columns - width)
    return [
      `${toned(name, 'strong', screen)}${' '.repeat(width - name.length)}${toned(first, toneOf(value), screen)}`.trimEnd(),
      ...others.map((line) => `${' '.repeat(width)}${line}`),
    ]
  })
}

/** At spaces; a word that is longer than a line stays whole. */
export function wrapped(text: string, columns: number | undefined): string[] {
  if (columns === undefined || text.length <= columns) return [text]
  const lines: string[] = []
  let line = ''
  for (const word of text.split(' ')) {
    if (line !== '' && line.length + 1 + word.length > Math.max(20, columns)) {
      lines.push(line)
      line = word
    } else line = line === '' ? word : `${line} ${word}`
  }
  return [...lines, line]
}
