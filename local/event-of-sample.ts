import * as z from 'zod'
import type { SentSample } from './send-sample.ts'

/** An id of the bridge. Whatever else answers at its port puts nothing into a command to be copied. */
const stored = z.object({ id: z.string().regex(/^[\w.:+=~/-]{1,300}$/) })

/** The id of the stored event; undefined for a refused delivery, a label or a ping. */
export function eventOfSample({ body }: Pick<SentSample, 'body'>): string | undefined {
  try {
    return stored.safeParse(JSON.parse(body)).data?.id
  } catch {
    return undefined
  }
}
