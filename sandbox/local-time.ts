const berlin = new Intl.DateTimeFormat('sv-SE', { timeZone: 'Europe/Berlin', dateStyle: 'short', timeStyle: 'medium' })

const hourMs = 3_600_000
type Offset = { ms: number; text: string }
const offsets = new Map<number, Offset>()

/** How far Berlin is ahead of UTC. Kept by hour: it changes at whole hours only, and `Intl` is slow. */
const offsetIn = (hour: number): Offset => {
  const known = offsets.get(hour)
  if (known) return known
  const startMs = hour * hourMs
  const local = Date.parse(`${berlin.format(startMs).replace(' ', 'T')}Z`)
  const minutes = Math.round((local - startMs) / 60_000)
  const offset = { ms: minutes * 60_000, text: offsetText(minutes) }
  offsets.set(hour, offset)
  return offset
}

const twoDigits = (value: number): string => String(value).padStart(2, '0')

const offsetText = (minutes: number): string => {
  const size = Math.abs(minutes)
  return `${minutes < 0 ? '-' : '+'}${twoDigits(Math.floor(size / 60))}:${twoDigits(size % 60)}`
}

/** Local time with its offset, like `2025-08-31T12:46:59+02:00` (docs/back-office.md 1.3). */
export const toLocalTime = (epochMs: number): string => {
  const { ms, text } = offsetIn(Math.floor(epochMs / hourMs))
  return `${new Date(epochMs + ms).toISOString().slice(0, 19)}${text}`
}
