/** A limit that a design decision has set: a ratio, a count or an amount. */
export type Limit = { atMost: number } | { atLeast: number }

/** One line of the table. A line without a limit only informs. */
export type Row = {
  what: string
  measured: number
  /** Written behind the number: `x` of a ratio, ` KB`, ` calls`. */
  unit: string
  limit?: Limit
}

/** How much a run measures. The full sizes are those of the published table. */
export const fullSizes = {
  /** Starts of each function. */
  starts: 15,
  /** Rounds of warm deliveries, and how many are in each. */
  rounds: 9,
  accepts: 1_000,
  /** Returns at each rate of `cost`. */
  arrivals: 1_000,
  /** Returns that wait when `drain` begins. */
  backlog: 1_000,
  /** Events that `scale` stores, against a thousandth of them. */
  stored: 1_000_000,
  /** Failed events that `scale` stores, against a hundredth of them. */
  failed: 20_000,
  /** Events that `full-start` stores, and how often it starts. */
  kept: 100_000,
  fullStarts: 5,
  /** Deliveries of `burst`. */
  deliveries: 10_000,
  /** Returns that `end-to-end` sends. */
  returns: 300,
}

export type Sizes = Record<keyof typeof fullSizes, number>

/** Enough to see that each part works; what it prints says nothing about speed. */
export const tinySizes: Sizes = {
  starts: 1,
  rounds: 1,
  accepts: 5,
  arrivals: 4,
  backlog: 12,
  stored: 2_000,
  failed: 400,
  kept: 100,
  fullStarts: 1,
  deliveries: 40,
  returns: 3,
}

/** Measures one thing. Throws if it cannot be measured here, or if what it ran did not do what it must. */
export type Part = { says: string; measure(sizes: Sizes): Promise<Row[]> }

/** What one part of a run has measured, or why it could not. */
export type PartReport = { part: string; tookMs: number; rows: Row[]; failed?: string }
