import { once } from 'node:events'
import { writeFileSync } from 'node:fs'
import { type IncomingMessage, request } from 'node:http'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { describe, expect, it, onTestFinished } from 'vitest'
import { startDynamoDb } from '../../local/dynamodb.ts'
import { startSecretsManager } from '../../local/secrets-manager.ts'
import { tableNames } from '../../local/table-names.ts'
import { temporaryFolder } from './running-stack.ts'

const password = 'the-password-of-a-real-back-office'

async function startSecrets() {
  const file = join(temporaryFolder(), 'secrets.json')
  const backOffice = { baseUrl: 'https://back.example.com', username: 'u', password }
  writeFileSync(file, JSON.stringify({ backOffice, sources: {} }))
  return await startSecretsManager({ file, backOfficeUrl: 'https://back.example.com' })
}

const endpoints = {
  tables: {
    start: () => startDynamoDb(undefined),
    target: 'DynamoDB_20120810.Scan',
    ask: { TableName: tableNames.events },
  },
  secrets: { start: startSecrets, target: 'secretsmanager.GetSecretValue', ask: { SecretId: 'back-office' } },
}

type Case = [what: string, headers: (port: number) => Record<string, string>, method?: string]

describe.each(Object.entries(endpoints))('the local %s', (_, { start, target, ask }) => {
  /** Sends the request of an SDK with other headers. */
  async function answerTo(headers: (port: number) => Record<string, string>, method = 'POST') {
    const { port, close } = await start()
    onTestFinished(() => close())
    const given = {
      host: `127.0.0.1:${port}`,
      'content-type': target.startsWith('Dynamo') ? 'application/x-amz-json-1.0' : 'application/x-amz-json-1.1',
      'x-amz-target': target,
      'x-amz-date': '20260302T090000Z',
      authorization:
        'AWS4-HMAC-SHA256 Credential=local/20260302/eu-central-1/x/aws4_request, SignedHeaders=host, Signature=0',
      ...headers(port),
    }
    const sent = request({ port, host: '127.0.0.1', method, headers: given })
    sent.end(method === 'POST' ? JSON.stringify(ask) : undefined)
    const [response] = (await once(sent, 'response')) as [IncomingMessage]
    return { status: response.statusCode, headers: response.headers, body: await text(response) }
  }

  it('answer this process', async () => {
    expect(await answerTo(() => ({}))).toMatchObject({ status: 200 })
  })

  it.each<Case>([
    ['from another address', () => ({ origin: 'https://page.example.com' })],
    ['from a file', () => ({ origin: 'null' })],
    [
      'that sends a preflight',
      () => ({ origin: 'https://page.example.com', 'access-control-request-method': 'POST' }),
      'OPTIONS',
    ],
    ['under a name that resolves to this machine', (port) => ({ host: `page.example.com:${port}` })],
    ['of the bridge itself', (port) => ({ host: `localhost:${port}`, origin: `http://localhost:${port}` })],
  ])('refuse a page %s', async (__, headers, method) => {
    const answer = await answerTo(headers, method)
    expect(answer.status).toBe(403)
    expect(answer.headers).not.toHaveProperty('access-control-allow-origin')
    expect(answer.body).toBe('')
  })
})
