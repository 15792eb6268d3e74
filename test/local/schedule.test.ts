import { setTimeout as sleep } from 'node:timers/promises'
import { describe, expect, it } from 'vitest'
import { minuteAt, scheduledEvent, startSchedule } from '../../local/schedule.ts'
import { untilSoon } from './until.ts'

describe('the local schedule', () => {
  it('runs at once and then repeatedly, until it is stopped', async () => {
    let runs = 0
    const schedule = start(5, async () => ++runs)
    await untilSoon(() => runs >= 3)
    schedule.stop()
    const then = runs
    await sleep(30)
    expect(runs).toBe(then)
  })

  it('delays its first run if asked to, even by more than a timer can wait', async () => {
    let runs = 0
    const run = async () => ++runs
    const soon = startSchedule({ everyMs: 5, firstAfterMs: 40, run, now: Date.now, report: () => {} })
    const never = startSchedule({ everyMs: 5, firstAfterMs: 2 ** 40, run, now: Date.now, report: () => {} })
    await sleep(15)
    expect(runs).toBe(0)
    await untilSoon(() => runs >= 2)
    soon.stop()
    const then = runs
    await sleep(20)
    expect(runs).toBe(then)
    never.stop()
  })

  it('never runs twice at a time', async () => {
    let running = 0
    let most = 0
    let runs = 0
    const schedule = start(1, async () => {
      most = Math.max(most, ++running)
      await sleep(10)
      running--
      runs++
    })
    await untilSoon(() => runs >= 4)
    schedule.stop()
    expect(most).toBe(1)
  })

  it('reports a failed run and goes on', async () => {
    const reports: unknown[] = []
    let runs = 0
    const failing = async (): Promise<void> => {
      runs++
      throw new Error('no table')
    }
    const report = (_message: string, error: unknown): number => reports.push(error)
    const schedule = startSchedule({ everyMs: 1, run: failing, now: Date.now, report })
    await untilSoon(() => runs >= 2)
    schedule.stop()
    expect(reports[0]).toEqual(new Error('no table'))
  })

  it('starts no other run if it is stopped during one', async () => {
    let runs = 0
    const schedule = start(1, async () => {
      runs++
      await sleep(20)
    })
    await untilSoon(() => runs === 1)
    schedule.stop()
    await sleep(40)
    expect(runs).toBe(1)
  })

  it.each([
    [0.001, 60_000_000],
    [1, 60_000],
    [600, 100],
    [100_000, 50],
  ])('at a time scale of %d has a minute of %d ms', (timeScale, ms) => {
    expect(minuteAt(timeScale)).toBe(ms)
  })

  it('passes an event like that of EventBridge', () => {
    expect(scheduledEvent('retry', Date.UTC(2026, 0, 2, 3, 4, 5, 678))).toMatchObject({
      'detail-type': 'Scheduled Event',
      source: 'aws.events',
      time: '2026-01-02T03:04:05Z',
      detail: {},
    })
  })
})

function start(everyMs: number, run: () => Promise<unknown>) {
  return startSchedule({ everyMs, run, now: Date.now, report: () => {} })
}
