/** Where a sandbox keeps its world: lines in the order in which they came. */
export type Journal = {
  /** Undefined where nothing was ever kept. */
  read(): string[] | undefined
  /** Returns when the line outlives the process, throws when it does not. */
  append(line: string): void
  /** All lines at once, or none of them. */
  replace(lines: string[]): void
}

/** The lines are none that a sandbox of this version keeps. */
export class UnreadableJournal extends Error {
  override name = 'UnreadableJournal'
}
