import type { Environment } from '../local/environment.ts'
import type { Terminal } from './ask.ts'

/** Everything that a command uses from outside this process. */
export type Surroundings = {
  env: Environment
  cwd: string
  now: () => number
  fetch: typeof fetch
  out: (text: string) => void
  err: (text: string) => void
  /** Absent: nobody can be asked. */
  terminal?: Terminal | undefined
}
