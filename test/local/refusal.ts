import { CannotStart } from '../../local/cannot-start.ts'

/** What a person reads who cannot start; empty where `run` succeeds. */
export function messageOf(run: () => unknown): string {
  try {
    run()
  } catch (error) {
    if (error instanceof CannotStart) return error.message
    throw error
  }
  return ''
}
