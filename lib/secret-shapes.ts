import * as z from 'zod'
import { readBaseUrl } from './back-office/http/base-url.ts'

/** Messages never show what was found: it is a secret. */
const filled = z
  .string({ error: 'must be a text' })
  .refine((text) => text.trim() !== '', { error: 'must not be empty' })
const address = z.unknown().superRefine((value, context) => {
  const base = readBaseUrl(value)
  if ('problem' in base) context.addIssue({ code: 'custom', message: base.problem })
})

/** The back office's secret. */
export const backOfficeSecret = z.object(
  { baseUrl: address, username: filled, password: filled },
  { error: 'must be a JSON object' },
)

/** One source's secrets: any of them fits, so that they can be rotated. */
export const sourceSecrets = z
  .array(filled, { error: 'must be a list of texts' })
  .min(1, { error: 'must not be an empty list' })

/** The sources' secret: source name to its secrets. */
export const sourcesSecret = z.record(z.string(), sourceSecrets, { error: 'must be a JSON object' })

/** What is wrong with a secret, one sentence a field, naming fields and never values; empty where all is well. */
export function secretProblems(shape: z.ZodType, value: unknown): string[] {
  const issues = shape.safeParse(value).error?.issues ?? []
  return issues.map(({ path, message }) => `${path.join('.') || 'the secret'} ${message}`)
}
