import { plainText } from './plain-text.ts'

/** Some forms send their text as HTML. */
const htmlBreak = /<br\s*\/?>/gi

/** Words of somebody else, each line behind `> `, so that none passes for one of the bridge. Blanks and empty lines hide none. */
export function quoted(words: string): string {
  const lines = plainText(words)
    .replace(htmlBreak, '\n')
    .split('\n')
    .map((line) => line.replace(/\s+/g, ' ').trim())
  const shown = lines.filter((line, at) => line !== '' || (lines[at - 1] ?? '') !== '')
  if (shown.at(-1) === '') shown.pop()
  return shown.map((line) => (line === '' ? '>' : `> ${line}`)).join('\n')
}

/** A sentence of the bridge, and beneath it what somebody else wrote. */
export const withQuote = (sentence: string, words: string): string => `${sentence}\n${quoted(words)}`
