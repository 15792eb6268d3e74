import { type Program, readBanner, spawnProgram } from '../local/program.ts'

/** `npm start`'s process over one data directory, killed and started again. */
export type BridgeProcess = {
  /** Starts it; `up` resolves when it serves and rejects where it ends before that. */
  start(): { up: Promise<void> }
  /** SIGKILL to this process alone. False where it had ended by itself, which it never should. */
  kill(): Promise<boolean>
  /** While it serves. */
  url(): string | undefined
  /** What the last one has written. */
  output(): string
}

const startsWithinMs = 60_000

export function createBridgeProcess(env: { DATA_DIR: string; BACKOFFICE_URL: string }): BridgeProcess {
  let program: Program | undefined
  let url: string | undefined
  return {
    start() {
      url = undefined
      // Settling takes one second; the send window (5 s) and the request's timeout (10 s) are as ever.
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
      const lived = child.exitCode === null && child.signalCode === null
      await stop('SIGKILL')
      return lived
    },
    url: () => url,
    output: () => program?.output() ?? '',
  }
}
