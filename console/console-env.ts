import type { Context } from 'hono'
import type { OperatorAnswer } from '../lib/operator/operate.ts'
import type { Flashes } from './http/flashes.ts'
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

/** One operator command in, one answer out: in this process, or through the operator Lambda of a stage. `gone`: nobody waits any more. */
export type Ask = (
  command: { command: string } & Record<string, unknown>,
  gone?: AbortSignal,
) => Promise<OperatorAnswer>

type Refusal = Extract<OperatorAnswer, { ok: false }>['error']

/** The operator refused a command. The message is its sentence, for the page. */
export class Refused extends Error {
  readonly code: Refusal['code']
  constructor({ code, message }: Refusal) {
    super(message)
    this.code = code
  }
}

/**
 * Asks a command and gives back its result. Throws `Refused` with the operator's sentence. `Result` is the shape in docs/operator.md:
 * the operator may be of another version, so what was not always there is optional in it.
 */
export async function resultOf<Result>(
  ask: Ask,
  command: string,
  given: Record<string, unknown> = {},
): Promise<Result> {
  const answer = await ask({ command, ...given })
  if (!answer.ok) throw new Refused(answer.error)
  return answer.result as Result
}

/** For a page that says itself why something was refused. */
export const orRefused = async <T>(asking: Promise<T>): Promise<T | Refused> =>
  await asking.catch((error: unknown) => {
    if (error instanceof Refused) return error
    throw error
  })
