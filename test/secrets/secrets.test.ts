import { GetSecretValueCommand, SecretsManagerClient } from '@aws-sdk/client-secrets-manager'
import { mockClient } from 'aws-sdk-client-mock'
import fc from 'fast-check'
import { beforeEach, describe, expect, it } from 'vitest'
import type { Exchange } from '../../lib/aws/exchange.ts'
import { awsServices, createSignedCall } from '../../lib/aws/signed-call.ts'
import { RetryLater } from '../../lib/errors.ts'
import { backOfficeSecret, secretProblems, sourcesSecret } from '../../lib/secrets/secret-shapes.ts'
import {
  createSecrets,
  type GetSecretValue,
  readBackOfficeSecret,
  readSourcesSecret,
  signedSecretValue,
} from '../../lib/secrets/secrets.ts'
import { sdkSecretValue } from '../../lib/tables/dynamodb/stores.ts'

type Answers = { [secretId: string]: unknown }

/** A client over a Secrets Manager that this test plays. */
type Played = { getSecretValue: GetSecretValue; holds: (answers: Answers, version: string) => void; isDown: () => void }
const down = () => Object.assign(new Error('timed out: hunter2'), { name: 'TimeoutError' })
const textOf = (value: unknown): string => (typeof value === 'string' ? value : JSON.stringify(value))

function throughSdk(): Played {
  const credentials = { accessKeyId: 'a', secretAccessKey: 'b' }
  const client = new SecretsManagerClient({ region: 'eu-central-1', credentials })
  const manager = mockClient(client)
  return {
    getSecretValue: sdkSecretValue(client),
    holds: (answers, VersionId) => {
      manager.on(GetSecretValueCommand).callsFake(async ({ SecretId }: { SecretId: string }) => ({
        SecretString: textOf(answers[SecretId]),
        VersionId,
      }))
    },
    isDown: () => void manager.on(GetSecretValueCommand).rejects(down()),
  }
}

function signed(): Played {
  let exchange: Exchange = async () => expect.fail('nothing is held')
  const access = { url: 'http://manager.invalid/', region: 'eu-central-1', accessKeyId: 'a', secretAccessKey: 'b' }
  const call = createSignedCall({
    service: awsServices.secretsManager,
    access: { ...access, sessionToken: undefined },
    exchange: (request) => exchange(request),
    ...{ now: () => now, sleep: async () => {}, random: () => 0 },
  })
  return {
    getSecretValue: signedSecretValue(call),
    holds: (answers, VersionId) => {
      exchange = async ({ body }) => {
        const { SecretId } = JSON.parse(body) as { SecretId: string }
        const answer = JSON.stringify({ SecretString: textOf(answers[SecretId]), VersionId })
        return { status: 200, date: undefined, body: answer }
      }
    },
    isDown: () => {
      exchange = async () => Promise.reject(down())
    },
  }
}

const clients = { 'the SDK': throughSdk, 'signed requests': signed }
let now = 0
let asked = 0
let played: Played
const holds = (value: unknown, version = 'v1') => played.holds({ s: value }, version)
const isDown = () => played.isDown()
const requests = () => asked
const open = () => {
  const getSecretValue: GetSecretValue = (secretId) => {
    asked += 1
    return played.getSecretValue(secretId)
  }
  return createSecrets({ getSecretValue, now: () => now })
}

beforeEach(() => {
  now = 1_000_000
  asked = 0
})

