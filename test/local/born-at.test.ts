import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync, symlinkSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it, onTestFinished } from 'vitest'
import { bornAt } from '../../local/born-at.ts'
import { runUnreaped, temporaryFolder, until, untilUnreaped } from './running-stack.ts'

const statOf = (pid: number): string => readFileSync(`/proc/${pid}/stat`, 'utf8')

describe('bornAt', () => {
  it('is always the same text for a living process', () => {
    expect(bornAt(process.pid)).toBeTypeOf('string')
    expect(bornAt(process.pid)).toBe(bornAt(process.pid))
  })

  it('is undefined for a process that is dead and reaped', async () => {
    const child = spawn(process.execPath, ['-e', ''])
    await once(child, 'exit')
    expect(bornAt(child.pid ?? 0)).toBeUndefined()
  })

  it.runIf(process.platform === 'linux')('is undefined for one that is dead and not reaped by its parent', async () => {
    const { pid } = await runUnreaped(['sleep', '120'])
    expect(bornAt(pid)).toBeTypeOf('string')
    process.kill(pid, 'SIGKILL')
    await untilUnreaped(pid)
    expect(() => process.kill(pid, 0)).not.toThrow()
    expect(bornAt(pid)).toBeUndefined()
  })

  it.runIf(process.platform === 'linux')('finds one alive whose name looks like the state of a dead one', async () => {
    const name = 'x) Z 1 (y'
    const link = join(temporaryFolder(), name)
    symlinkSync('/bin/sh', link)
    const child = spawn(link, ['-c', 'read wait'])
    onTestFinished(() => void child.kill('SIGKILL'))
    const pid = child.pid ?? 0
    await until('its name', () => statOf(pid).includes(`(${name})`))
    const started = statOf(pid).split(`(${name}) `)[1]?.split(' ')[19]
    expect(bornAt(pid)).toMatch(new RegExp(`^[0-9a-f-]{36}/${started}$`))
  })
})
