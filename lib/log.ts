/** What happened, for CloudWatch. Fields are ids, codes and counts: never a secret, a token, personal data, a body or a price. */
export type Log = {
  info(message: string, fields: Record<string, unknown>): void
  warn(message: string, fields: Record<string, unknown>): void
  error(message: string, fields: Record<string, unknown>): void
}

/** When a table refuses a request, the SDK alone fills ten frames and more. */
export const maxFrames = 20

/** The name and the frames of an error. Its message stays out: it may quote a payload or an answer. */
export function traceOf(error: unknown): { error: string; at: string[] } {
  if (!(error instanceof Error)) return { error: typeof error, at: [] }
  const { stack = '', message } = error
  // A line of the message can look like a frame.
  const start = stack.indexOf(message)
  const frames = stack
    .slice(start === -1 ? 0 : start + message.length)
    .split('\n')
    .filter((line) => /^\s+at /.test(line) && !/\(node:|at node:/.test(line))
  return { error: error.name, at: frames.slice(0, maxFrames).map((line) => line.trim()) }
}
