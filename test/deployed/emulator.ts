import { spawn } from 'node:child_process'
import { createInterface } from 'node:readline'
import { emulator } from '../../scripts/install-emulator.ts'
import { startDynamoDbLocal } from '../inbox/dynamodb-local.ts'

type Keys = { accessKeyId: string; secretAccessKey: string }

/** What IAM decided about one call. */
export type Decision = {
  /** The name of a role or of a user. */
  caller: string
  /** As policies name it, such as `dynamodb:GetItem`. */
  action: string
  resources: string[]
  allowed: boolean
}

export type Emulator = {
  url: string
  /** The keys of who deploys. */
  person: Keys
  /** The keys of AWS's own services. */
  aws: Keys
  decisions: Decision[]
  /** A call of an API as AWS itself, by the names of its Python SDK. Rejects if it is refused. */
  call<T = Record<string, unknown>>(service: string, operation: string, parameters?: object): Promise<T>
  close(): Promise<void>
}

type Line = Decision & { answers?: number; result?: unknown; error?: string }

/** Starts an AWS account of its own: on loopback, in memory, with rights checked. */
export async function startEmulator(): Promise<Emulator> {
  const tables = await startDynamoDbLocal()
  const child = spawn(emulator.python, [emulator.program, tables.endpoint], { stdio: ['pipe', 'pipe', 'pipe'] })
  const kill = () => child.kill('SIGKILL')
  process.once('exit', kill)
  const ended = Promise.withResolvers<never>()
  ended.promise.catch(() => {})
  let said = ''
  child.stderr.on('data', (text) => (said = `${said}${text}`.slice(-4_000)))
  child.once('close', () => ended.reject(new Error(`the emulator has ended: ${said}`)))
  const decisions: Decision[] = []
  const open = new Map<number, PromiseWithResolvers<unknown>>()
  const ready = Promise.withResolvers<{ url: string; person: Keys; aws: Keys }>()
  createInterface(child.stdout).on('line', (text) => {
    const line = JSON.parse(text) as Line
    if ('url' in line) ready.resolve(line as never)
    else if (line.answers === undefined) decisions.push(line)
    else if (line.error === undefined) open.get(line.answers)?.resolve(line.result)
    else open.get(line.answers)?.reject(new Error(line.error))
  })
  const { url, person, aws } = await Promise.race([ready.promise, ended.promise])
  let last = 0
  return {
    ...{ url, person, aws, decisions },
    async call<T>(service: string, operation: string, parameters: object = {}) {
      const id = ++last
      const answer = Promise.withResolvers<unknown>()
      open.set(id, answer)
      child.stdin.write(`${JSON.stringify({ id, service, operation, parameters })}\n`)
      return (await Promise.race([answer.promise, ended.promise]).finally(() => open.delete(id))) as T
    },
    async close() {
      process.off('exit', kill)
      child.stdin.end()
      await ended.promise.catch(() => {})
      await tables.close()
    },
  }
}
