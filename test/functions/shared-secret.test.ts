import { GetSecretValueCommand, SecretsManagerClient } from '@aws-sdk/client-secrets-manager'
import { DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb'
import { mockClient } from 'aws-sdk-client-mock'
import { expect, it, onTestFinished, vi } from 'vitest'
import { environment, formDelivery, invoke, load } from './invoke.ts'

it('a webhook function logs once which sources share a secret, and which have one that is too short', async () => {
  for (const [name, value] of Object.entries(environment)) vi.stubEnv(name, value)
  vi.stubEnv('POWERTOOLS_LOG_LEVEL', 'WARN')
  // Then its lines go to the console of this process.
  vi.stubEnv('POWERTOOLS_DEV', 'true')
  const secret = `whsec_${Buffer.from('hidden, and long enough').toString('base64')}`
  const filled = { standard: [secret], 'google-forms': [secret], tally: ['hidden'] }
  const [tables, manager] = [mockClient(DynamoDBDocumentClient), mockClient(SecretsManagerClient)]
  tables.onAnyCommand().resolves({})
  manager.on(GetSecretValueCommand).resolves({ SecretString: JSON.stringify(filled), VersionId: '1' })
  const warn = vi.spyOn(console, 'warn').mockImplementation(() => {})
  onTestFinished(() => {
    vi.unstubAllEnvs()
    vi.restoreAllMocks()
    tables.restore()
    manager.restore()
  })
  const handler = await load('form-webhook')
  for (const _ of ['first', 'second'])
    expect(await invoke(handler, formDelivery(secret))).toMatchObject({ statusCode: 200 })
  const lines = warn.mock.calls.map(([line]) => String(line)).join('\n')
  expect(lines.match(/sources share a secret/g)).toHaveLength(1)
  expect(lines).toMatch(/"standard",\s*"google-forms"/)
  expect(lines).toMatch(/too short[^}]*"tally"/)
  expect(lines).not.toMatch(/hidden|whsec_/)
})
