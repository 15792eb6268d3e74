import * as z from 'zod'
import { declareWithdrawal } from '../shared/requests.ts'
import { deliveryKeyOf, unreadable } from '../shared/translation.ts'
import type { SourceEvent, Translation } from '../source.ts'

/** Shopware's event of its withdrawal form (RevocationRequestEvent.php); an app may subscribe it and needs no permission. */
export const revocationEvent = 'revocation_request.sent'
const words = z.string().trim().min(1).optional().catch(undefined)
const payload = z.object({
  revocationRequestFormData: z.object({
    /** What the customer typed as the number of the contract. */
    contractNumber: words,
    email: words,
    firstName: words,
    lastName: words,
    comment: z.unknown().optional(),
    /** A time as PHP writes it: `{date, timezone}`. */
    submitTime: z.unknown().optional(),
  }),
})

const isEmpty = (comment: unknown): boolean =>
  comment === undefined || comment === null || (typeof comment === 'string' && comment.trim() === '')

/** Anybody can type any number: the e-mail must belong to the order. */
export function toWithdrawal(given: unknown, event: SourceEvent): Translation {
  const parsed = payload.safeParse(given)
  const form = parsed.data?.revocationRequestFormData
  const number = form?.contractNumber
  if (!form || (number === undefined && form.email === undefined))
    return unreadable('revocationRequestFormData.contractNumber', 'revocationRequestFormData.email')
  const name = [form.firstName, form.lastName].filter((part) => part !== undefined).join(' ')
  const written = words.parse(form.comment)
  const text = [name === '' ? undefined : `(${name})`, written].filter((part) => part !== undefined).join('\n')
  return declareWithdrawal(`revocation/${deliveryKeyOf(event)}`, {
    order: number === undefined ? { email: form.email ?? '' } : { externalNumber: number },
    email: form.email,
    requireEmail: true,
    // What the customer wrote may say that only a part is meant, also where it cannot be read.
    ...(isEmpty(form.comment) && { lines: 'all' as const }),
    declaredAt: timeOf(form.submitTime),
    text,
  })
}

const phpTime = z.object({ date: z.string(), timezone: z.string() })

/** ISO 8601; undefined where the zone is a name, or nothing can be read. */
function timeOf(given: unknown): string | undefined {
  const php = phpTime.safeParse(given).data
  const zone = php?.timezone === 'UTC' ? 'Z' : (php?.timezone ?? '')
  const text = php ? `${php.date.replace(' ', 'T').slice(0, 19)}${zone}` : given
  const isExact = typeof text === 'string' && /^\d{4}-\d\d-\d\dT.*(?:Z|[+-]\d\d:\d\d)$/.test(text)
  const time = isExact ? Date.parse(text) : Number.NaN
  return Number.isNaN(time) ? undefined : new Date(time).toISOString()
}
