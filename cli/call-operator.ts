import * as z from 'zod'
import type { OperatorCommand } from '../lib/operator/operator.ts'
import { CannotStart } from '../local/cannot-start.ts'
import { readSettings } from '../local/environment.ts'
import { exitCodeOf } from './exit-code.ts'
import type { Stage } from './invoke-operator.ts'
import { readArguments } from './operator-arguments.ts'
import type { Surroundings } from './surroundings.ts'

const answer = z.union([
  z.looseObject({ ok: z.literal(true), result: z.unknown() }),
  z.looseObject({ ok: z.literal(false), error: z.object({ code: z.string(), message: z.string() }) }),
])

/** The operator function ends after two minutes at most. */
const timeoutMs = 125_000

/**
 * Sends one command to the running bridge, or to a deployed stage. Prints the result as JSON or the error as a sentence, and returns the
 * exit code.
 */
export async function callOperator(
  command: OperatorCommand,
  args: readonly string[],
  surroundings: Surroundings,
): Promise<number> {
  const asked = readArguments(command, args)
  const { stage, region } = asked
  const { said, otherwise } = await (stage === undefined
    ? askHere(asked.input, surroundings)
    : askStage(asked.input, { stage, region }, surroundings))
  const answered = answer.safeParse(said)
  if (!answered.success) throw new CannotStart(otherwise)
  if (!answered.data.ok) {
    const { code, message } = answered.data.error
    surroundings.err(`${message} (${code})\n`)
    return 1
  }
  surroundings.out(`${JSON.stringify(answered.data.result, null, 2)}\n`)
  return exitCodeOf(command, answered.data.result)
}

/** `otherwise`: what to say if the answer is none of the bridge's. */
type Said = { said: unknown; otherwise: string }

async function askHere(input: unknown, { env, cwd, fetch }: Surroundings): Promise<Said> {
  const url = `http://127.0.0.1:${readSettings(env, cwd).port}`
  const otherwise = `The program at ${url} is not the bridge: use the PORT of npm start for this command too.`
  return { said: await post(url, input, fetch), otherwise }
}

async function askStage(input: unknown, where: Stage, surroundings: Surroundings): Promise<Said> {
  const { invokeOperator } = await import('./invoke-operator.ts')
  const said = await invokeOperator(input, where, { ...surroundings, timeoutMs })
  return { said, otherwise: `What answers for the stage "${where.stage}" is not the operator of a bridge.` }
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
