import { createHash } from 'node:crypto'
import type { ConfigInput } from '../../lib/config/config.ts'
import type { Chance } from './random.ts'

/** What a sender hears: a delivery was stored or is known, is no event, proves nothing, is too large, or got an answer of its own. */
export type Hears = 'accepted' | 'duplicate' | 'ignored' | 'refused' | 'too large' | 'answered'

/** What the event must become: its commands under the keys of their sender, or its end. `{delivery}` stands for the delivery key. */
export type Becomes = readonly object[] | { status: 'failed' | 'ignored' | 'held'; [fact: string]: unknown }

type Headers = Record<string, string | undefined>
/** The body of the answer before. */
export type Said = Readonly<Record<string, unknown>>

/** One request of a sender. It is signed as the sender does, unless `headers`, `offMs` or `secret` say otherwise. */
export type Step = {
  text: string | Buffer
  contentType?: string
  topic?: string
  id?: string
  /** Instead of, or beside, those that the sender makes; undefined: left out. */
  headers?: Headers | ((said: Said) => Headers)
  /** Behind the address of the source, such as `/confirm`. */
  behind?: string
  /** Another address. */
  path?: string
  /** What the answer must hold. */
  says?: Said
  query?: string
  method?: string
  /** Signed by a clock that is so far off. */
  offMs?: number
  secret?: string
  hears: Hears
  /** As the sender names the delivery, where docs/senders.md says how. */
  key?: string
  becomes?: Becomes
}

/** The labels that are known behind the last step, with the external numbers that each stands for. */
export type Labels = Readonly<Record<string, readonly string[]>>

/** Some requests to one source, and what each must become. */
export type Reading = {
  name: string
  family: 'shops' | 'forms'
  settings: ConfigInput['sources'][string]
  secrets?: readonly string[]
  /** Those that the machine knows before it reads them again. */
  known?: readonly string[]
  steps: readonly Step[]
  labels?: Labels
}

export type Reader = (chance: Chance) => Reading

export const json = (content: unknown): string => JSON.stringify(content)

/** The end of an event of which nothing can be made. */
export const failed = (code: string, facts: object): Becomes => ({ status: 'failed', code, ...facts })
export const ignored = (code: string, facts: object = {}): Becomes => ({ status: 'ignored', code, ...facts })

/** A comment on the order of a number. */
export const commentOn = (number: string, key: string, text: string, more: object = {}): object => ({
  ...{ type: 'add-comment', key, order: { externalNumber: number }, text },
  ...more,
})
export const returnOf = (number: string, key: string, lines: unknown, more: object = {}): object => ({
  ...{ type: 'create-return', key, order: { externalNumber: number }, lines },
  ...more,
})

/** An integer of so many digits, as its text. Those of 16 and more may not fit into a number. */
export const digits = (chance: Chance, count: number): string =>
  Array.from({ length: count }, (_, at) => chance.between(at === 0 ? 1 : 0, 9)).join('')

export const sha256 = (text: string): string => createHash('sha256').update(text).digest('hex')
