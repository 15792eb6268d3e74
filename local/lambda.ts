import type { Context } from 'aws-lambda'

/** One function with its Lambda configuration. */
export type LocalFunction = {
  name: string
  timeoutMs: number
  handler: (event: never, context: Context) => unknown
}

export type Invoker = {
  /**
   * Runs a function as Lambda does: event and result pass through JSON, and the call fails at the function's timeout.
   */
  invoke(target: LocalFunction, event: unknown): Promise<unknown>
  /** Resolves when no run is left, including runs beyond their timeout. */
  settled(): Promise<void>
}

export function createInvoker({ now, newId }: { now: () => number; newId: () => string }): Invoker {
  const running = new Set<Promise<unknown>>()

  return {
    async invoke(target, event) {
      const context = makeContext(target, newId(), now() + target.timeoutMs, now)
      const run = (async () => target.handler(throughJson(event) as never, context))()
      const ended: Promise<unknown> = run.then(
        () => running.delete(ended),
        () => running.delete(ended),
      )
      running.add(ended)
      return throughJson(await withTimeout(run, target))
    },
    async settled() {
      while (running.size > 0) await Promise.all(running)
    },
  }
}

/** Lambda kills a function at its timeout. Here the run goes on unseen, so its late effects must be safe. */
async function withTimeout(run: Promise<unknown>, { name, timeoutMs }: LocalFunction): Promise<unknown> {
  let timer: NodeJS.Timeout | undefined
  const timeout = new Promise<never>((_, reject) => {
    timer = setTimeout(
      () => reject(new Error(`${name}: Task timed out after ${(timeoutMs / 1_000).toFixed(2)} seconds`)),
      timeoutMs,
    )
  })
  try {
    return await Promise.race([run, timeout])
  } finally {
    clearTimeout(timer)
  }
}

function makeContext({ name }: LocalFunction, requestId: string, deadline: number, now: () => number): Context {
  const ignore = () => {}
  return {
    callbackWaitsForEmptyEventLoop: true,
    functionName: name,
    functionVersion: '$LATEST',
    invokedFunctionArn: `arn:aws:lambda:eu-central-1:000000000000:function:${name}`,
    memoryLimitInMB: '512',
    awsRequestId: requestId,
    logGroupName: `/aws/lambda/${name}`,
    logStreamName: 'local',
    getRemainingTimeInMillis: () => Math.max(0, deadline - now()),
    done: ignore,
    fail: ignore,
    succeed: ignore,
  }
}

function throughJson(value: unknown): unknown {
  return value === undefined ? undefined : JSON.parse(JSON.stringify(value))
}
