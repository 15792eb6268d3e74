/** Output that cannot be written (its reader has gone, its disk is full) is no reason to end: the work here is not the terminal's. */
export function ignoreOutputErrors(): void {
  for (const stream of [process.stdout, process.stderr]) stream.on('error', () => {})
}
