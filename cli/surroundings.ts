import type { Terminal } from '../local/ask.ts'
import type { Environment } from '../local/environment.ts'
import type { Screen } from './show/screen.ts'

/** Everything that a command uses from outside this process. */
export type Surroundings = {
  env: Environment
  cwd: string
  /** The data directory of the bridge that is meant (`--data`, BRIDGE_DATA). Absent: the one of `npm start`. */
  dataDir?: string | undefined
  now: () => number
  fetch: typeof fetch
  out: (text: string) => void
  err: (text: string) => void
  /** Prints what is safe for a terminal already, because its colours are not to be escaped. Absent: `out` does it. */
  print?: (text: string) => void
  /** Absent: as wide as its text, and without colours. */
  screen?: Screen
  /** Shows a line in place of the last one, on a terminal; an empty one takes it away. Absent: nobody sees it. */
  status?: ((text: string) => void) | undefined
  /** Calls back at the first Ctrl-C; absent: it ends the process. Answers what takes that back. */
  onInterrupt?: ((stop: () => void) => () => void) | undefined
  sleep?: (ms: number) => Promise<void>
  /** Absent: nobody can be asked. */
  terminal?: Terminal | undefined
}
