import type { Context } from 'hono'
import type { Flashes } from './http/flashes.ts'
import type { Ask } from './result-of.ts'
import type { Language } from './texts/languages.ts'
import type { Texts } from './texts/texts.ts'

/** What every page of the console gets with its request. */
export type ConsoleEnv = {
  Variables: {
    ask: Ask
    now: () => number
    newId: () => string
    /** Of a deployed bridge; undefined: the bridge of this machine. */
    stage: string | undefined
    language: Language
    texts: Texts
    /** For the hidden field of each form. */
    token: string
    /** The fields of a POST, once its origin and its token were checked. */
    form: URLSearchParams
    flashes: Flashes
    /** Who the person at this browser says to be; undefined: nobody has said it. */
    by: string | undefined
  }
}

export type ConsoleContext = Context<ConsoleEnv>
