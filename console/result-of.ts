import type { Ask } from './ask.ts'
import { Refused } from './refused.ts'

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
