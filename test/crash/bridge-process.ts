import { spawnSync } from 'node:child_process'
import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { readRunFile } from '../../local/run-file.ts'
import { readSecrets, secretsFile } from '../../local/secrets-file.ts'
import { type Program, readBanner, spawnProgram } from '../local/program.ts'
import { until } from '../local/until.ts'

/** What runs the bridge for good, and what tries it out. */
export const programs = ['serve', 'start'] as const
export type ProgramName = (typeof programs)[number]

/** The process of a bridge over one data directory, to be killed and started again. */
export type BridgeProcess = {
  /** Starts it. `up` resolves when it serves requests, and rejects if it ends before that. */
  start(): { up: Promise<void> }
  /** Sends SIGKILL to this process only. False if it had already ended by itself, which it never should. */
  kill(): Promise<boolean>
  /** Of its webhooks. Undefined unless it serves requests. */
  url(): string | undefined
  /** Sends an operator's command. Undefined if it could not answer; the caller may repeat the command. */
  operate<T>(command: Record<string, unknown>): Promise<T | undefined>
  /** From now on it can write nothing, on a disk that is full or read-only, until what this returns is called. Undefined where that cannot be done. */
  spoilDisk(how: 'full' | 'read-only'): (() => void) | undefined
  /** The output of the last process. */
  output(): string
}

type Given = { folder: string; backOfficeUrl: string }
type Addresses = { webhooks: string; console: string; key?: string }
type Starting = { program: Program; up: Promise<Addresses> }

const startsWithinMs = 60_000
/** At this scale settling takes one second; the send window (5 s) and the request timeout (10 s) are not scaled. */
export const timeScale = 300

const starters: Record<ProgramName, (given: Given) => () => Starting> = {
  start({ folder, backOfficeUrl }) {
    const env = { DATA_DIR: join(folder, 'data'), BACKOFFICE_URL: backOfficeUrl, PORT: '0' }
    return () => {
      const program = spawnProgram('local/start.mjs', [], { ...env, LOCAL_TIME_SCALE: String(timeScale) })
      const up = readBanner(program, startsWithinMs).then(({ url }) => ({ webhooks: url, console: url }))
      return { program, up }
    }
  },
  serve({ folder, backOfficeUrl }) {
    const [data, secrets] = [join(folder, 'data'), join(folder, 'secrets')]
    mkdirSync(secrets)
    const demo = readSecrets(secretsFile)
    writeFileSync(join(secrets, 'back-office.json'), JSON.stringify({ ...demo.backOffice, baseUrl: backOfficeUrl }))
    writeFileSync(join(secrets, 'sources.json'), JSON.stringify(demo.sources))
    const args = ['--data', data, '--secrets', secrets, '--port', '0', '--console-port', '0']
    return () => {
      const program = spawnProgram('test/crash/scaled-serve.ts', args, {})
      const up = until(
        'the bridge',
        () => {
          if (program.child.exitCode !== null) throw new Error(`it ended:\n${program.output()}`)
          return program.output().includes('is running.') ? readRunFile(data) : undefined
        },
        startsWithinMs,
      )
      return { program, up }
    }
  },
}

export function createBridgeProcess(name: ProgramName, given: Given): BridgeProcess {
  const starter = starters[name](given)
  let program: Program | undefined
  let found: Addresses | undefined
  return {
    start() {
      found = undefined
      const started = starter()
      program = started.program
      const up = started.up.then((addresses) => {
        if (program === started.program) found = addresses
      })
      up.catch(() => {})
      return { up }
    },
    async kill() {
      if (!program) return true
      const { child, stop } = program
      found = undefined
      const wasAlive = child.exitCode === null && child.signalCode === null
      await stop('SIGKILL')
      return wasAlive
    },
    url: () => found?.webhooks,
    operate: async (command) => (found ? await operate(found, command) : undefined),
    spoilDisk(how) {
      const limit = (size: string): boolean =>
        spawnSync('prlimit', [`--fsize=${size}:unlimited`, '--pid', String(program?.child.pid)]).status === 0
      // Unlike the rights of a file, this holds for files that are open and for root, as on a disk that became read-only.
      const change = (flag: string): boolean =>
        spawnSync('chattr', ['-R', flag, join(given.folder, 'data')]).status === 0
      if (how === 'full') return limit('4096') ? () => void limit('unlimited') : undefined
      if (change('+i')) return () => void change('-i')
      change('-i')
      return undefined
    },
    output: () => program?.output() ?? '',
  }
}

async function operate<T>({ console: url, key }: Addresses, command: Record<string, unknown>): Promise<T | undefined> {
  try {
    const response = await fetch(`${url}/operator`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...(key !== undefined && { authorization: `Bearer ${key}` }) },
      body: JSON.stringify(command),
      signal: AbortSignal.timeout(10_000),
    })
    const answer = (await response.json()) as { ok: boolean; result?: T }
    return answer.ok ? answer.result : undefined
  } catch {
    return undefined
  }
}
