import { chmodSync, mkdirSync, statSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { keepPrivate } from '../../local/keep-private.ts'
import { makeFolder } from '../../local/make-folder.ts'
import { temporaryFolder } from './running-stack.ts'

const modeOf = (path: string): number => statSync(path).mode & 0o777

/** A data directory of an earlier version, which everybody can read. */
function openFolder(): string {
  const dataDir = join(temporaryFolder(), '.local')
  mkdirSync(join(dataDir, 'dynamodb'), { recursive: true })
  for (const file of ['lock', 'sandbox.jsonl', 'dynamodb/000005.ldb']) writeFileSync(join(dataDir, file), 'x')
  for (const name of ['', 'dynamodb']) chmodSync(join(dataDir, name), 0o755)
  for (const file of ['lock', 'sandbox.jsonl', 'dynamodb/000005.ldb']) chmodSync(join(dataDir, file), 0o644)
  return dataDir
}

describe.skipIf(process.platform === 'win32')('the data directory (skipped on Windows)', () => {
  it('is made for this user alone, with its parents', () => {
    const parent = join(temporaryFolder(), 'a')
    makeFolder(join(parent, 'b'))
    expect([modeOf(parent), modeOf(join(parent, 'b'))]).toEqual([0o700, 0o700])
  })

  it('of an earlier version loses the rights of others, with all that is in it', () => {
    const dataDir = openFolder()
    expect(keepPrivate(dataDir)).toBeUndefined()
    expect([dataDir, join(dataDir, 'dynamodb')].map(modeOf)).toEqual([0o700, 0o700])
    for (const file of ['lock', 'sandbox.jsonl', 'dynamodb/000005.ldb']) expect(modeOf(join(dataDir, file))).toBe(0o600)
  })

  it('that also holds something else stays as it is, and so does what is not of the bridge', () => {
    const dataDir = openFolder()
    const [other, target] = [join(dataDir, 'notes.txt'), join(temporaryFolder(), 'target')]
    for (const file of [other, target]) writeFileSync(file, 'x', { mode: 0o644 })
    for (const file of [other, target]) chmodSync(file, 0o644)
    symlinkSync(target, join(dataDir, 'dynamodb/link'))
    expect(keepPrivate(dataDir)).toMatch(/^Other users of this machine can look into \S+\.local, .* chmod 0700 it\.$/)
    expect([dataDir, other, target].map(modeOf)).toEqual([0o755, 0o644, 0o644])
    expect(modeOf(join(dataDir, 'dynamodb'))).toBe(0o700)
    expect(modeOf(join(dataDir, 'sandbox.jsonl'))).toBe(0o600)
  })

  it('is named if its rights cannot be changed', () => {
    expect(keepPrivate(join(temporaryFolder(), 'gone'))).toMatch(
      /^Other users of this machine can read \S+gone, .*DATA_DIR\.$/,
    )
  })
})
