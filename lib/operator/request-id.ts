import * as z from 'zod'

/** Made once by whoever asks: asking again under the same id does nothing twice. */
export const requestId = z
  .string()
  .regex(/^[\w.:-]{1,100}$/, 'use letters, digits and . _ : - (100 at most)')
  .optional()
