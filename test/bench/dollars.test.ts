import { describe, expect, it } from 'vitest'
import { billOf, monthlyOf, totalOf, type Use } from '../../scripts/bench/dollars.ts'
import { readStage, type Stage } from '../../scripts/bench/stage.ts'
import { functionEntries } from '../../scripts/build.ts'

const stage: Stage = {
  architecture: 'arm64',
  memoryOf: (name) => (name === 'worker' ? 512 : 1_024),
  ...{ alarms: 18, secrets: 2, keys: 1, routeMetrics: 12 },
}
const gb = 2 ** 30
const use: Use = {
  usage: { requests: 9, readUnits: 8, writeUnits: 16 },
  bytes: { events: gb / 30, state: gb / 400 },
  shares: [
    { name: 'shop-webhook', runs: 1, ms: 1_000 },
    { name: 'worker', runs: 2, ms: 3_000 },
  ],
  deliveries: 1,
  logBytes: gb,
}

describe('the bill of an event', () => {
  const bill = billOf(use, stage)

  it.each([
    ['functions: seconds times GB', bill.functions, (1 + 3 * 0.5) * 0.000_013_333_4],
    ['requests: one of the API, three of Lambda', bill.requests, 1.6 / 1_000_000],
    ['tables: units of each kind', bill.tables, (16 * 0.625 + 8 * 0.125) / 1_000_000],
    ['stored: bytes for as long as they are kept, and their recovery', bill.stored, (2 / (365 / 12)) * 0.45],
    ['logs: their intake, and a month', bill.logs, 0.5 + (30 / (365 / 12)) * 0.03],
  ])('has %s', (_what, dollars, expected) => expect(dollars).toBeCloseTo(expected, 12))

  it('adds up', () => {
    const { functions, requests, tables, stored, logs } = bill
    expect(totalOf(bill)).toBe(functions + requests + tables + stored + logs)
  })
})

it('a month costs what is there even if nothing comes in', () => {
  const idle: Use = { ...use, bytes: { events: 0, state: 0 }, shares: [], deliveries: 0, logBytes: 0 }
  const { schedule, ...fixed } = monthlyOf(stage, idle)
  // Two functions, 8,760 times each.
  const secretReads = expect.closeTo(1.752 * (0.05 + 0.03), 9)
  expect(fixed).toEqual({ alarms: 1.8, secrets: 0.8, keys: 1, secretReads, routeMetrics: expect.closeTo(3.6) })
  // 43,800 minutes of 16 write and 8 read units.
  expect(schedule).toBeCloseTo((43_800 * (16 * 0.625 + 8 * 0.125)) / 1_000_000, 9)
})

describe('the deployed stage', () => {
  it('is read from the parts of the template', async () => {
    const { architecture, memoryOf, ...counts } = await readStage()
    expect(architecture).toBe('arm64')
    expect(counts).toEqual({ alarms: expect.any(Number), secrets: 2, keys: 1, routeMetrics: expect.any(Number) })
    expect(counts.alarms).toBeGreaterThan(10)
    for (const entry of await functionEntries()) {
      const name = entry.replace(/^.*\/(.*)\.ts$/, '$1')
      expect(memoryOf(name)).toBeGreaterThanOrEqual(128)
    }
    expect(() => memoryOf('nobody')).toThrow(/has no function nobody/)
  })
})
