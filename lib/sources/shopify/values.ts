import * as z from 'zod'
import { brief } from '../../plain-text.ts'
import { optional } from '../shared/payload-parts.ts'

/** An amount: text, or a number from senders that re-serialise. Either is shown as it came. */
export const amount = z
  .union([z.string().trim().min(1), z.number()])
  .transform((value) => brief(String(value), 40) ?? '')

/** An amount in the currency of the shop, beside the same in the customer's. */
export const moneySet = z.object({ shop_money: z.object({ amount, currency_code: optional(z.string()) }) })
type MoneySet = z.infer<typeof moneySet>

export const showAmount = (value: string, currency: string | null | undefined): string =>
  [value, brief(currency, 10)].filter(Boolean).join(' ')

export const showMoney = (set: MoneySet | null | undefined): string | undefined =>
  set ? showAmount(set.shop_money.amount, set.shop_money.currency_code) : undefined

/** The same, but nothing for zero: Shopify sends totals of zero for what a record does not have. */
export const showUnlessZero = (set: MoneySet | null | undefined): string | undefined =>
  set && /[1-9]/.test(set.shop_money.amount) ? showMoney(set) : undefined

/** A number, or text if the sender or parseJson kept it exact that way. */
export const shopifyId = z
  .union([z.int().nonnegative(), z.string()])
  .transform(String)
  .pipe(z.string().regex(/^\d{1,25}$/))

export const identified = z.object({ id: optional(shopifyId), admin_graphql_api_id: optional(z.string()) })

export const listLines = (lines: readonly string[]): string[] =>
  lines.length > 40 ? [...lines.slice(0, 40), `- and ${lines.length - 40} more lines`] : [...lines]

export function sentence(title: string, amounts: readonly string[]): string[] {
  if (amounts.length === 0) return []
  const more = amounts.length - 20
  return [`${title}: ${amounts.slice(0, 20).join(', ')}${more > 0 ? `, and ${more} more` : ''}.`]
}
