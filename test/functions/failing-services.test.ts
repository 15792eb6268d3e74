import { type AddressInfo, createServer } from 'node:net'
import { GetSecretValueCommand, SecretsManagerClient } from '@aws-sdk/client-secrets-manager'
import { DynamoDBDocumentClient, UpdateCommand } from '@aws-sdk/lib-dynamodb'
import { mockClient } from 'aws-sdk-client-mock'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { environment, invoke, load } from './invoke.ts'

const tables = mockClient(DynamoDBDocumentClient)
const manager = mockClient(SecretsManagerClient)
afterAll(() => {
  tables.restore()
  manager.restore()
})
const named = (name: string, message = 'hunter2') => Object.assign(new Error(message), { name })
const setSecret = (id: string, value: unknown) =>
  manager
    .on(GetSecretValueCommand, { SecretId: id })
    .resolves({ SecretString: typeof value === 'string' ? value : JSON.stringify(value), VersionId: 'v1' })

beforeEach(() => {
  for (const [name, value] of Object.entries(environment)) vi.stubEnv(name, value)
  tables.reset()
  manager.reset()
  setSecret('back-office', { baseUrl: 'http://127.0.0.1:9', username: 'u', password: 'p' })
})
afterEach(() => void vi.unstubAllEnvs())

const records = [
  { dynamodb: { Keys: { id: { S: 'shopify/1' } }, SequenceNumber: '11' } },
  { dynamodb: { Keys: { id: { S: 'shopify/2' } }, SequenceNumber: '12' } },
]

describe('the worker', () => {
  it('reports no failure if another worker has claimed the events', async () => {
    tables.resolves({})
    tables.on(UpdateCommand).rejects(named('ConditionalCheckFailedException'))
    expect(await invoke(await load('worker'), { Records: records })).toEqual({ batchItemFailures: [] })
  })

  it('claims nothing if too little time is left', async () => {
    tables.resolves({})
    const answer = await invoke(await load('worker'), { Records: records }, 10_000)
    expect(answer).toMatchObject({ batchItemFailures: [{}, {}] })
    expect(tables.commandCalls(UpdateCommand)).toHaveLength(0)
  })
})

describe.each(['ThrottlingException', 'TimeoutError'])('while the table answers %s', (name) => {
  const answerOf = async (called: string, event: unknown) => {
    tables.rejects(named(name))
    return await invoke(await load(called), event)
  }

  it('the worker reports the records that it could not claim', async () => {
    const batchItemFailures = [{ itemIdentifier: '11' }, { itemIdentifier: '12' }]
    expect(await answerOf('worker', { Records: records })).toEqual({ batchItemFailures })
  })

  it.each(['retry', 'audit'])('%s fails, so that the error is visible and the next run retries', async (called) => {
    await expect(answerOf(called, {})).rejects.toThrow()
  })

  it('the operator answers with an error code', async () => {
    const answer = await answerOf('operator', { command: 'event.get', id: 'shopify/1' })
    expect(answer).toMatchObject({ ok: false, error: { code: 'internal' } })
    expect(JSON.stringify(answer)).not.toContain('hunter2')
  })
})

describe('the operator', () => {
  let connections = 0
  const backOffice = createServer((socket) => {
    connections += 1
    socket.destroy()
  })
  const address = () => `http://127.0.0.1:${(backOffice.address() as AddressInfo).port}`
  beforeAll(async () => await new Promise<void>((resolve) => backOffice.listen(0, '127.0.0.1', resolve)))
  beforeEach(() => {
    connections = 0
  })
  afterAll(async () => await new Promise((resolve) => backOffice.close(resolve)))

  const complete = () => ({ baseUrl: address(), username: 'u', password: 'p' })
  it.each<[string, () => unknown, string, number?]>([
    ['is new, and {}', () => ({}), 'login_closed'],
    ['has no password', () => ({ ...complete(), password: undefined }), 'login_closed'],
    ['has a number as password', () => ({ ...complete(), password: 1 }), 'login_closed'],
    ['has no address', () => ({ ...complete(), baseUrl: 'hunter2' }), 'login_closed'],
    ['is not valid JSON', () => '{"password": "hunter2"', 'retry_later'],
    ['is complete, but nothing answers', complete, 'retry_later', 1],
  ])(
    'says so if the back office’s secret %s, and attempts a login only with a complete one',
    async (_title, value, code, logins = 0) => {
      setSecret('back-office', value())
      tables.resolves({})
      const answer = await invoke(await load('operator'), { command: 'order.get', orderId: 10_001 })
      expect(answer).toMatchObject({ ok: false, error: { code } })
      expect(JSON.stringify(answer)).not.toContain('hunter2')
      expect(connections).toBe(logins)
    },
  )

  it('answers although the work takes longer than middy would allow', async () => {
    tables.callsFake(async () => await new Promise((resolve) => setTimeout(() => resolve({}), 60)))
    const answer = await invoke(await load('operator'), { command: 'event.get', id: 'shopify/1' }, 30)
    expect(answer).toMatchObject({ ok: false, error: { code: 'not_found' } })
  })
})
