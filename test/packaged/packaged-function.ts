import { type ChildProcess, spawn } from 'node:child_process'
import { type Outcome, type RuntimeApi, startRuntimeApi } from '../../scripts/bench/runtime-api.ts'
import { runtimeClient } from '../../scripts/install-runtime-client.ts'

/** A function as the template deploys it. */
export type Deployment = {
  name: string
  handler: string
  timeoutMs: number
  memoryMb: number
  /** The function's own variables, without those of this machine. */
  variables: Record<string, string>
  /** The folder of its unpacked zip. */
  folder: string
}

export type PackagedFunction = {
  /**
   * Rejects if the handler or its start fails, or if the environment ends first; the message has the end of the log.
   */
  invoke(event: unknown): Promise<unknown>
  /** Ends its environment at once, as Lambda does at the timeout. The next invocation starts another one. */
  kill(): Promise<void>
  /** The output of all its environments. */
  log(): string
  /** The errors in the log. */
  errors(): Record<string, unknown>[]
}

export type Clock = {
  /** How far the clock of this bridge is ahead of the machine's. */
  aheadMs: number
}

type Environment = { child: ChildProcess; api: RuntimeApi; aheadMs: number; ended: Promise<void> }

/** Code that runs before the function's own. */
export type Preload = (aheadMs: number) => string

/** A function under AWS's runtime interface client, in one environment that the first invocation starts. */
export function createPackagedFunction(deployment: Deployment, clock: Clock, preload: Preload): PackagedFunction {
  const { name, timeoutMs } = deployment
  let environment: Environment | undefined
  let log = ''

  async function start(): Promise<Environment> {
    const { aheadMs } = clock
    const api = await startRuntimeApi()
    const before = `data:text/javascript,${encodeURIComponent(preload(aheadMs))}`
    const child = spawn(process.execPath, ['--import', before, runtimeClient, deployment.handler], {
      cwd: deployment.folder,
      env: { ...lambdaVariables(deployment), ...deployment.variables, AWS_LAMBDA_RUNTIME_API: api.address },
      stdio: ['ignore', 'pipe', 'pipe'],
    })
    for (const stream of [child.stdout, child.stderr]) stream.on('data', (text) => (log += text))
    const { promise: ended, resolve } = Promise.withResolvers<void>()
    child.once('close', () => resolve())
    return { child, api, aheadMs, ended }
  }

  /** The clock of a running process cannot be changed. */
  const isUsable = ({ child, aheadMs }: Environment): boolean =>
    aheadMs === clock.aheadMs && child.exitCode === null && child.signalCode === null

  async function kill(): Promise<void> {
    const ending = environment
    environment = undefined
    ending?.child.kill('SIGKILL')
    await ending?.ended
    ending?.api.close()
  }

  async function run(event: unknown): Promise<unknown> {
    if (environment && !isUsable(environment)) await kill()
    environment ??= await start()
    const { api, ended, child } = environment
    const deadlineMs = Date.now() + clock.aheadMs + timeoutMs
    const arn = `arn:aws:lambda:eu-central-1:000000000000:function:${name}`
    const outcome: Outcome = await Promise.race([
      api.invoke(event, { arn, deadlineMs }),
      ended.then(() => ({ error: `its environment ended with ${child.signalCode ?? child.exitCode}` })),
    ])
    if ('answer' in outcome) return outcome.answer
    throw new Error(`${name} failed: ${JSON.stringify(outcome.error)}\n${log.slice(-4_000)}`)
  }

  /** One at a time: an environment gets its next event only after its answer. */
  let last: Promise<unknown> = Promise.resolve()
  const invoke = (event: unknown): Promise<unknown> => {
    const outcome = last.then(() => run(event))
    last = outcome.catch(() => {})
    return outcome
  }

  const errors = (): Record<string, unknown>[] =>
    log
      .split('\n')
      .filter((line) => line.startsWith('{"level":"ERROR"'))
      .map((line) => JSON.parse(line))

  return { invoke, kill, log: () => log, errors }
}

/** The variables that Lambda itself sets: https://docs.aws.amazon.com/lambda/latest/dg/configuration-envvars.html. */
const lambdaVariables = ({ name, handler, memoryMb, folder }: Deployment): Record<string, string> => ({
  _HANDLER: handler,
  LAMBDA_TASK_ROOT: folder,
  AWS_LAMBDA_FUNCTION_NAME: name,
  AWS_LAMBDA_FUNCTION_VERSION: '$LATEST',
  AWS_LAMBDA_FUNCTION_MEMORY_SIZE: String(memoryMb),
  AWS_LAMBDA_LOG_GROUP_NAME: `/aws/lambda/${name}`,
  AWS_LAMBDA_LOG_STREAM_NAME: 'one',
  AWS_LAMBDA_INITIALIZATION_TYPE: 'on-demand',
  AWS_EXECUTION_ENV: 'AWS_Lambda_nodejs24.x',
  AWS_REGION: 'eu-central-1',
  AWS_DEFAULT_REGION: 'eu-central-1',
  AWS_ACCESS_KEY_ID: 'OFITSROLE',
  AWS_SECRET_ACCESS_KEY: 'of-its-role',
  AWS_SESSION_TOKEN: 'of-its-role',
  TZ: ':UTC',
  LANG: 'en_US.UTF-8',
})
