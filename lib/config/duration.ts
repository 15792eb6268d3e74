const unitMs = { s: 1_000, m: 60_000, h: 3_600_000, d: 86_400_000 } as const

/** `90s`, `15m`, `1h`, `7d`: a whole number and a unit, as bridge.config.ts writes them. */
export const durationPattern = /^([1-9]\d{0,5})([smhd])$/

/** Milliseconds of a duration that fits `durationPattern`. */
export function durationMs(text: string): number {
  const [, count, unit] = durationPattern.exec(text) ?? []
  if (!count || !unit)
    throw new TypeError(`"${text}" is not a duration: write a whole number and s, m, h or d, such as "15m"`)
  return Number(count) * unitMs[unit as keyof typeof unitMs]
}
