import type { OperatorAnswer } from '../lib/operator/operate.ts'

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
