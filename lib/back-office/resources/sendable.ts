import type * as z from 'zod'
import { Rejected } from '../../errors.ts'

/** Throws `Rejected` with status 0 where the back office would reject the body. The body is sent as it is. */
export function assertSendable(schema: z.ZodType, body: unknown, route: string): void {
  const result = schema.safeParse(body)
  if (result.success) return
  const details = result.error.issues.map(({ path, message }) => `${path.join('.') || 'body'}: ${message}`)
  throw new Rejected(`[POST] ${route} was not sent: ${details[0]}`, { status: 0, details })
}
