import { randomUUID } from 'node:crypto'

export type Schedule = {
  /** Starts no further run. A current run ends by itself. */
  stop(): void
}

/** With a longer delay, a timer of Node fires at once. */
const longestTimerMs = 2 ** 31 - 1

/**
 * Runs a function after `firstAfterMs` (at once if absent) and then every `everyMs`. Unlike EventBridge it never runs
 * it twice at a time: a run that is due meanwhile starts when the current one has ended. After a failed run it reports
 * the error and goes on.
 */
export function startSchedule(options: {
  everyMs: number
  firstAfterMs?: number
  run: () => Promise<unknown>
  now: () => number
  report: (message: string, error: unknown) => void
}): Schedule {
  const { everyMs, firstAfterMs = 0, run, now, report } = options
  let timer: NodeJS.Timeout | undefined
  let stopped = false

  const runOnce = async (): Promise<void> => {
    const startedAt = now()
    await run().catch((error: unknown) => report('The scheduled run failed', error))
    if (!stopped) wait(startedAt + everyMs - now())
  }
  const wait = (ms: number): void => {
    timer = setTimeout(runOnce, Math.min(Math.max(0, ms), longestTimerMs))
  }
  wait(firstAfterMs)

  return {
    stop() {
      stopped = true
      clearTimeout(timer)
    },
  }
}

const minuteMs = 60_000
/** With shorter minutes the process would do nothing else. */
const shortestMinuteMs = 50

/** How many milliseconds the schedule's minute (serverless.yml) takes at a time scale. */
export const minuteAt = (timeScale: number): number => Math.max(shortestMinuteMs, minuteMs / timeScale)

/** The event of an EventBridge rule with a schedule. */
export function scheduledEvent(functionName: string, nowMs: number): Record<string, unknown> {
  return {
    version: '0',
    id: randomUUID(),
    'detail-type': 'Scheduled Event',
    source: 'aws.events',
    account: '000000000000',
    time: new Date(nowMs).toISOString().replace(/\.\d+Z$/, 'Z'),
    region: 'eu-central-1',
    resources: [`arn:aws:events:eu-central-1:000000000000:rule/${functionName}`],
    detail: {},
  }
}
