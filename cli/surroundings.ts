import type { Environment } from '../local/environment.ts'

/** Everything that a command reaches of the world. */
export type Surroundings = {
  env: Environment
  cwd: string
  now: () => number
  fetch: typeof fetch
  out: (text: string) => void
  err: (text: string) => void
}
