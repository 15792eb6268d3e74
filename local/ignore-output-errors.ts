/**
 * Keeps the process running when its output cannot be written, for example because the reader is gone or the disk is
 * full.
 */
export function ignoreOutputErrors(): void {
  for (const stream of [process.stdout, process.stderr]) stream.on('error', () => {})
}
