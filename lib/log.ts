/**
 * Where the bridge writes what happened. Fields are ids, codes and counts: never a secret, a token, personal data, an
 * answer's body or a price.
 */
export type Log = {
  info(message: string, fields: Record<string, unknown>): void
  warn(message: string, fields: Record<string, unknown>): void
  error(message: string, fields: Record<string, unknown>): void
}

/** Where a table refuses a request, the SDK's own frames are ten and more. */
export const mostFrames = 20

/** Where an error came from, by our own frames and without its message: that may quote a payload or an answer. */
export function traceOf(error: unknown): { error: string; at: string[] } {
  if (!(error instanceof Error)) return { error: typeof error, at: [] }
  const frames = (error.stack ?? '')
    .split('\n')
    .filter((line) => /^\s+at /.test(line) && !/\(node:|at node:/.test(line))
  return { error: error.name, at: frames.slice(0, mostFrames).map((line) => line.trim()) }
}
