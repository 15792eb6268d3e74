import * as z from 'zod'

/** An id or a name as senders give it: text or a number. Whatever else it is counts as absent. */
export const givenName = z
  .union([z.string().min(1), z.number().transform(String)])
  .optional()
  .catch(undefined)
