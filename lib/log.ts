/**
 * What happened, for CloudWatch. Fields are ids, codes, counts, and who decided, as said: never a secret, a token, other personal data, a body
 * or a price.
 */
export type Log = Record<'info' | 'warn' | 'error', (message: string, fields: Record<string, unknown>) => void>
/** `level`: the least that is written, such as `INFO`. `isOnDemand`: the first invocation waited for the start. */
export type LogSettings = { level: string; service: string; isOnDemand: boolean }

type Options = LogSettings & {
  now: () => number
  traceId: () => string | undefined
  /** Takes a line without its end. Errors and warnings go to the second. */
  out: (line: string) => void
  err: (line: string) => void
}

type Invocation = Readonly<
  Record<'invokedFunctionArn' | 'memoryLimitInMB' | 'functionName' | 'awsRequestId', string | undefined>
>

/** What Lambda's own setting of the level can name. */
const levels = ['TRACE', 'DEBUG', 'INFO', 'WARN', 'ERROR', 'CRITICAL', 'SILENT']
type Level = 'INFO' | 'WARN' | 'ERROR'
/** When a table refuses a request, the SDK alone fills ten frames and more, and ten is the default. */
const maxFrames = 20

/** Structured lines for CloudWatch. `begin`: the lines from now on are of this invocation. */
export function createLog({ level, service, isOnDemand, now, traceId, out, err }: Options) {
  Error.stackTraceLimit = maxFrames
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
  } satisfies Log & { begin(invocation: Invocation): void }
}

const isEmpty = (value: unknown): boolean => value === undefined || value === null || value === ''

/** The name and the frames of an error. Its message stays out: it may quote a payload or an answer. */
export function traceOf(error: unknown): { error: string; at: string[] } {
  if (!(error instanceof Error)) return { error: typeof error, at: [] }
  const { stack = '', message } = error
  // A line of the message can look like a frame.
  const start = stack.indexOf(message)
  const frames = stack
    .slice(start === -1 ? 0 : start + message.length)
    .split('\n')
    .filter((line) => /^\s+at /.test(line) && !/\(node:|at node:/.test(line))
  return { error: error.name, at: frames.slice(0, maxFrames).map((line) => line.trim()) }
}
