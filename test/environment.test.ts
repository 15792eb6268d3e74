import { DynamoDBClient, ListTablesCommand } from '@aws-sdk/client-dynamodb'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { ConfigError } from '../lib/config/checked.ts'
import { awsAccess, fromEnvironment, timeScale } from '../lib/environment.ts'

/** Where the SDK sends a request in the present environment. */
async function hostOfSdk(): Promise<string> {
  let host = ''
  const handle = async ({ hostname }: { hostname: string }) => {
    host = hostname
    return { response: { statusCode: 200, headers: {}, body: Buffer.from('{}') } }
  }
  const client = new DynamoDBClient({ requestHandler: { handle, destroy: () => {} } as never })
  await client.send(new ListTablesCommand())
  return host
}

describe('the environment', () => {
  afterEach(() => void vi.unstubAllEnvs())

  it('is read when it is needed, and a missing variable is named', () => {
    vi.stubEnv('EVENTS_TABLE', 'events')
    expect(fromEnvironment('eventsTable')).toBe('events')
    vi.stubEnv('EVENTS_TABLE', '')
    expect(() => fromEnvironment('eventsTable')).toThrow(
      new ConfigError('EVENTS_TABLE is not set: set it in the environment of this function'),
    )
  })

  it.each([
    [undefined, 1],
    ['60', 60],
    ['0.5', 0.5],
  ])('scales time by %s', (text, scale) => {
    vi.stubEnv('LOCAL_TIME_SCALE', text)
    expect(timeScale()).toBe(scale)
  })

  it.each(['0', '-1', 'fast', 'NaN'])('refuses to scale time by %s', (text) => {
    vi.stubEnv('LOCAL_TIME_SCALE', text)
    expect(() => timeScale()).toThrow(ConfigError)
  })

  const lambda = { AWS_REGION: 'eu-central-1', AWS_ACCESS_KEY_ID: 'id', AWS_SECRET_ACCESS_KEY: 'secret' }
  const none = { AWS_ENDPOINT_URL: '', AWS_ENDPOINT_URL_DYNAMODB: '', AWS_IGNORE_CONFIGURED_ENDPOINT_URLS: '' }

  it.each<[Record<string, string>, string]>([
    [{}, 'https://dynamodb.eu-central-1.amazonaws.com/'],
    [{ AWS_REGION: 'cn-north-1' }, 'https://dynamodb.cn-north-1.amazonaws.com.cn/'],
    [{ AWS_REGION: 'us-gov-west-1' }, 'https://dynamodb.us-gov-west-1.amazonaws.com/'],
    [{ AWS_REGION: 'eusc-de-east-1' }, 'https://dynamodb.eusc-de-east-1.amazonaws.eu/'],
    [{ AWS_ENDPOINT_URL: 'http://all' }, 'http://all'],
    [{ AWS_ENDPOINT_URL: 'http://all', AWS_ENDPOINT_URL_DYNAMODB: 'http://one' }, 'http://one'],
    [{ AWS_ENDPOINT_URL_SECRETS_MANAGER: 'http://other' }, 'https://dynamodb.eu-central-1.amazonaws.com/'],
    [
      { AWS_ENDPOINT_URL: 'http://all', AWS_IGNORE_CONFIGURED_ENDPOINT_URLS: 'true' },
      'https://dynamodb.eu-central-1.amazonaws.com/',
    ],
  ])('has the address of a service where the SDK has it: with %j', async (given, url) => {
    for (const [name, value] of Object.entries({ ...lambda, ...none, ...given })) vi.stubEnv(name, value)
    expect(awsAccess('DYNAMODB', 'dynamodb').url).toBe(url)
    const asked = await hostOfSdk()
    expect(new URL(url).hostname).toBe(asked)
  })

  it('has the credentials of the function, and names the variable without which there are none', () => {
    for (const [name, value] of Object.entries({ ...lambda, ...none, AWS_SESSION_TOKEN: 'token' }))
      vi.stubEnv(name, value)
    expect(awsAccess('DYNAMODB', 'dynamodb')).toMatchObject({
      region: 'eu-central-1',
      accessKeyId: 'id',
      secretAccessKey: 'secret',
      sessionToken: 'token',
    })
    vi.stubEnv('AWS_SESSION_TOKEN', '')
    expect(awsAccess('DYNAMODB', 'dynamodb').sessionToken).toBeUndefined()
    vi.stubEnv('AWS_REGION', '')
    expect(() => awsAccess('DYNAMODB', 'dynamodb')).toThrow(
      new ConfigError('AWS_REGION is not set: Lambda sets it in every function'),
    )
  })
})
