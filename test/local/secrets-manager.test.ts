import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import {
  DescribeSecretCommand,
  GetSecretValueCommand,
  ListSecretsCommand,
  SecretsManagerClient,
} from '@aws-sdk/client-secrets-manager'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { sourceKinds } from '../../lib/sources/registry.ts'
import type { LocalServer } from '../../local/listen.ts'
import { filesIn, readSecrets, secretsFile } from '../../local/secrets-file.ts'
import { startSecretsManager } from '../../local/secrets-manager.ts'

const dir = mkdtempSync(join(tmpdir(), 'bridge-secrets-'))
const file = join(dir, 'secrets.json')
let server: LocalServer
let client: SecretsManagerClient

const clientOf = ({ url }: LocalServer) =>
  new SecretsManagerClient({
    endpoint: url,
    region: 'eu-central-1',
    credentials: { accessKeyId: 'local', secretAccessKey: 'local' },
    maxAttempts: 1,
  })

beforeAll(async () => {
  server = await startSecretsManager({ file, backOfficeUrl: 'http://127.0.0.1:5555' })
  client = clientOf(server)
})
afterAll(async () => {
  client.destroy()
  await server.close()
  rmSync(dir, { recursive: true })
})

const backOffice = { baseUrl: 'http://127.0.0.1:3001', username: 'u', password: 'p' }
const write = (content: unknown): void => writeFileSync(file, JSON.stringify(content))
const read = async (SecretId: string) => client.send(new GetSecretValueCommand({ SecretId }))

/** Both secrets, as another one with these settings serves them. */
async function servedBy(settings: Parameters<typeof startSecretsManager>[0]) {
  const manager = await startSecretsManager(settings)
  const other = clientOf(manager)
  const values = ['back-office', 'sources'].map(async (SecretId) =>
    JSON.parse((await other.send(new GetSecretValueCommand({ SecretId }))).SecretString ?? ''),
  )
  const served = await Promise.all(values)
  other.destroy()
  await manager.close()
  return served
}

beforeEach(() => {
  write({ backOffice, sources: { shopify: ['current', 'previous'] } })
})

describe('the local Secrets Manager, through the real SDK', () => {
  it("serves both secrets, with the actual back office instead of the file's", async () => {
    const served = JSON.parse((await read('back-office')).SecretString ?? '')
    expect(served).toEqual({ ...backOffice, baseUrl: 'http://127.0.0.1:5555' })
    expect(JSON.parse((await read('sources')).SecretString ?? '')).toEqual({ shopify: ['current', 'previous'] })
  })

  it("serves a person's own secrets from a folder, and to the sandbox the user that it knows", async () => {
    const own = { backOffice: { ...backOffice, password: 'real' }, sources: { 'shop-eu': ['own'] } }
    const folder = mkdtempSync(join(dir, 'own-'))
    for (const [half, path] of Object.entries(filesIn(folder)))
      writeFileSync(path, JSON.stringify(own[half as keyof typeof own]))
    const backOfficeUrl = 'http://127.0.0.1:5555'
    for (const [more, password] of [[{}, 'real'] as const, [{ userFile: file }, 'p'] as const]) {
      const served = await servedBy({ file: folder, backOfficeUrl, ...more })
      expect(served).toEqual([{ ...backOffice, baseUrl: backOfficeUrl, password }, own.sources])
    }
  })

  it('serves nothing of what everybody knows where the back office is on another machine', async () => {
    const demo = readSecrets(secretsFile)
    write({ ...demo, sources: { ...demo.sources, own: ['a secret that somebody has chosen'] } })
    const [user, { own, ...rest }] = await servedBy({ file, backOfficeUrl: 'https://office.example' })
    expect([user, own]).toEqual([{}, ['a secret that somebody has chosen']])
    expect(Object.values(rest).flat()).toEqual([])
  })

  it('serves an empty secret as empty, as on a new stage', async () => {
    write({ backOffice: {}, sources: {} })
    expect((await read('back-office')).SecretString).toBe('{}')
  })

  it('gives a secret a new version only when it changes', async () => {
    const before = [(await read('back-office')).VersionId, (await read('sources')).VersionId]
    write({ backOffice, sources: { shopify: ['new'] } })
    const after = [(await read('back-office')).VersionId, (await read('sources')).VersionId]
    expect(after[0]).toBe(before[0])
    expect(after[1]).not.toBe(before[1])
    expect(after[1]).toMatch(/^[0-9a-f]{32,64}$/)
  })

  it('describes a secret without its value', async () => {
    const described = await client.send(new DescribeSecretCommand({ SecretId: 'sources' }))
    expect(described.Name).toBe('sources')
    expect(described.VersionIdsToStages).toEqual({ [(await read('sources')).VersionId ?? '']: ['AWSCURRENT'] })
    expect(described).not.toHaveProperty('SecretString')
  })

  it('answers ResourceNotFoundException for any other secret', async () => {
    await expect(read('other')).rejects.toMatchObject({ name: 'ResourceNotFoundException' })
  })

  it('refuses operations that it does not support', async () => {
    await expect(client.send(new ListSecretsCommand({}))).rejects.toMatchObject({ name: 'UnknownOperationException' })
  })

  it('fails while the file is broken and serves again when it is fixed', async () => {
    writeFileSync(file, '{"backOffice": ')
    await expect(read('sources')).rejects.toMatchObject({ name: 'InternalServiceError' })
    write({ backOffice, sources: {} })
    expect((await read('sources')).SecretString).toBe('{}')
  })
})

describe('the file of the secrets', () => {
  it('holds a secret for a source of each kind', () => {
    const { backOffice, sources } = readSecrets(secretsFile)
    expect(backOffice).toEqual({ baseUrl: 'http://127.0.0.1:3001', username: 'api-bridge', password: 'demo-password' })
    expect(Object.keys(sources).sort()).toEqual([...sourceKinds].sort())
    expect(Object.values(sources).every(([secret]) => (secret ?? '').length >= 16)).toBe(true)
  })
})
