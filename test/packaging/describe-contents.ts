import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { unzipSync } from 'fflate'
import { beforeAll, describe, expect, it } from 'vitest'
import lockfile from '../../package-lock.json' with { type: 'json' }
import type { Artifact } from '../../scripts/build.ts'
import { packageFolder } from '../../scripts/package-folder.ts'

const root = join(import.meta.dirname, '../..')
const packages = lockfile.packages as Record<string, { version: string; license?: string }>

type Zip = { name: string; files: Record<string, string>; artifact: Artifact }

/** What is in each zip. `artifacts` are asked for once the tests run. */
export function describeContents(artifacts: () => Artifact[]): void {
  describe('a zip', () => {
    let zips: Zip[] = []
    /** What one fact is in every zip, by the name of the function. */
    const inEach = <T>(fact: (zip: Zip) => T) => Object.fromEntries(zips.map((zip) => [zip.name, fact(zip)]))
    const all = <T>(value: T) => inEach(() => value)

    beforeAll(async () => {
      zips = await Promise.all(
        artifacts().map(async (artifact) => {
          const files = Object.entries(unzipSync(await readFile(artifact.zip)))
          const texts = files.map(([name, content]) => [name, Buffer.from(content).toString()])
          return { name: artifact.name, files: Object.fromEntries(texts), artifact }
        }),
      )
    })

    it('holds the module and the licences, and nothing else', () => {
      expect(zips).toHaveLength(6)
      expect(inEach(({ files }) => Object.keys(files))).toEqual(all(['index.mjs', 'LICENSES.txt']))
    })

    it('holds the licence of the project and of each package in it, with name, version and id, and of no other', async () => {
      const own = await readFile(join(root, 'LICENSE'), 'utf8')
      for (const { files, artifact } of zips) {
        const licences = files['LICENSES.txt'] ?? ''
        expect(licences).toContain(own.trim())
        const titles = [...licences.matchAll(/^(?:@[\w.-]+\/)?[\w.-]+ \d+\.\d+\.\d+\S* \(.+\)$/gm)].map(
          ([title]) => title,
        )
        const folders = new Set(artifact.sources.flatMap((source) => packageFolder(source) ?? []))
        expect(titles.slice(1).sort()).toEqual([...folders].map(titleOf).sort())
      }
    })
  })
}

function titleOf(folder: string): string {
  const { version, license } = packages[folder] ?? {}
  return `${folder.slice(folder.lastIndexOf('node_modules/') + 'node_modules/'.length)} ${version} (${license})`
}
