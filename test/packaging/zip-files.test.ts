import { spawnSync } from 'node:child_process'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { unzipSync } from 'fflate'
import { describe, expect, it, onTestFinished, vi } from 'vitest'
import { zipFiles } from '../../scripts/zip-files.ts'
import { temporaryFolder } from '../local/running-stack.ts'

const files = {
  'index.mjs': Buffer.from('export const handler = () => {}\n'.repeat(1_000)),
  'LICENSES.txt': Buffer.from('123456789'),
  'für/größer.txt': Buffer.from('ä'),
  empty: Buffer.alloc(0),
}

const directorySignature = Buffer.from('PK\x01\x02')

/** The start of each entry of the directory at the end. */
function directoryOf(zip: Buffer): number[] {
  const found: number[] = []
  for (let at = zip.indexOf(directorySignature); at !== -1; at = zip.indexOf(directorySignature, at + 1)) found.push(at)
  return found
}

describe('a zip', () => {
  it('holds each file under its name, in their order', () => {
    const read = unzipSync(zipFiles(files))
    expect(Object.keys(read)).toEqual(Object.keys(files))
    for (const [name, content] of Object.entries(files))
      expect(Buffer.from(read[name] ?? []).equals(content)).toBe(true)
  })

  it('has the checksum, the sizes, the mode and the place of each file in its directory', () => {
    const zip = zipFiles(files)
    const [, second = 0] = directoryOf(zip)
    // The check value of CRC-32 is defined over these nine digits.
    expect(zip.readUInt32LE(second + 16)).toBe(0xcbf43926)
    expect(zip.readUInt32LE(second + 24)).toBe(9)
    expect(zip.readUInt32LE(second + 38) >>> 16).toBe(0o100644)
    const local = zip.readUInt32LE(second + 42)
    expect(zip.subarray(local, local + 4).toString('latin1')).toBe('PK\x03\x04')
    // From the version to the length of the name both headers say the same.
    expect(zip.subarray(local + 4, local + 28).equals(zip.subarray(second + 6, second + 30))).toBe(true)
  })

  it('has the same bytes in every time zone, and at any time', () => {
    const first = zipFiles(files)
    vi.stubEnv('TZ', 'Pacific/Auckland')
    onTestFinished(() => void vi.unstubAllEnvs())
    expect(zipFiles(files).equals(first)).toBe(true)
  })

  for (const [program, ...args] of [
    ['unzip', '-tq'],
    ['python3', '-m', 'zipfile', '-t'],
  ] as const) {
    const isMissing = spawnSync(program, ['--help']).error !== undefined
    it.skipIf(isMissing)(`is whole for ${program}${isMissing ? ', which this machine has not' : ''}`, async () => {
      const folder = temporaryFolder()
      const judge = async (zip: Buffer): Promise<boolean> => {
        await writeFile(join(folder, 'files.zip'), zip)
        const { status, stdout } = spawnSync(program, [...args, join(folder, 'files.zip')], { encoding: 'utf8' })
        // Python names damaged files, but ends as if all was well.
        return status === 0 && !/corrupted/.test(stdout)
      }
      const zip = zipFiles(files)
      expect(await judge(zip)).toBe(true)
      const damaged = Buffer.from(zip)
      damaged.writeUInt32LE(0, zip.indexOf('LICENSES.txt') - 16)
      damaged.writeUInt32LE(0, zip.lastIndexOf('LICENSES.txt') - 30)
      expect(await judge(damaged)).toBe(false)
    })
  }
})
