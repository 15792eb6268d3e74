import { describe, expect, it } from 'vitest'
import { signInvocation } from '../../cli/invoke-operator.ts'
import { endpointOf } from '../../lib/aws/endpoint.ts'
import { person, startLambdaApi } from '../cli/lambda-api.ts'

const functions = { 'backoffice-bridge-prod-operator': async (command: unknown) => ({ answer: { heard: command } }) }

/** Invokes the function as these keys, with this path behind the address. */
async function invoke(access: { secret?: string; token?: string; at?: string; required?: string } = {}) {
  const { secret = person.secret, token, at = '', required } = access
  const url = await startLambdaApi({ functions, person: { ...person, ...(required && { token: required }) } })
  const { url: address, ...request } = await signInvocation({
    access: {
      ...{ url: `${url}${at}`, region: 'eu-central-1', accessKeyId: person.id },
      ...{ secretAccessKey: secret, sessionToken: token },
    },
    functionName: 'backoffice-bridge-prod-operator',
    body: '{"command": "stats", "note": "größer"}',
    nowMs: Date.parse('2026-03-02T09:00:00.123Z'),
  })
  const response = await fetch(address, { ...request, method: 'POST' })
  return { status: response.status, answer: await response.json() }
}

describe('an invocation of a Lambda function', () => {
  it('is signed as AWS demands it, also with a slash at the end of the address', async () => {
    const heard = { heard: { command: 'stats', note: 'größer' } }
    expect(await invoke()).toEqual({ status: 200, answer: heard })
    expect(await invoke({ at: '/' })).toEqual({ status: 200, answer: heard })
  })

  it('has the token of a session, where there is one', async () => {
    expect((await invoke({ token: 'to/ken=', required: 'to/ken=' })).status).toBe(200)
    expect((await invoke({ required: 'to/ken=' })).status).toBe(403)
  })
})

describe('the address of a service', () => {
  const lambda = { region: 'eu-central-1', name: 'lambda', variable: 'LAMBDA' }

  it.each([
    [{}, lambda, 'https://lambda.eu-central-1.amazonaws.com/'],
    [{}, { ...lambda, region: 'cn-north-1' }, 'https://lambda.cn-north-1.amazonaws.com.cn/'],
    [{ AWS_ENDPOINT_URL_LAMBDA: 'http://one', AWS_ENDPOINT_URL: 'http://all' }, lambda, 'http://one'],
    [{ AWS_ENDPOINT_URL: 'http://all' }, lambda, 'http://all'],
    [
      { AWS_ENDPOINT_URL: 'http://all', AWS_IGNORE_CONFIGURED_ENDPOINT_URLS: 'true' },
      lambda,
      'https://lambda.eu-central-1.amazonaws.com/',
    ],
  ])('follows the variables that the SDK reads: %j', (env, service, address) => {
    expect(endpointOf(env, service)).toBe(address)
  })
})
