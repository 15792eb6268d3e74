import * as z from 'zod'

/** A time as a person gives it: ISO 8601 with its offset, because a time without one means another moment on another machine. */
export const isoTime = z.iso.datetime({
  offset: true,
  error: 'write a time with its offset, such as 2026-03-01T00:00:00Z or 2026-03-01T00:00:00+01:00',
})
