import { styleText } from 'node:util'

/** Where an answer is shown. `columns`: absent where nobody counts them, as in a pipe. */
export type Screen = { columns?: number | undefined; hasColours: boolean }

export type Tone = 'good' | 'warning' | 'bad' | 'quiet' | 'strong'

const styles = { good: 'green', warning: 'yellow', bad: 'red', quiet: 'dim', strong: 'bold' } as const

/** The words in a colour where there are colours. */
export const toned = (text: string, tone: Tone | undefined, { hasColours }: Screen): string =>
  tone === undefined || !hasColours ? text : styleText(styles[tone], text, { validateStream: false })

const tones: Readonly<Record<string, Tone>> = {
  done: 'good',
  ok: 'good',
  open: 'good',
  held: 'warning',
  waiting: 'warning',
  warning: 'warning',
  running: 'warning',
  ready: 'warning',
  failed: 'bad',
  problem: 'bad',
  refused: 'bad',
  'used-up': 'bad',
  ignored: 'quiet',
  discarded: 'quiet',
}

/** Of a word that says how something stands. */
export const toneOf = (word: string): Tone | undefined => (Object.hasOwn(tones, word) ? tones[word] : undefined)
