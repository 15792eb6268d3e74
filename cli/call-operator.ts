import * as z from 'zod'
import type { OperatorCommand } from '../lib/operator/operator.ts'
import { CannotStart } from '../local/cannot-start.ts'
import { readSettings } from '../local/environment.ts'
import { exitCodeOf } from './exit-code.ts'
import { readArguments } from './operator-arguments.ts'
import type { Surroundings } from './surroundings.ts'

const answer = z.union([
  z.looseObject({ ok: z.literal(true), result: z.unknown() }),
  z.looseObject({ ok: z.literal(false), error: z.object({ code: z.string(), message: z.string() }) }),
])

/** The operator function ends after two minutes at most. */
const timeoutMs = 125_000

/**
 * Sends one command to the running bridge. Prints the result as JSON or the error as a sentence, and returns the exit
 * code.
 */
export async function callOperator(
  command: OperatorCommand,
  args: readonly string[],
  surroundings: Surroundings,
): Promise<number> {
  const body = readArguments(command, args)
  const url = `http://127.0.0.1:${readSettings(surroundings.env, surroundings.cwd).port}`
  const answered = answer.safeParse(await post(url, body, surroundings.fetch))
  if (!answered.success)
    throw new CannotStart(`The program at ${url} is not the bridge: use the PORT of npm start for this command too.`)
  if (!answered.data.ok) {
    const { code, message } = answered.data.error
    surroundings.err(`${message} (${code})\n`)
    return 1
  }
  surroundings.out(`${JSON.stringify(answered.data.result, null, 2)}\n`)
  return exitCodeOf(command, answered.data.result)
}

/** The answer; undefined if it is not valid JSON. */
async function post(url: string, body: unknown, fetch: Surroundings['fetch']): Promise<unknown> {
  let response: Response
  try {
    response = await fetch(`${url}/operator`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(body),
      redirect: 'manual',
      signal: AbortSignal.timeout(timeoutMs),
    })
  } catch {
    throw new CannotStart(`Nothing answers at ${url}: start the bridge with npm start (and give both the same PORT).`)
  }
  try {
    return await response.json()
  } catch {
    return undefined
  }
}
