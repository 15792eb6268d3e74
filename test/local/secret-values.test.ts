import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeEach, describe, expect, it } from 'vitest'
import { sourceKinds } from '../../lib/sources/registry.ts'
import { secretValues } from '../../local/secret-values.ts'
import { filesIn, readSecrets, secretsFile } from '../../local/secrets-file.ts'

const dir = mkdtempSync(join(tmpdir(), 'bridge-secrets-'))
const file = join(dir, 'secrets.json')
afterAll(() => rmSync(dir, { recursive: true }))

const backOffice = { baseUrl: 'http://127.0.0.1:3001', username: 'u', password: 'p' }
const backOfficeUrl = 'http://127.0.0.1:5555'
const write = (content: unknown): void => writeFileSync(file, JSON.stringify(content))
const read = secretValues({ file, backOfficeUrl })

/** Both secrets as they are read in these places. */
const valuesOf = (places: Parameters<typeof secretValues>[0]) =>
  Promise.all(
    ['back-office', 'sources'].map(async (id) => JSON.parse(String((await secretValues(places)(id)).SecretString))),
  )

beforeEach(() => {
  write({ backOffice, sources: { shopify: ['current', 'previous'] } })
})

describe('the secrets of one process', () => {
  it('are those of the file, with the actual back office where one is given', async () => {
    const sources = { shopify: ['current', 'previous'] }
    expect(await valuesOf({ file, backOfficeUrl })).toEqual([{ ...backOffice, baseUrl: backOfficeUrl }, sources])
    expect(await valuesOf({ file })).toEqual([backOffice, sources])
  })

  it("are a person's own from a folder, and for the sandbox the user that it knows", async () => {
    const own = { backOffice: { ...backOffice, password: 'real' }, sources: { 'shop-eu': ['own'] } }
    const folder = mkdtempSync(join(dir, 'own-'))
    for (const [half, path] of Object.entries(filesIn(folder)))
      writeFileSync(path, JSON.stringify(own[half as keyof typeof own]))
    for (const [more, password] of [[{}, 'real'] as const, [{ userFile: file }, 'p'] as const]) {
      const values = await valuesOf({ file: folder, backOfficeUrl, ...more })
      expect(values).toEqual([{ ...backOffice, baseUrl: backOfficeUrl, password }, own.sources])
    }
  })

  it('hold nothing of what everybody knows where the back office is on another machine', async () => {
    const demo = readSecrets(secretsFile)
    const sources = { ...demo.sources, own: ['a secret that somebody has chosen'] }
    write({ ...demo, sources })
    const [user, { own, ...rest }] = await valuesOf({ file, backOfficeUrl: 'https://office.example' })
    expect([user, own]).toEqual([{}, ['a secret that somebody has chosen']])
    expect(Object.values(rest).flat()).toEqual([])
    write({ backOffice: { ...demo.backOffice, baseUrl: 'https://office.example' }, sources })
    expect((await valuesOf({ file }))[0]).toEqual({})
  })

  it('stay empty where they are empty, as on a new stage', async () => {
    write({ backOffice: {}, sources: {} })
    expect((await read('back-office')).SecretString).toBe('{}')
  })

  it('get a new version only when they change', async () => {
    const before = [(await read('back-office')).VersionId, (await read('sources')).VersionId]
    write({ backOffice, sources: { shopify: ['new'] } })
    const after = [(await read('back-office')).VersionId, (await read('sources')).VersionId]
    expect(after[0]).toBe(before[0])
    expect(after[1]).not.toBe(before[1])
  })

  it('cannot be read while the file is broken, and are read again when it is fixed', async () => {
    writeFileSync(file, '{"backOffice": ')
    await expect(read('sources')).rejects.toThrow('is not valid JSON')
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