describe.each(Object.entries(clients))('through %s', (_, play) => {
  beforeEach(() => {
    played = play()
  })

  describe('reading a secret', () => {
    it('gives its JSON and its version, and caches both for five minutes', async () => {
      holds({ a: 1 })
      const secrets = open()
      expect(await secrets.read('s')).toEqual({ value: { a: 1 }, version: 'v1' })
      holds({ a: 2 }, 'v2')
      now += 299_999
      expect(await secrets.read('s')).toEqual({ value: { a: 1 }, version: 'v1' })
      expect(requests()).toBe(1)
      now += 1
      expect(await secrets.read('s')).toEqual({ value: { a: 2 }, version: 'v2' })
    })

    it('keeps two secrets apart', async () => {
      played.holds({ a: { is: 'a' }, b: { is: 'b' } }, '1')
      const secrets = open()
      expect(await secrets.read('a')).toMatchObject({ value: { is: 'a' } })
      expect(await secrets.read('b')).toMatchObject({ value: { is: 'b' } })
    })

    it('shares one request between concurrent readers', async () => {
      holds({ a: 1 })
      const secrets = open()
      await Promise.all([secrets.read('s'), secrets.read('s', { fresh: true }), secrets.read('s')])
      expect(requests()).toBe(1)
    })

    it('skips the cache for a fresh read, at most once in thirty seconds', async () => {
      holds({ a: 1 })
      const secrets = open()
      await secrets.read('s')
      holds({ a: 2 }, 'v2')
      now += 29_999
      expect(await secrets.read('s', { fresh: true })).toMatchObject({ version: 'v1' })
      now += 1
      expect(await secrets.read('s', { fresh: true })).toMatchObject({ version: 'v2' })
      expect(await secrets.read('s')).toMatchObject({ version: 'v2' })
      expect(requests()).toBe(2)
    })

    it('gives the cached value while Secrets Manager is down, without a request each time', async () => {
      holds({ a: 1 })
      const secrets = open()
      await secrets.read('s')
      isDown()
      now += 3_600_000
      for (let ask = 0; ask < 5; ask++) expect(await secrets.read('s')).toMatchObject({ value: { a: 1 } })
      expect(requests()).toBe(2)
      holds({ a: 2 }, 'v2')
      now += 30_000
      expect(await secrets.read('s')).toMatchObject({ value: { a: 2 } })
    })

    it('throws RetryLater for a fresh read while Secrets Manager is down', async () => {
      holds({ a: 1 })
      const secrets = open()
      await secrets.read('s')
      isDown()
      now += 60_000
      const refusal = { name: 'RetryLater', atMs: now + 30_000, code: 'not_ready' }
      await expect(secrets.read('s', { fresh: true })).rejects.toMatchObject(refusal)
      await expect(secrets.read('s', { fresh: true })).rejects.toThrow(RetryLater)
      expect(requests()).toBe(2)
      expect(await secrets.read('s')).toMatchObject({ value: { a: 1 } })
    })

    it('sends a request each time while it has no value', async () => {
      isDown()
      const secrets = open()
      await expect(secrets.read('s')).rejects.toThrow('secret s cannot be read (TimeoutError)')
      holds({ a: 1 })
      expect(await secrets.read('s')).toMatchObject({ value: { a: 1 } })
    })

    it.each(['', 'hunter2', '{"password": "hunter2"'])(
      'throws RetryLater for a value that is not JSON (%j), and never shows it',
      async (value) => {
        holds(value)
        const refusal = open().read('s')
        await expect(refusal).rejects.toThrow(RetryLater)
        await expect(refusal).rejects.not.toThrow('hunter2')
      },
    )
  })

  describe('the back office secret', () => {
    const user = { baseUrl: 'https://shop.example', username: 'api-bridge', password: 'p' }

    it('comes with its version', async () => {
      holds(user)
      expect(await readBackOfficeSecret(open(), 's', { fresh: true })).toEqual({ ...user, version: 'v1' })
    })

    it.each([[{}], [[]], ['"text"'], [{ baseUrl: 5, username: null }]])(
      'has empty fields where it is not filled in: %j',
      async (value) => {
        holds(value)
        const read = await readBackOfficeSecret(open(), 's', { fresh: false })
        expect(read).toEqual({ baseUrl: '', username: '', password: '', version: 'v1' })
      },
    )
  })

  describe("the sources' secret", () => {
    it('gives only valid lists', async () => {
      holds({ shopify: ['new', 'old'], tally: 'no list', typeform: [], jotform: ['', 'x'], fillout: ['token'] })
      const read = await readSourcesSecret(open(), 's', { fresh: false })
      expect(read).toEqual({ shopify: ['new', 'old'], fillout: ['token'] })
    })

    it.each([[{}], [[]], ['null']])('throws RetryLater while it is %j', async (value) => {
      holds(value)
      await expect(readSourcesSecret(open(), 's', { fresh: false })).rejects.toThrow('secret s is not configured')
    })

    it('is read again soon after it was empty, although the cache is young', async () => {
      holds({})
      const secrets = open()
      await expect(readSourcesSecret(secrets, 's', { fresh: false })).rejects.toThrow(RetryLater)
      holds({ shopify: ['x'] })
      now += 30_000
      expect(await readSourcesSecret(secrets, 's', { fresh: false })).toEqual({ shopify: ['x'] })
    })
  })
})

describe('the problems of a secret', () => {
  const good = { baseUrl: 'http://127.0.0.1:3001', username: 'u', password: 'p' }

  it.each<[unknown, string[]]>([
    [good, []],
    [{ ...good, more: 1 }, []],
    [{}, ['baseUrl must be an address that begins with https://', 'username must be text', 'password must be text']],
    [{ ...good, password: ' ' }, ['password must not be empty']],
    [{ ...good, baseUrl: 'hunter2' }, ['baseUrl must be an address that begins with https://']],
    [{ ...good, baseUrl: 'https://backoffice.example.com/rest/' }, []],
    ['hunter2', ['the secret must be a JSON object']],
  ])('of the back office: %j', (value, problems) => {
    expect(secretProblems(backOfficeSecret, value)).toEqual(problems)
  })

  it.each<[unknown, string[]]>([
    [{}, []],
    [{ shopify: ['a', 'b'] }, []],
    [{ shopify: 'hunter2' }, ['shopify must be a list of texts']],
    [{ shopify: [] }, ['shopify must not be an empty list']],
    [{ shopify: ['a', ''], tally: [5] }, ['shopify.1 must not be empty', 'tally.0 must be text']],
    [['hunter2'], ['the secret must be a JSON object']],
  ])('of the sources: %j', (value, problems) => {
    expect(secretProblems(sourcesSecret, value)).toEqual(problems)
  })
})

it('a source has secrets exactly where its list has the shape that people are told', async () => {
  const part = fc.oneof(fc.constantFrom<unknown>('', ' ', 'a', 5, null, true, []), fc.string())
  const lists = fc.oneof(part, fc.array(part), fc.dictionary(fc.string(), part))
  await fc.assert(
    fc.asyncProperty(lists, async (list) => {
      const getSecretValue = async () => ({ SecretString: JSON.stringify({ shopify: list }), VersionId: '1' })
      const read = await readSourcesSecret(createSecrets({ getSecretValue, now: () => 0 }), 's', { fresh: false })
      const isRight = secretProblems(sourcesSecret, { shopify: list }).length === 0
      expect(read).toEqual(isRight ? { shopify: list } : {})
    }),
  )
})
