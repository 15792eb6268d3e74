/** An absent field means no limit. */
export type Limits = {
  readsPerMinute?: number
  writesPerMinute?: number
  readsPerDay?: number
  writesPerDay?: number
  /** Valid tokens at a time; a licence limit of the login, not a rate limit (docs/back-office.md 2.3). */
  sessions?: number
}

export type Window = { endsAtMs: number; used: number }
export type Windows = Map<string, Window>
