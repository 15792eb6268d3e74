import { execFileSync } from 'node:child_process'
import { mkdtemp, readdir, readFile, rm, stat } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { unzipSync } from 'fflate'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { release } from '../../scripts/release.ts'

describe('a release', () => {
  let root: string
  let folders: string[]
  beforeAll(async () => {
    root = await mkdtemp(join(tmpdir(), 'release-'))
    folders = [join(root, 'one'), join(root, 'two')]
    for (const folder of folders) await release(folder)
  }, 120_000)
  afterAll(async () => await rm(root, { recursive: true, force: true }))

  const filesOf = async (folder: string) => {
    const names = (await readdir(folder)).sort()
    return await Promise.all(names.map(async (name) => [name, await readFile(join(folder, name), 'latin1')] as const))
  }

  it('has the same bytes from the same sources', async () => {
    const [one, two] = await Promise.all(folders.map(filesOf))
    expect(one?.map(([name]) => name)).toEqual([
      ...['SHA256SUMS', 'audit.zip', 'deploy.sh', 'form-webhook.zip', 'operator.zip', 'retry.zip'],
      ...['shop-webhook.zip', 'template.json', 'webhooks.txt', 'worker.zip'],
    ])
    expect(one?.filter(([name, text], index) => two?.[index]?.[0] !== name || two?.[index]?.[1] !== text)).toEqual([])
  })

  it('has checksums of all its files', () => {
    const checked = execFileSync('sha256sum', ['--check', 'SHA256SUMS'], { cwd: folders[0], encoding: 'utf8' })
    expect(checked.match(/: OK$/gm)).toHaveLength(9)
  })

  it('names the address of each source, without its token', async () => {
    const text = await readFile(join(folders[0] ?? '', 'webhooks.txt'), 'utf8')
    expect(text).toContain('shopify /shops/shopify\n')
    expect(text).toContain('jotform /forms/jotform/<token>\n')
  })

  it('has the licences of what is in each zip', async () => {
    const zips = (await filesOf(folders[0] ?? '')).filter(([name]) => name.endsWith('.zip'))
    expect(zips).toHaveLength(6)
    for (const [name, bytes] of zips) {
      const licences = unzipSync(Buffer.from(bytes, 'latin1'))['LICENSES.txt'] ?? new Uint8Array()
      expect([name, Buffer.from(licences).toString()]).toEqual([
        name,
        expect.stringMatching(/^backoffice-bridge .*MIT/),
      ])
    }
  })

  it('has a template that can be sent with the request', async () => {
    expect((await stat(join(folders[0] ?? '', 'template.json'))).size).toBeLessThan(51_200)
  })
})
