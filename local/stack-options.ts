import type { LocalSettings } from './environment.ts'

export type StackOptions = {
  settings: LocalSettings
  /** The environment that the functions will read: `process.env`. */
  env: Record<string, string | undefined>
  report: (message: string, error: unknown) => void
}

/** Each ends a part of the stack; they run in reverse order. */
export type Closers = (() => unknown)[]
