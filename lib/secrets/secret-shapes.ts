import * as z from 'zod'
import { isLoopback, readBaseUrl } from '../back-office/http/base-url.ts'

/** Messages never show the value: it is a secret. */
const filled = z.string({ error: 'must be text' }).refine((text) => text.trim() !== '', { error: 'must not be empty' })
const address = z.unknown().superRefine((value, context) => {
  const base = readBaseUrl(value)
  if ('problem' in base) context.addIssue({ code: 'custom', message: base.problem })
})

const fields = { baseUrl: address, username: filled, password: filled }
export const backOfficeSecret = z.object(fields, { error: 'must be a JSON object' })

/** The secrets of one source. Any of them is valid, so that they can be rotated. */
export const sourceSecrets = z
  .array(filled, { error: 'must be a list of texts' })
  .min(1, { error: 'must not be an empty list' })

export const sourcesSecret = z.record(z.string(), sourceSecrets, { error: 'must be a JSON object' })

/** Problems of a secret, one sentence a field. They name fields, never values. Empty: no problem. */
export function secretProblems(shape: z.ZodType, value: unknown): string[] {
  const issues = shape.safeParse(value).error?.issues ?? []
  return issues.map(({ path, message }) => `${path.join('.') || 'the secret'} ${message}`)
}

const fewestCharacters = 16
/** A random one has more, even of hexadecimal digits. */
const fewestDifferent = 6

/** Trying has no lockout: the token in the state table is sealed with it. A back office on this machine is a sandbox. */
export function isWeakPassword({ baseUrl, password }: { baseUrl: string; password: string }): boolean {
  const isShort = password.length < fewestCharacters || new Set(password.toLowerCase()).size < fewestDifferent
  return isShort && !isLoopback(baseUrl)
}
