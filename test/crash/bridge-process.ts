import { type Program, readBanner, spawnProgram } from '../local/program.ts'

/** The process of `npm start` over one data directory, to be killed and started again. */
export type BridgeProcess = {
  /** Starts it. `up` resolves when it serves requests, and rejects if it ends before that. */
  start(): { up: Promise<void> }
  /** Sends SIGKILL to this process only. False if it had already ended by itself, which it never should. */
  kill(): Promise<boolean>
  /** Undefined unless it serves requests. */
  url(): string | undefined
  /** The output of the last process. */
  output(): string
}

const startsWithinMs = 60_000

export function createBridgeProcess(env: { DATA_DIR: string; BACKOFFICE_URL: string }): BridgeProcess {
  let program: Program | undefined
  let url: string | undefined
  return {
    start() {
      url = undefined
      // At this scale settling takes one second; the send window (5 s) and the request timeout (10 s) are not scaled.
      const started = spawnProgram('local/start.mjs', [], { ...env, PORT: '0', LOCAL_TIME_SCALE: '300' })
      program = started
      const up = readBanner(started, startsWithinMs).then((banner) => {
        if (program === started) url = banner.url
      })
      up.catch(() => {})
      return { up }
    },
    async kill() {
      if (!program) return true
      const { child, stop } = program
      url = undefined
      const wasAlive = child.exitCode === null && child.signalCode === null
      await stop('SIGKILL')
      return wasAlive
    },
    url: () => url,
    output: () => program?.output() ?? '',
  }
}
