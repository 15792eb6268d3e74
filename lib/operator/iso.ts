/** A time as answers show it: ISO 8601, UTC. */
export const iso = (ms: number): string => new Date(ms).toISOString()
