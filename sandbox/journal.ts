/** Where a sandbox keeps its world: lines, oldest first. */
export type Journal = {
  /** Undefined if nothing was ever kept. */
  read(): string[] | undefined
  /** Returns once the line is safe if the process dies. Throws if it cannot be kept. */
  append(line: string): void
  /** Replaces all lines at once, or none of them. */
  replace(lines: string[]): void
}

/** A sandbox of this version did not write these lines. */
export class UnreadableJournal extends Error {
  override name = 'UnreadableJournal'
}
