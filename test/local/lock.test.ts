import { chmodSync, existsSync, mkdirSync, readdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest'
import { lockDataDir } from '../../local/lock.ts'
import { messageOf } from './refusal.ts'
import { temporaryFolder } from './running-stack.ts'

/** Above the largest id that a process can have. */
const deadPid = 4_194_305

let dir: string
beforeEach(() => {
  dir = join(temporaryFolder(), 'data')
})

const lockFile = (): string => join(dir, 'lock')

describe('the lock of the data directory', () => {
  it('creates the directory, contains the pid, and is removed on release', () => {
    const release = lockDataDir(dir)
    expect(JSON.parse(readFileSync(lockFile(), 'utf8')).pid).toBe(process.pid)
    release()
    expect(existsSync(lockFile())).toBe(false)
  })

  it('refuses a second owner with one sentence', () => {
    const release = lockDataDir(dir)
    expect(() => lockDataDir(dir)).toThrow(`${dir} is in use by process ${process.pid}: stop it first`)
    release()
  })

  it("refuses a directory that another user's process has locked", () => {
    const release = lockDataDir(dir)
    const kill = vi.spyOn(process, 'kill').mockImplementation(() => {
      throw Object.assign(new Error('kill EPERM'), { code: 'EPERM' })
    })
    onTestFinished(() => kill.mockRestore())
    expect(() => lockDataDir(dir)).toThrow(`${dir} is in use by process ${process.pid}: stop it first`)
    release()
  })

  it('replaces the lock of a dead process', () => {
    lockDataDir(dir)()
    writeFileSync(lockFile(), JSON.stringify({ pid: deadPid, born: '' }))
    const release = lockDataDir(dir)
    expect(JSON.parse(readFileSync(lockFile(), 'utf8')).pid).toBe(process.pid)
    release()
  })

  it.runIf(process.platform === 'linux')(
    "replaces the lock of a dead process whose id another process has now (Linux's start times)",
    () => {
      lockDataDir(dir)()
      writeFileSync(lockFile(), JSON.stringify({ pid: process.pid, born: 'another boot/1' }))
      lockDataDir(dir)()
      expect(existsSync(lockFile())).toBe(false)
    },
  )

  it.each(['', 'half a js', '{}'])('replaces a lock that a crash left as %j', (content) => {
    lockDataDir(dir)()
    writeFileSync(lockFile(), content)
    lockDataDir(dir)()
    expect(existsSync(lockFile())).toBe(false)
  })

  it('replaces the lock even if another process was killed while replacing it', () => {
    lockDataDir(dir)()
    const dead = JSON.stringify({ pid: deadPid, born: '' })
    for (const file of [lockFile(), `${lockFile()}.taking`]) writeFileSync(file, dead)
    lockDataDir(dir)()
    expect(readdirSync(dir)).toEqual([])
  })

  it('does not remove the lock of a successor', () => {
    const release = lockDataDir(dir)
    writeFileSync(lockFile(), JSON.stringify({ pid: deadPid, born: '' }))
    release()
    expect(existsSync(lockFile())).toBe(true)
  })
})

describe('a data directory that cannot be used', () => {
  const message = (path: string) => messageOf(() => lockDataDir(path)())
  const sentence = (path: string, reason: string): string =>
    `${path} cannot be used as a folder (${reason}): start with another DATA_DIR.`

  it('is refused in one sentence: it, or a folder above it, is a file', () => {
    lockDataDir(dir)()
    const file = join(dir, 'file')
    writeFileSync(file, '')
    expect(message(file)).toBe(sentence(file, 'it is a file'))
    expect(message(join(file, 'data'))).toBe(sentence(file, 'it is a file'))
    expect(message(join(file, 'data/deeper'))).toBe(sentence(file, 'it is a file'))
  })

  it.runIf(process.platform === 'linux')(
    "is refused in one sentence: no folder can be created there (Linux's /proc)",
    () => {
      for (const path of ['/proc/data', '/proc/data/deeper'])
        expect(message(path)).toMatch(
          /^\/proc\/data\S* cannot be used as a folder \(.+\): start with another DATA_DIR\.$/,
        )
    },
  )

  it('is refused in one sentence: a link in its path points nowhere, or to itself', () => {
    mkdirSync(dir)
    const link = join(dir, 'link')
    symlinkSync(join(dir, 'gone'), link)
    for (const path of [link, join(link, 'deeper')])
      expect(message(path)).toBe(sentence(path, 'a link in its path points nowhere'))
    const circle = join(dir, 'circle')
    symlinkSync(circle, circle)
    expect(message(circle)).toBe(sentence(circle, 'a link in its path points to itself'))
  })

  it('is refused in one sentence: its lock file is a folder', () => {
    mkdirSync(lockFile(), { recursive: true })
    expect(message(dir)).toBe(sentence(dir, 'its lock file is a folder'))
  })

  it('is refused in one sentence: its name is too long', () => {
    const path = join(dir, 'a'.repeat(300))
    expect(message(path)).toBe(sentence(path, 'its name is too long'))
  })

  it.skipIf(process.getuid === undefined || process.getuid() === 0)(
    'is refused in one sentence: this user may not write there (skipped for root, who may, and without users)',
    () => {
      lockDataDir(dir)()
      chmodSync(dir, 0o500)
      for (const path of [dir, join(dir, 'data'), join(dir, 'data/deeper')])
        expect(message(path)).toBe(sentence(path, 'this user may not write there'))
      chmodSync(dir, 0o700)
    },
  )
})
