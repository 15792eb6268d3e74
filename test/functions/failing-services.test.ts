import { GetSecretValueCommand, SecretsManagerClient } from '@aws-sdk/client-secrets-manager'
import { DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb'
import { mockClient } from 'aws-sdk-client-mock'
import { afterAll, afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { environment, invoke, load } from './invoke.ts'

const tables = mockClient(DynamoDBDocumentClient)
const manager = mockClient(SecretsManagerClient)
afterAll(() => {
  tables.restore()
  manager.restore()
})
const secret = { baseUrl: 'http://127.0.0.1:9', username: 'u', password: 'p' }

beforeEach(() => {
  for (const [name, value] of Object.entries(environment)) vi.stubEnv(name, value)
  tables.reset()
  manager.reset()
  manager.on(GetSecretValueCommand).resolves({ SecretString: JSON.stringify(secret), VersionId: 'v1' })
})
afterEach(() => void vi.unstubAllEnvs())

const records = [
  { dynamodb: { Keys: { id: { S: 'shopify/1' } }, SequenceNumber: '11' } },
  { dynamodb: { Keys: { id: { S: 'shopify/2' } }, SequenceNumber: '12' } },
]

describe.each(['ThrottlingException', 'TimeoutError'])('while the table answers %s', (name) => {
  const answerOf = async (called: string, event: unknown) => {
    tables.rejects(Object.assign(new Error('hunter2'), { name }))
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
