import * as z from 'zod'
import { CannotStart } from '../local/cannot-start.ts'
import { readSettings } from '../local/environment.ts'
import { type Running, readRunFile } from '../local/run-file.ts'
import type { Stage } from './invoke-operator.ts'
import type { Surroundings } from './surroundings.ts'

const answer = z.union([
  z.looseObject({ ok: z.literal(true), result: z.unknown() }),
  z.looseObject({ ok: z.literal(false), error: z.object({ code: z.string(), message: z.string() }) }),
])
export type Answer = z.output<typeof answer>

/** Whom to ask: without a `stage` the bridge of a data directory, or of `npm start`. `gone`: nobody waits for the answer any more. */
export type Where = { stage?: string | undefined; region?: string | undefined; gone?: AbortSignal | undefined }

/** The operator function ends after two minutes at most. */
const timeoutMs = 125_000

/** Sends one command to the running bridge, or to a deployed stage. Throws `CannotStart` where there is no answer of a bridge. */
export async function askOperator(
  input: Readonly<Record<string, unknown>>,
  { stage, region, gone }: Where,
  given: Asking & Pick<Surroundings, 'now'>,
): Promise<Answer> {
  const surroundings = { ...given, fetch: endingWith(gone, given.fetch) }
  const { said, otherwise } = await (stage === undefined
    ? askHere(input, surroundings)
    : askStage(input, { stage, region }, surroundings))
  const answered = answer.safeParse(said)
  if (!answered.success) throw new CannotStart(otherwise)
  return answered.data
}

const endingWith = (gone: AbortSignal | undefined, send: typeof fetch): typeof fetch =>
  gone
    ? (url, init) => send(url, { ...init, signal: AbortSignal.any([gone, ...(init?.signal ? [init.signal] : [])]) })
    : send

/** `otherwise`: what to say if the answer is none of the bridge's. */
type Said = { said: unknown; otherwise: string }

type Asking = Pick<Surroundings, 'env' | 'cwd' | 'dataDir' | 'fetch'>

async function askHere(input: unknown, surroundings: Asking): Promise<Said> {
  const { env, cwd, dataDir, fetch } = surroundings
  if (dataDir !== undefined) {
    const { console: url, key } = await runningOver(dataDir, fetch)
    return { said: await post(url, input, { fetch, key }), otherwise: `The program at ${url} is not the bridge.` }
  }
  const settings = readSettings(env, cwd)
  const url = `http://127.0.0.1:${settings.port}`
  const otherwise = `The program at ${url} is not the bridge: use the PORT of npm start for this command too.`
  const own = settings.dataDir === undefined ? undefined : readRunFile(settings.dataDir)
  return { said: await post(url, input, { fetch, key: own?.console === url ? own.key : undefined }), otherwise }
}

const healthMs = 5_000

/** Whoever took the port of a bridge that is gone gets no key. Throws `CannotStart`. */
async function runningOver(dataDir: string, fetch: Surroundings['fetch']): Promise<Running> {
  const found = readRunFile(dataDir)
  const health =
    found &&
    (await fetch(`${found.console}/health`, { redirect: 'manual', signal: AbortSignal.timeout(healthMs) })
      .then((response) => response.json())
      .catch(() => undefined))
  if (found && z.object({ ok: z.boolean() }).safeParse(health).success) return found
  throw new CannotStart(`no bridge is running over ${dataDir}`)
}

async function askStage(
  input: Readonly<Record<string, unknown>>,
  where: Stage,
  surroundings: Pick<Surroundings, 'env' | 'now' | 'fetch'>,
): Promise<Said> {
  const { invokeOperator } = await import('./invoke-operator.ts')
  const said = await invokeOperator(input, where, { ...surroundings, timeoutMs })
  return { said, otherwise: `What answers for the stage "${where.stage}" is not the operator of a bridge.` }
}

/** The answer; undefined if it is not valid JSON. */
async function post(
  url: string,
  body: unknown,
  { fetch, key }: Pick<Surroundings, 'fetch'> & { key: string | undefined },
): Promise<unknown> {
  let response: Response
  try {
    response = await fetch(`${url}/operator`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...(key !== undefined && { authorization: `Bearer ${key}` }) },
      body: JSON.stringify(body),
      redirect: 'manual',
      signal: AbortSignal.timeout(timeoutMs),
    })
  } catch (error) {
    if (isLost(error))
      throw new CannotStart(
        `The bridge at ${url} took the command, and no answer came. It may be done all the same: look at event.list before you ask again.`,
      )
    throw new CannotStart(`Nothing answers at ${url}: start the bridge with npm start (and give both the same PORT).`)
  }
  try {
    return await response.json()
  } catch {
    return undefined
  }
}

/** It was sent: whoever asks again without looking may do it twice. */
function isLost(error: unknown): boolean {
  const { name, cause } = (error ?? {}) as { name?: unknown; cause?: { code?: unknown } }
  return name === 'TimeoutError' || cause?.code === 'ECONNRESET' || cause?.code === 'UND_ERR_SOCKET'
}
