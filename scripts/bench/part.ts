/** A limit that a design decision has set: a ratio, a count or a size. */
export type Limit = { atMost: number } | { atLeast: number }

/** A number that was measured. One without a limit only informs. */
export type Figure = {
  measured: number
  /** Written behind the number: `x` of a ratio, ` KB`, ` calls`. `$` is written before it. */
  unit: string
  limit?: Limit
}

/** One line of the table. */
export type Row = {
  what: string
  figures: readonly Figure[]
  /** How often it was measured; once if absent. */
  tries?: number
}

/** Measures one thing. Throws if it cannot be measured here, or if what it ran did not do what it must. */
export type Part = {
  says: string
  /** Whether other work on the machine can change the figures: then a budget counts as missed only if it is missed each time. */
  isTimed?: boolean
  measure(): Promise<Row[]>
}

/** What one part of a run has measured, or why it could not. */
export type PartReport = { part: string; rows: readonly Row[]; failed?: string }

export const median = (values: readonly number[]): number =>
  values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? Number.NaN
