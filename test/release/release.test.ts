import { execFileSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { mkdir, mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { basename, dirname, join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { release } from '../../scripts/release.ts'
import { packagedProject } from '../packaging/packaged-project.ts'

/** No process has the id of the first two drafts: it is above the highest possible one. */
const drafts = ['worker.zip.999999999', 'worker/index.mjs.999999999', `worker.zip.${process.ppid}`].map((file) =>
  join(import.meta.dirname, '../../.build', file),
)

describe('a release', () => {
  let folder: string
  let before: Map<string, Buffer>
  beforeAll(async () => {
    folder = join(await mkdtemp(join(tmpdir(), 'release-')), 'release')
    const { artifacts } = await packagedProject()
    before = new Map(await Promise.all(artifacts.map(async ({ zip }) => [basename(zip), await readFile(zip)] as const)))
    for (const path of drafts) {
      await mkdir(dirname(path), { recursive: true })
      await writeFile(path, '')
    }
    await release(folder)
  }, 120_000)
  afterAll(async () => {
    await rm(dirname(folder), { recursive: true, force: true })
    for (const path of drafts) await rm(path, { force: true })
  })

  const template = () => readFile(join(folder, 'template.json'), 'utf8')

  it('has what a deployment needs, and nothing else', async () => {
    expect((await readdir(folder)).sort()).toEqual([
      ...['SHA256SUMS', 'audit.zip', 'decide.zip', 'deploy.sh', 'form-webhook.zip', 'operator.zip', 'retry.zip'],
      ...['shop-webhook.zip', 'template.json', 'webhooks.txt', 'worker.zip'],
    ])
  })

  it('has the same zips as a package of the same sources', async () => {
    expect(before.size).toBe(7)
    for (const [name, bytes] of before) expect((await readFile(join(folder, name))).equals(bytes)).toBe(true)
  })

  it('has a template that names no time and no folder of this machine, and can be sent with the request', async () => {
    const text = await template()
    for (const changing of [/\b1\d{12}\b/, /\b20\d\d-\d\d-\d\dT/, tmpdir(), process.cwd()])
      expect(text).not.toMatch(changing)
    expect((await stat(join(folder, 'template.json'))).size).toBeLessThan(51_200)
  })

  it('has checksums of all its files', () => {
    const checked = execFileSync('sha256sum', ['--check', 'SHA256SUMS'], { cwd: folder, encoding: 'utf8' })
    expect(checked.match(/: OK$/gm)).toHaveLength(10)
  })

  it('names the address of each source, without its token', async () => {
    const text = await readFile(join(folder, 'webhooks.txt'), 'utf8')
    expect(text).toContain('shopify /shops/shopify\n')
    expect(text).toContain('jotform /forms/jotform/<token>\n')
  })

  it('is built beside drafts: those of killed runs are removed, and that of a current one is not', () => {
    expect(drafts.map((path) => existsSync(path))).toEqual([false, false, true])
  })
})
