const berlin = new Intl.DateTimeFormat('sv-SE', { timeZone: 'Europe/Berlin', dateStyle: 'short', timeStyle: 'medium' })

const twoDigits = (value: number): string => String(value).padStart(2, '0')

/** Local time with its offset, like `2025-08-31T12:46:59+02:00` (public facts, Records: times). */
export const toLocalTime = (epochMs: number): string => {
  const wholeSeconds = Math.floor(epochMs / 1000) * 1000
  const local = berlin.format(wholeSeconds).replace(' ', 'T')
  const offsetMinutes = Math.round((Date.parse(`${local}Z`) - wholeSeconds) / 60_000)
  const sign = offsetMinutes < 0 ? '-' : '+'
  const size = Math.abs(offsetMinutes)
  return `${local}${sign}${twoDigits(Math.floor(size / 60))}:${twoDigits(size % 60)}`
}
