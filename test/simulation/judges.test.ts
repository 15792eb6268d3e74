import { execFile } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { describe, expect, it } from 'vitest'
import { edited } from './breaks/edit.ts'
import { maskedBreaks, pairs } from './breaks/pairs.ts'

const root = new URL('../../', import.meta.url)
const main = fileURLToPath(new URL('./main.ts', import.meta.url))

async function simulate(...args: string[]): Promise<{ code: number; lines: string[]; complaint: string }> {
  try {
    const { stdout } = await promisify(execFile)(process.execPath, [main, '--workers', '1', ...args])
    return { code: 0, lines: stdout.trim().split('\n'), complaint: '' }
  } catch (error) {
    const { code, stdout, stderr } = error as { code: number; stdout: string; stderr: string }
    return { code, lines: stdout.trim().split('\n'), complaint: stderr }
  }
}

describe('a schedule that hangs', { timeout: 400_000 }, () => {
  it('ends with a verdict where no virtual time passes, and the next one begins', async () => {
    const hangs = ['--break', 'a free call that asks for its slot again', '--most-seconds', '4']
    const { code, lines } = await simulate('--seeds', '2', ...hangs)
    expect(lines).toContain('seed 1: hung: no verdict after 4 s')
    expect(lines).toContain('seed 2: hung: no verdict after 4 s')
    expect(code).toBe(1)
  })

  it('is left out after three in a row, and the run says how many were', async () => {
    const hangs = ['--break', 'a free call that asks for its slot again', '--most-seconds', '2']
    const { code, lines } = await simulate('--seeds', '5', ...hangs)
    expect(lines.filter((line) => line.includes('hung'))).toHaveLength(3)
    expect(lines.at(-1)).toBe('2 schedules were left out')
    expect(code).toBe(1)
  })

  it('tells its story as far as it came', async () => {
    const hangs = ['--break', 'a free call that asks for its slot again', '--most-seconds', '4']
    const { code, lines } = await simulate('--seed', '1', ...hangs)
    expect(lines.length).toBeGreaterThan(10)
    expect(lines).toContain('VIOLATION hung: no verdict after 4 s')
    expect(code).toBe(1)
  })

  it('ends where virtual time goes on for ever', async () => {
    const { lines } = await simulate('--breaks', '--seeds', '50', '--break', 'a schedule that never stops reading')
    expect(lines).toEqual([expect.stringContaining('hung: more than 400000 steps')])
  })
})

describe('the judge of economy', { timeout: 400_000 }, () => {
  it.each([
    ['a refusal that is sent again', 'writes that were refused'],
    ['a claim before its time', 'claimed early'],
    ['an order that is read twice', 'calls, not'],
    ['a login beside a token that serves', 'login although a token serves'],
    ['a refusal that others need not obey', 'not obeyed'],
  ])('finds %s', async (name, proof) => {
    const { code, lines } = await simulate('--breaks', '--seeds', '200', '--break', name)
    expect(lines).toEqual([expect.stringContaining(proof)])
    expect(code).toBe(0)
  })
})

describe('faults that last', { timeout: 400_000 }, () => {
  it('lets no function send by a clock that must have noticed, and loses nothing', async () => {
    const { code, lines } = await simulate('--seeds', '30', '--beyond', 'clocks')
    expect(lines).toContainEqual(expect.stringMatching(/ clock in doubt$/))
    expect(lines.at(-1)).toBe('0 violations')
    expect(code).toBe(0)
  })

  it('finds functions that send by such a clock', async () => {
    const undoubted = ['--break', 'a clock that nobody doubts']
    const { code, lines } = await simulate('--seeds', '10', '--beyond', 'clocks', ...undoubted)
    expect(lines).toContainEqual(expect.stringContaining('sent by a wrong clock'))
    expect(code).toBe(1)
  })

  it('reports each return and comment that a late write doubles, where the settling time is too short', async () => {
    const { code, lines } = await simulate('--seeds', '60', '--beyond', 'settling')
    expect(lines).toContain('beyond the assumption, by kind:')
    expect(code).toBe(0)
  })
})

describe('breaks at once', { timeout: 400_000 }, () => {
  it('fit the sources as they are', () => {
    for (const edit of Object.values(maskedBreaks).flat()) {
      const source = readFileSync(new URL(edit.file, root), 'utf8')
      expect(edited(source, edit)).not.toBe(source)
    }
  })

  it('are found as a pair', async () => {
    const [[first, second] = ['', '']] = pairs
    const { code, lines } = await simulate('--breaks', '--pair', '--seeds', '500', '--break', first, '--break', second)
    expect(lines).toEqual([expect.stringMatching(new RegExp(`^\\| ${first} \\+ ${second} \\| \\d+ \\|`))])
    expect(code).toBe(0)
  })

  it('refuses a name that is none, and a folder that is no checkout', async () => {
    expect((await simulate('--break', 'no such thing')).complaint).toContain('--break must be one of')
    expect((await simulate('--beyond', 'reason')).complaint).toContain('--beyond must be one of: clocks, settling')
    expect((await simulate('--beside', '/tmp')).complaint).toContain('--beside must be the folder of a checkout')
  })
})
