/** Writes an error to the log of the process. */
export function report(message: string, error: unknown): void {
  process.stderr.write(`${message}: ${error instanceof Error ? (error.stack ?? error.message) : String(error)}\n`)
}
