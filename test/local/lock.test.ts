import { spawn } from 'node:child_process'
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { lockDataDir } from '../../local/lock.ts'

let dir: string
beforeEach(() => {
  dir = join(mkdtempSync(join(tmpdir(), 'bridge-lock-')), 'data')
})
afterEach(() => rmSync(join(dir, '..'), { recursive: true }))

const lockFile = (): string => join(dir, 'lock')

describe('the lock of the data directory', () => {
  it('makes the directory, holds the pid, and is gone when released', () => {
    const release = lockDataDir(dir)
    expect(JSON.parse(readFileSync(lockFile(), 'utf8')).pid).toBe(process.pid)
    release()
    expect(existsSync(lockFile())).toBe(false)
  })

  it('refuses a second holder with one sentence', () => {
    const release = lockDataDir(dir)
    expect(() => lockDataDir(dir)).toThrow(`${dir} is in use by process ${process.pid}: stop it first`)
    release()
  })

  it('takes over from a dead process', async () => {
    lockDataDir(dir)()
    writeFileSync(lockFile(), JSON.stringify({ pid: await deadPid(), born: '' }))
    const release = lockDataDir(dir)
    expect(JSON.parse(readFileSync(lockFile(), 'utf8')).pid).toBe(process.pid)
    release()
  })

  it.runIf(process.platform === 'linux')(
    "takes over from a dead process whose number lives on in another one (Linux's start times)",
    () => {
      lockDataDir(dir)()
      writeFileSync(lockFile(), JSON.stringify({ pid: process.pid, born: 'another boot/1' }))
      lockDataDir(dir)()
      expect(existsSync(lockFile())).toBe(false)
    },
  )

  it.each(['', 'half a js', '{}'])('takes over a lock that a crash left as %j', (content) => {
    lockDataDir(dir)()
    writeFileSync(lockFile(), content)
    lockDataDir(dir)()
    expect(existsSync(lockFile())).toBe(false)
  })

  it('does not remove the lock of a successor', async () => {
    const release = lockDataDir(dir)
    writeFileSync(lockFile(), JSON.stringify({ pid: await deadPid(), born: '' }))
    release()
    expect(existsSync(lockFile())).toBe(true)
  })
})

async function deadPid(): Promise<number> {
  const child = spawn(process.execPath, ['-e', ''])
  await new Promise((resolve) => child.once('exit', resolve))
  return child.pid ?? 0
}
