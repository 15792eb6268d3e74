import { execFile } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { describe, expect, it } from 'vitest'
import { runSchedule } from './schedule.ts'
import { isOverDynamo } from './town/dynamo-stores.ts'
import { placeNames } from './town/places.ts'

const main = fileURLToPath(new URL('./main.ts', import.meta.url))

/**
 * The program as a person starts it; its sources are loaded anew, so that a break can be in them. One thread: each loads them for
 * itself, and the tests beside this one have the other processors.
 */
async function simulate(...args: string[]): Promise<{ code: number; lines: string[]; complaint: string }> {
  try {
    const { stdout } = await promisify(execFile)(process.execPath, [main, '--workers', '1', ...args])
    return { code: 0, lines: stdout.trim().split('\n'), complaint: '' }
  } catch (error) {
    const { code, stdout, stderr } = error as { code: number; stdout: string; stderr: string }
    return { code, lines: stdout.trim().split('\n'), complaint: stderr }
  }
}

describe('the simulation', { timeout: 400_000 }, () => {
  it('finds nothing lost, doubled, locked or stuck in 200 schedules, says so, and ends with 0', async () => {
    const { code, lines } = await simulate('--seeds', '200', '--from', '1')
    expect(lines.some((line) => line.startsWith('200 schedules '))).toBe(true)
    for (const place of placeNames) expect(lines).toContainEqual(expect.stringMatching(` ${place}$`))
    const told = lines.join('\n')
    // Faults that last reach their place, too: outages, refusals, and two versions beside each other.
    for (const effect of ['request of an outage', 'refused for ever', 'refused without the right', 'newer format met'])
      expect(told).toContain(effect)
    expect(lines.slice(-2)).toEqual(['0 lost, 0 duplicated, 0 lock-outs, 0 stuck', '0 violations'])
    expect(code).toBe(0)
  })

  it('runs the same for the same seed', async () => {
    const logOf = async (seed: number) => {
      const lines: string[] = []
      await runSchedule(seed, { tell: (line) => lines.push(line) })
      return lines
    }
    // Over the stores in memory, and over the adapters of DynamoDB.
    expect([7, 23].map(isOverDynamo)).toEqual([false, true])
    for (const seed of [7, 23]) {
      const story = await logOf(seed)
      expect(story.length).toBeGreaterThan(100)
      expect(await logOf(seed)).toEqual(story)
      expect(await logOf(8)).not.toEqual(story)
    }
  })

  it('ends with 1 and names the seed where something is violated', async () => {
    const { code, lines } = await simulate('--seeds', '1', '--break', 'stream as the only wake-up')
    expect(lines.some((line) => /^seed \d+: stuck/.test(line))).toBe(true)
    expect(code).toBe(1)
  })

  it('refuses a name that is none, and a folder that is no checkout', async () => {
    expect((await simulate('--break', 'no such thing')).complaint).toContain('--break must be one of')
    expect((await simulate('--beyond', 'reason')).complaint).toContain('--beyond must be one of: clocks, settling')
    expect((await simulate('--beside', '/tmp')).complaint).toContain('--beside must be the folder of a checkout')
  })

  it('draws a place and prints it', async () => {
    const { code, lines } = await simulate('--seeds', '1', '--from', 'random')
    expect(lines[0]).toMatch(/^from [1-9]\d*$/)
    expect(lines.at(-1)).toBe('0 violations')
    expect(code).toBe(0)
  })
})
