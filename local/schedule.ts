import { randomUUID } from 'node:crypto'

export type Schedule = {
  /** Starts nothing more; a run that is under way ends by itself. */
  stop(): void
}

/** Beyond it a timer of Node would ring at once. */
const longestTimerMs = 2 ** 31 - 1

/**
 * Runs a function after `firstAfterMs` (absent: at once) and then every `everyMs`, as EventBridge would, but never over itself: after
 * a long run the next one starts when it has ended. A failed run is reported and changes nothing.
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

  const turn = async (): Promise<void> => {
    const startedAt = now()
    await run().catch((error: unknown) => report('The scheduled run failed', error))
    if (!stopped) wait(startedAt + everyMs - now())
  }
  const wait = (ms: number): void => {
    timer = setTimeout(turn, Math.min(Math.max(0, ms), longestTimerMs))
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
/** More often it would do nothing else. */
const shortestMinuteMs = 50

/** The minute of serverless.yml's schedule at a time scale, in milliseconds. */
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
