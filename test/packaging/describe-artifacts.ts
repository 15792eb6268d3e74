import { spawnSync } from 'node:child_process'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { unzipSync } from 'fflate'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Artifact, buildFunctions, functionEntries } from '../../scripts/build.ts'

/** What holds for each function as it is deployed. `artifacts` are asked for once the tests run. */
export function describeArtifacts(artifacts: () => Artifact[]): void {
  describe('an artifact', () => {
    let folder: string
    /** What each zip holds, by the function's name. */
    const files = new Map<string, Record<string, Uint8Array>>()

    beforeAll(async () => {
      folder = await mkdtemp(join(tmpdir(), 'artifacts-'))
      for (const { name, zip } of artifacts()) files.set(name, unzipSync(await readFile(zip)))
    })

    afterAll(async () => {
      await rm(folder, { recursive: true, force: true })
    })

    it('holds its module, and is readable by whoever Lambda runs it as', async () => {
      for (const { name, zip, module } of artifacts()) {
        const held = files.get(name) ?? {}
        expect(Buffer.from(held['index.mjs'] ?? []).equals(await readFile(module))).toBe(true)
        const modes = externalAttributes(await readFile(zip)).map((attributes) => attributes >>> 16)
        expect(modes).toEqual(Object.keys(held).map(() => 0o100644))
      }
    })

    it('loads with nothing beside it and nothing in the environment, and exports the handler', async () => {
      for (const { name } of artifacts()) {
        const module = join(folder, `${name}.mjs`)
        await writeFile(module, files.get(name)?.['index.mjs'] ?? '')
        const code = `const { handler } = await import(${JSON.stringify(module)}); console.log(typeof handler)`
        const { stdout, stderr } = spawnSync(process.execPath, ['--input-type=module', '-e', code], {
          cwd: folder,
          env: {},
          encoding: 'utf8',
        })
        expect({ name, stdout, stderr }).toEqual({ name, stdout: 'function\n', stderr: '' })
      }
    })

    it('is the same to the byte whenever and wherever it is built', async () => {
      const { TZ } = process.env
      process.env.TZ = 'Pacific/Auckland'
      try {
        const [again] = await buildFunctions((await functionEntries()).slice(0, 1), join(folder, 'again'))
        const [first] = artifacts()
        expect(again?.name).toBe(first?.name)
        expect((await readFile(again?.zip ?? '')).equals(await readFile(first?.zip ?? ''))).toBe(true)
      } finally {
        if (TZ === undefined) delete process.env.TZ
        else process.env.TZ = TZ
      }
    })
  })
}

/** Of each entry of the zip's central directory. */
function externalAttributes(zip: Buffer): number[] {
  const entry = Buffer.from([0x50, 0x4b, 1, 2])
  const found: number[] = []
  for (let at = zip.indexOf(entry); at !== -1; at = zip.indexOf(entry, at + 1)) found.push(zip.readUInt32LE(at + 38))
  return found
}
