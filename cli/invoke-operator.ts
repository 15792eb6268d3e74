import * as z from 'zod'
import { endpointOf } from '../lib/aws/endpoint.ts'
import { type AwsAccess, signPost } from '../lib/aws/node-signer.ts'
import { decisions } from '../lib/operator/decisions.ts'
import { CannotStart } from '../local/cannot-start.ts'
import { type OwnAws, ownAws } from './own-aws.ts'
import { principalOf } from './principal.ts'
import type { Surroundings } from './surroundings.ts'

/** Where a deployed bridge is asked. `region`: absent if AWS's own settings say it. */
export type Stage = { stage: string; region: string | undefined }

type Ask = Pick<Surroundings, 'env' | 'now' | 'fetch'> & { timeoutMs: number }

type Command = Readonly<Record<string, unknown>>

const stagePattern = /^[a-z][a-z0-9-]{0,20}$/

/**
 * Sends one command to the operator function of a deployed stage, with the person's own AWS credentials, and returns its answer; undefined
 * if that is no JSON. Who decides without a name gets that of the credentials. Throws `CannotStart` with what is missing.
 */
export async function invokeOperator(command: Command, { stage, region }: Stage, ask: Ask): Promise<unknown> {
  if (!stagePattern.test(stage))
    throw new CannotStart(
      `The stage "${stage}" cannot be: its name has up to 21 small letters, digits and hyphens, and begins with a letter.`,
    )
  if (region !== undefined && !/^[a-z0-9-]{1,40}$/.test(region))
    throw new CannotStart(`The region "${region}" cannot be: write one such as eu-central-1.`)
  const own = await ownAws(region)
  const place: Place = { ...own, stage, functionName: `backoffice-bridge-${stage}-operator` }
  const { by: said, ...nameless } = command
  const isDecision = decisions.has(String(command.command)) && command.dryRun !== true
  const by = said ?? (isDecision ? await principalOf(own, ask) : undefined)
  const answer = await answerOf({ ...nameless, ...(by !== undefined && { by }) }, place, ask)
  return isDecision && by !== undefined && nameUnknown.safeParse(answer).success
    ? await answerOf(nameless, place, ask)
    : answer
}

/** What an operator of before answers, as after a roll back, when a decision names who decides: it did nothing. */
const nameUnknown = z.looseObject({
  ok: z.literal(false),
  error: z.looseObject({ code: z.literal('invalid'), message: z.string().includes('unknown field "by"') }),
})

async function answerOf(command: Command, place: Place, ask: Ask): Promise<unknown> {
  const response = await post(command, place, ask)
  const answer = await response.json().catch(() => undefined)
  if (!response.ok) throw new CannotStart(refusal(response, answer, place))
  const failed = response.headers.get('x-amz-function-error')
  if (failed !== null) throw new CannotStart(failure(answer, place))
  return answer
}

type Place = OwnAws & { stage: string; functionName: string }

async function post(command: Command, place: Place, { env, now, fetch, timeoutMs }: Ask): Promise<Response> {
  const url = endpointOf(env, { region: place.region, name: 'lambda', variable: 'LAMBDA' })
  const { functionName } = place
  const signed = await signInvocation({
    access: { ...place, url },
    functionName,
    body: JSON.stringify(command),
    nowMs: now(),
  })
  const { url: address, ...request } = signed
  try {
    return await fetch(address, {
      ...request,
      method: 'POST',
      redirect: 'manual',
      signal: AbortSignal.timeout(timeoutMs),
    })
  } catch (error) {
    if (error instanceof Error && error.name === 'TimeoutError')
      throw new CannotStart(`The function ${functionName} did not answer in time. Its log is ${logOf(place)}.`)
    throw new CannotStart(
      `Nothing answers at ${new URL(url).origin}: check the region (${place.region}) and your network.`,
    )
  }
}

const logOf = ({ functionName }: Place): string => `/aws/lambda/${functionName}`

const said = z.looseObject({ message: z.string().optional(), Message: z.string().optional() })

/** What a refusal of AWS means, and what to do. Its own words name the account. */
function refusal({ status, headers }: Response, answer: unknown, place: Place): string {
  const name = headers.get('x-amzn-errortype')?.split(':')[0] ?? `status ${status}`
  const { message, Message } = said.safeParse(answer).data ?? {}
  const words = (message ?? Message ?? '').replace(/\.$/, '')
  const why = words === '' ? name : `${name}: ${words}`
  const { functionName, region, stage } = place
  switch (name) {
    case 'ResourceNotFoundException':
      return `There is no stage "${stage}" in ${region} (${why}). Deploy it (release/deploy.sh --stage ${stage}), or name its region with --region, and use credentials of its account.`
    case 'AccessDeniedException':
      return `These AWS credentials may not ask the operator (${why}): they need the right lambda:InvokeFunction for the function ${functionName}.`
    case 'TooManyRequestsException':
      return `The function ${functionName} is busy (${why}): run this again in a minute.`
    default:
      return credentialRefusals.includes(name)
        ? `AWS does not accept these credentials (${why}): log in again, and check the clock of this machine.`
        : `AWS did not run the function ${functionName} (${why}).`
  }
}

const credentialRefusals = [
  'UnrecognizedClientException',
  'InvalidSignatureException',
  'ExpiredTokenException',
  'InvalidClientTokenId',
  'IncompleteSignatureException',
  'MissingAuthenticationTokenException',
  'SignatureDoesNotMatch',
]

const crash = z.looseObject({ errorType: z.string() })

/** The message of an error may show what the function worked on: only the log has it. */
function failure(answer: unknown, place: Place): string {
  const { errorType = 'unknown error' } = crash.safeParse(answer).data ?? {}
  return `The function ${place.functionName} failed (${errorType}). Its log, ${logOf(place)}, shows why.`
}

type Invocation = { access: AwsAccess; functionName: string; body: string; nowMs: number }

/** The signed request that invokes a Lambda function and waits for its answer (Lambda API reference, Invoke). */
export async function signInvocation({ access, functionName, body, nowMs }: Invocation) {
  const path = `2015-03-31/functions/${encodeURIComponent(functionName)}/invocations`
  const url = `${access.url.replace(/\/$/, '')}/${path}`
  const headers = { 'content-type': 'application/json' }
  const signed = await signPost({ access, service: 'lambda', url, headers, body, nowMs })
  return { ...signed, url: signed.url.href }
}
