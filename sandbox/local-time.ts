const berlin = new Intl.DateTimeFormat('sv-SE', { timeZone: 'Europe/Berlin', dateStyle: 'short', timeStyle: 'medium' })

const hourMs = 3_600_000
const offsets = new Map<number, number>()

/** Minutes that Berlin is ahead of UTC; it changes at whole hours only, and asking the time zone takes long. */
const offsetIn = (hour: number): number => {
  const known = offsets.get(hour)
  if (known !== undefined) return known
  const startMs = hour * hourMs
  const local = Date.parse(`${berlin.format(startMs).replace(' ', 'T')}Z`)
  const offset = Math.round((local - startMs) / 60_000)
  offsets.set(hour, offset)
  return offset
}

const twoDigits = (value: number): string => String(value).padStart(2, '0')

/** Local time with its offset, like `2025-08-31T12:46:59+02:00` (public facts, Records: times). */
export const toLocalTime = (epochMs: number): string => {
  const offsetMinutes = offsetIn(Math.floor(epochMs / hourMs))
  const local = new Date(epochMs + offsetMinutes * 60_000).toISOString().slice(0, 19)
  const sign = offsetMinutes < 0 ? '-' : '+'
  const size = Math.abs(offsetMinutes)
  return `${local}${sign}${twoDigits(Math.floor(size / 60))}:${twoDigits(size % 60)}`
}
