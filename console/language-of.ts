import type { Ask } from './console-env.ts'
import { type Language, pageTexts } from './texts/languages.ts'

/** A deployment may change the language while a console of the stage runs. */
const keptMs = 10 * 60_000

/** The language of the bridge, by its own answer, kept for a while: `stats` counts, so not every page asks for it. */
export function createLanguageOf(ask: Ask, now: () => number) {
  let known: { language: Language; until: number } | undefined
  return async (): Promise<Language> => {
    if (known && now() < known.until) return known.language
    const answer = await ask({ command: 'stats' }).catch(() => undefined)
    if (!answer?.ok) return known?.language ?? 'en'
    const named = (answer.result as { language?: unknown } | null)?.language
    const language = typeof named === 'string' && Object.hasOwn(pageTexts, named) ? (named as Language) : 'en'
    known = { language, until: now() + keptMs }
    return language
  }
}
