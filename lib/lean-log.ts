import type { Context } from 'aws-lambda'
import type { Log } from './log.ts'

/** `level`: the least that is written, such as `INFO`. `isOnDemand`: the first invocation waited for the start. */
export type LogSettings = { level: string; service: string; isOnDemand: boolean }

export type LeanLog = Log & {
  /** The lines from now on are of this invocation. */
  begin(context: Context): void
}

type Options = LogSettings & {
  now: () => number
  traceId: () => string | undefined
  /** Takes a line without its end. Errors and warnings go to the second. */
  out: (line: string) => void
  err: (line: string) => void
}

/** As Powertools orders them. */
const levels = ['TRACE', 'DEBUG', 'INFO', 'WARN', 'ERROR', 'CRITICAL', 'SILENT']
type Level = 'INFO' | 'WARN' | 'ERROR'

/** Structured lines for CloudWatch with the fields of Powertools' Logger, which takes longer to load than all else that a webhook is. */
export function createLeanLog({ level, service, isOnDemand, now, traceId, out, err }: Options): LeanLog {
  const least = levels.includes(level) ? level : 'INFO'
  let invocation: Record<string, unknown> = {}
  let isFirst = isOnDemand

  function write(as: Level, message: string, fields: Record<string, unknown>): void {
    if (levels.indexOf(as) < levels.indexOf(least)) return
    const timestamp = new Date(now()).toISOString()
    const own = { level: as, message, timestamp, service, ...invocation, sampling_rate: 0, xray_trace_id: traceId() }
    // Its own fields come first, and no other of their names replaces one.
    const told = Object.entries({ ...own, ...fields, ...own }).filter(([, value]) => !isEmpty(value))
    const line = JSON.stringify(Object.fromEntries(told))
    if (as === 'INFO') out(line)
    else err(line)
  }

  return {
    info: (message, fields) => write('INFO', message, fields),
    warn: (message, fields) => write('WARN', message, fields),
    error: (message, fields) => write('ERROR', message, fields),

    begin({ invokedFunctionArn, memoryLimitInMB, functionName, awsRequestId }) {
      invocation = {
        cold_start: isFirst,
        function_arn: invokedFunctionArn,
        function_memory_size: memoryLimitInMB,
        function_name: functionName,
        function_request_id: awsRequestId,
      }
      isFirst = false
    },
  }
}

const isEmpty = (value: unknown): boolean => value === undefined || value === null || value === ''
