import type { HistoryEntry } from '../inbox/event.ts'
import { type Sentences, say } from './sentences.ts'

/**
 * A history as sentences, oldest first. A claim has a line only while it is the last entry; equal entries in a row are one line.
 */
export function timeline(history: readonly HistoryEntry[], sentences: Sentences): string[] {
  const shown = history.filter(({ code }, index) => code !== 'claimed' || index === history.length - 1)
  const lines: { text: string; first: number; last: number; times: number }[] = []
  for (const { at, ...entry } of shown) {
    const text = say(sentences.history, entry)
    const before = lines.at(-1)
    if (before?.text === text) Object.assign(before, { last: at, times: before.times + 1 })
    else lines.push({ text, first: at, last: at, times: 1 })
  }
  return lines.map((line) => sentences.line(line))
}
