import { oneLine } from '../../plain-text.ts'

/** A text cut to one line, for use within a sentence. `clip` keeps its lines. */
export const brief = (text: string | null | undefined, max: number): string | undefined =>
  clip(text && oneLine(text), max)

export const numberInWords = (number: string): string => brief(number, 60) ?? 'without a number'
const ending = ' [shortened]'

/** At most `max` characters, cut visibly. Undefined: there is no text. */
export function clip(text: string | null | undefined, max: number): string | undefined {
  const trimmed = text?.trim() ?? ''
  if (trimmed.length <= max) return trimmed || undefined
  // Never leave half a surrogate pair.
  return trimmed.slice(0, max - ending.length).replace(/[\ud800-\udbff]$/, '') + ending
}
