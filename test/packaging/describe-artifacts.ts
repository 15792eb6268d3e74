import { spawnSync } from 'node:child_process'
import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { unzipSync } from 'fflate'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Artifact, buildFunctions, functionEntries } from '../../scripts/build.ts'

/** Tests each packaged function. `artifacts` is called when the tests run. */
export function describeArtifacts(artifacts: () => Artifact[]): void {
  describe('an artifact', () => {
    let folder: string
    /** The files of each zip, by the function's name. */
    const files = new Map<string, Record<string, Uint8Array>>()

    beforeAll(async () => {
      folder = await mkdtemp(join(tmpdir(), 'artifacts-'))
      for (const { name, zip } of artifacts()) files.set(name, unzipSync(await readFile(zip)))
    })

    afterAll(async () => {
      await rm(folder, { recursive: true, force: true })
    })

    it('contains its module and chunks in files that any user may read', async () => {
      for (const { name, zip, module } of artifacts()) {
        const content = files.get(name) ?? {}
        const built = (await readdir(dirname(module))).filter((file) => file.endsWith('.mjs'))
        expect(
          Object.keys(content)
            .filter((file) => file.endsWith('.mjs'))
            .sort(),
        ).toEqual(built.sort())
        for (const file of built)
          expect(Buffer.from(content[file] ?? []).equals(await readFile(join(dirname(module), file)))).toBe(true)
        const modes = externalAttributes(await readFile(zip)).map((attributes) => attributes >>> 16)
        expect(modes).toEqual(Object.keys(content).map(() => 0o100644))
      }
    })

    it('loads without other files or variables, and exports the handler', async () => {
      for (const { name } of artifacts()) {
        await mkdir(join(folder, name))
        for (const [file, content] of Object.entries(files.get(name) ?? {}))
          await writeFile(join(folder, name, file), content)
        const module = join(folder, name, 'index.mjs')
        const code = `const { handler } = await import(${JSON.stringify(module)}); console.log(typeof handler)`
        const { stdout, stderr } = spawnSync(process.execPath, ['--input-type=module', '-e', code], {
          cwd: folder,
          env: {},
          encoding: 'utf8',
        })
        expect({ name, stdout, stderr }).toEqual({ name, stdout: 'function\n', stderr: '' })
      }
    })

    it('has the same bytes whenever and wherever it is built', async () => {
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

/** The attributes of each entry in the zip's central directory. */
function externalAttributes(zip: Buffer): number[] {
  const entry = Buffer.from([0x50, 0x4b, 1, 2])
  const found: number[] = []
  for (let at = zip.indexOf(entry); at !== -1; at = zip.indexOf(entry, at + 1)) found.push(zip.readUInt32LE(at + 38))
  return found
}
