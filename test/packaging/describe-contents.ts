import { existsSync } from 'node:fs'
import { readdir, readFile, realpath } from 'node:fs/promises'
import { homedir, tmpdir } from 'node:os'
import { dirname, join, relative, resolve } from 'node:path'
import { unzipSync } from 'fflate'
import { beforeAll, describe, expect, it } from 'vitest'
import { readSecrets, secretsFile } from '../../local/secrets-file.ts'
import lockfile from '../../package-lock.json' with { type: 'json' }
import type { Artifact } from '../../scripts/build.ts'
import { notDeployable } from '../../scripts/inspect-bundle.ts'
import { packageFolder } from '../../scripts/package-folder.ts'

const root = join(import.meta.dirname, '../..')
const packages = lockfile.packages as Record<string, { version: string; license?: string }>
type Zip = { name: string; files: Record<string, string>; artifact: Artifact }

/** Tests the content of each zip. `artifacts` is called when the tests run. */
export function describeContents(artifacts: () => Artifact[]): void {
  describe('a zip', () => {
    let zips: Zip[] = []
    /** A fact about every zip, by the name of the function. */
    const inEach = <T>(fact: (zip: Zip) => T) => Object.fromEntries(zips.map((zip) => [zip.name, fact(zip)]))
    const all = <T>(value: T) => inEach(() => value)
    const text = ({ files }: Zip) => Object.values(files).join('\n')

    beforeAll(async () => {
      zips = await Promise.all(
        artifacts().map(async (artifact) => {
          const files = Object.entries(unzipSync(await readFile(artifact.zip)))
          const texts = files.map(([name, content]) => [name, Buffer.from(content).toString()])
          return { name: artifact.name, files: Object.fromEntries(texts), artifact }
        }),
      )
    })

    it('contains the module, its chunks and the licences, and nothing else', () => {
      expect(zips).toHaveLength(7)
      const isChunk = (file: string) => /^[\w-]+-[0-9A-Z]{8}\.mjs$/.test(file)
      const others = ({ files }: Zip) => Object.keys(files).filter((file) => !isChunk(file))
      expect(inEach(others)).toEqual(all(['index.mjs', 'LICENSES.txt']))
      // What a webhook's first delivery needs is one file.
      const isWhole = ({ files }: Zip) => !Object.keys(files).some(isChunk)
      expect(inEach(isWhole)).toEqual(inEach(({ name }) => isWebhook(name)))
    })

    it('contains what was built, byte by byte', async () => {
      for (const { files, artifact } of zips) {
        const folder = dirname(artifact.module)
        const built = (await readdir(folder)).filter((file) => file.endsWith('.mjs'))
        const zipped = Object.keys(files).filter((file) => file.endsWith('.mjs'))
        expect(zipped.sort()).toEqual(built.sort())
        for (const file of built) expect(files[file] === (await readFile(join(folder, file), 'utf8'))).toBe(true)
      }
    })

    it('contains the commands of the operator in chunks by subject, which only their use loads', () => {
      const operator = zips.find(({ name }) => name === 'operator')
      const chunks = Object.keys(operator?.files ?? {})
      for (const [subject, count] of [
        ['find-events', 1],
        ['commands', 2],
        ['doctor', 1],
      ] as const)
        expect(chunks.filter((file) => file.startsWith(`${subject}-`))).toHaveLength(count)
    })

    it('has at most 300 KB, for a webhook 60 and for the operator 360, because Lambda loads it at each cold start', () => {
      // The operator's has every command, the checks of doctor and the sentences in two languages, and loads what is asked for.
      const most = ({ name }: Zip) => (isWebhook(name) ? 60 : name === 'operator' ? 360 : 300) * 1024
      expect(inEach((zip) => zip.artifact.zipBytes <= most(zip))).toEqual(all(true))
    })

    it('contains for a webhook no worker, no client of the back office, no shapes of payloads and no SDK', () => {
      const needless =
        /^lib\/(?!aws\/|config\/checked|inbox\/|metrics\/|secrets\/|sources\/|tables\/|webhook\/|workflow\/timing|[\w-]+\.ts$)|node_modules\/(?!@middy\/|aws4fetch\/|entities\/)/
      const translations =
        /^lib\/sources\/(?:registry|shared\/(?:translate-form|create-form-source|payload-parts|requests)|[\w-]+\/(?:translate|order|refund|return))/
      for (const { artifact } of zips.filter(({ name }) => isWebhook(name)))
        expect(artifact.sources.filter((source) => needless.test(source) || translations.test(source))).toEqual([])
    })

    it('contains the sentences for people, in the configured language, for the operator alone', () => {
      const languages = ({ artifact }: Zip) =>
        artifact.sources.flatMap((source) => /^lib\/sentences\/(\w+)\/reason\.ts$/.exec(source)?.[1] ?? []).sort()
      expect(inEach(languages)).toEqual(inEach(({ name }) => (name === 'operator' ? ['en'] : [])))
    })

    it('contains the checked configuration, and not what checks it', () => {
      const checks = ({ artifact }: Zip) =>
        artifact.sources.filter((source) => /^lib\/config\/.*config\.ts$/.test(source))
      expect(inEach(checks)).toEqual(inEach((zip) => (isWebhook(zip.name) ? [] : ['lib/config/assert-config.ts'])))
    })

    const packagesOf = ({ artifact }: Zip) => new Set(artifact.sources.flatMap((source) => packageFolder(source) ?? []))

    it('contains no way to get credentials but the environment, and no part of the SDK for browsers and streams', () => {
      const needless = ({ artifact }: Zip) => artifact.sources.filter((source) => /bowser|event-streams\//.test(source))
      expect(inEach(needless)).toEqual(all([]))
      const providers = /credential-provider-(?!node$|env$)|nested-clients|token-providers/
      expect(inEach((zip) => [...packagesOf(zip)].filter((folder) => providers.test(folder)))).toEqual(all([]))
      // Webhooks sign their requests themselves, with what the environment holds.
      expect(inEach((zip) => packagesOf(zip).has('node_modules/@aws-sdk/credential-provider-env'))).toEqual(
        inEach(({ name }) => !isWebhook(name)),
      )
    })

    it('contains nothing that is only for development', async () => {
      for (const { artifact } of zips) expect(await notDeployable(artifact.sources)).toEqual([])
      const settings = ({ name }: Zip) => (isWebhook(name) ? 'checked:bridge.config.ts' : 'bridge.config.ts')
      expect(inEach((zip) => zip.artifact.sources.includes(settings(zip)))).toEqual(all(true))
    })

    it('contains the sources of its map, and each of them exists', async () => {
      for (const { artifact, files: zipped } of zips) {
        const folder = dirname(artifact.module)
        const maps = Object.keys(zipped).filter((file) => file.endsWith('.mjs'))
        const read = async (file: string) =>
          (JSON.parse(await readFile(join(folder, `${file}.map`), 'utf8')) as { sources: string[] }).sources
        const mapped = (await Promise.all(maps.map(read)))
          .flat()
          .map((source) => relative(root, resolve(folder, source)))
        expect(await notDeployable(mapped)).toEqual([])
        // The checked settings stand in the place of their file, and a part of Node is no file.
        const files = mapped.filter((source) => !/(?:^|\/)(?:checked|builtin):/.test(source))
        expect(files.filter((source) => !existsSync(join(root, source)))).toEqual([])
        expect(artifact.sources.map(originOf)).toEqual(expect.arrayContaining(files.map(originOf)))
      }
    })

    it('contains the licences of the project and of exactly the packages in it, with name, version and id', async () => {
      const own = await readFile(join(root, 'LICENSE'), 'utf8')
      for (const zip of zips) {
        const licences = zip.files['LICENSES.txt'] ?? ''
        expect(licences).toContain(own.trim())
        const titles = [...licences.matchAll(/^(?:@[\w.-]+\/)?[\w.-]+ \d+\.\d+\.\d+\S* \(.+\)$/gm)].map(
          ([title]) => title,
        )
        expect(titles.slice(1).sort()).toEqual([...packagesOf(zip)].map(titleOf).sort())
      }
    })

    it('contains no package whose licence asks more than to be shown', () => {
      const permissive = ['0BSD', 'Apache-2.0', 'BSD-2-Clause', 'BSD-3-Clause', 'ISC', 'MIT']
      const licenceOf = (folder: string) => packages[folder]?.license ?? 'none'
      const others = (zip: Zip) => [...packagesOf(zip)].filter((folder) => !permissive.includes(licenceOf(folder)))
      expect(inEach(others)).toEqual(all([]))
    })

    it('contains no demo secret, no folder of the machine that built it, and no name of a map', async () => {
      const { backOffice, sources } = readSecrets(secretsFile)
      const secrets = [(backOffice as { password: string }).password, ...Object.values(sources).flat()].map(String)
      expect(secrets.length).toBeGreaterThan(10)
      const folders = [root, await realpath(root), homedir(), tmpdir()].filter((folder) => folder !== '/')
      const none = [...secrets, ...folders.map((folder) => `${folder}/`), 'sourceMappingURL=']
      expect(inEach((zip) => none.filter((one) => text(zip).includes(one)))).toEqual(all([]))
    })
  })
}

const isWebhook = (name: string): boolean => name.endsWith('-webhook')

function titleOf(folder: string): string {
  const { version, license } = packages[folder] ?? {}
  return `${folder.slice(folder.lastIndexOf('node_modules/') + 'node_modules/'.length)} ${version} (${license})`
}

/** A file of the project, or a package: its own map can lead on to the files that it was made of. */
const originOf = (source: string): string => packageFolder(source) ?? source
