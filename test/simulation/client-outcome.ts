import { LoginClosed, OutcomeUnknown, Rejected, RetryLater } from '../../lib/errors.ts'

/** What a caller gets (docs/back-office.md 12.2). Times are epoch milliseconds. */
export type Outcome =
  | { kind: 'value'; value: unknown }
  | { kind: 'retry' | 'deferral'; atMs: number | undefined; message: string }
  | { kind: 'rejected'; status: number; words: string }
  | { kind: 'unknown' | 'closed' }
  | { kind: 'error'; message: string }

export async function outcomeOf(work: Promise<unknown>): Promise<Outcome> {
  try {
    return { kind: 'value', value: await work }
  } catch (error) {
    if (error instanceof RetryLater)
      return { kind: error.deferral ? 'deferral' : 'retry', atMs: error.atMs, message: error.message }
    if (error instanceof Rejected)
      return { kind: 'rejected', status: error.status, words: [error.message, ...error.details].join('\n') }
    if (error instanceof OutcomeUnknown) return { kind: 'unknown' }
    if (error instanceof LoginClosed) return { kind: 'closed' }
    return { kind: 'error', message: error instanceof Error ? error.message : String(error) }
  }
}
