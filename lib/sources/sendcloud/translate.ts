import * as z from 'zod'
import type { LineRef } from '../../commands.ts'
import { brief } from '../../plain-text.ts'
import { lineBy, optional, partsOf, quantity } from '../shared/payload-parts.ts'
import { addComment, createReturn, numberInWords } from '../shared/requests.ts'
import { signBy } from '../shared/signature.ts'
import { byTopic, type Naming, unreadable } from '../shared/translation.ts'
import type { Source, SourceEvent, SourceSettings, Translation } from '../source.ts'
import { acceptSendcloud, returnCreated, sendcloudScheme } from './accept.ts'

/** A return of the portal, when the customer makes it (sendcloud.dev/api/v2/webhooks/return-created). Reasons are ids of Sendcloud's. */

const text = z.union([z.string().trim().min(1), z.number()]).transform(String)
const item = z.object({
  sku: optional(text),
  description: optional(text),
  quantity: optional(quantity),
  return_reason_id: optional(text),
})
const shopReturn = z.object({
  id: text,
  order_number: text,
  return_reason_id: optional(text),
  refund_type: optional(z.string()),
  items: partsOf(item),
})

const reasonOf = (id: string | null | undefined) => (id ? `Sendcloud ${id}` : undefined)

function toReturn(payload: unknown, _event: SourceEvent, { returns }: SourceSettings): Translation {
  const parsed = shopReturn.safeParse(payload)
  if (!parsed.success) return unreadable('data.id', 'data.order_number')
  const { id, order_number: number, return_reason_id, refund_type, items } = parsed.data
  const given = (items ?? []).filter((one) => one?.quantity !== 0)
  const lines = given.flatMap(toLine)
  const odd = given.length - lines.length
  const text = [
    `Sendcloud return ${brief(id, 60)} on order ${numberInWords(number)}.`,
    ...(refund_type ? [`The customer asks for: ${brief(refund_type, 60)}.`] : []),
    ...(odd > 0 ? [`Lines that cannot be read: ${odd}. See Sendcloud.`] : []),
    ...(lines.length === 0 ? ['It does not say which articles: create the return by hand.'] : []),
  ].join('\n')
  const [key, order] = [`return/${id}`, { externalNumber: number }]
  if (lines.length === 0) return addComment(key, { order, text })
  const asked = { order, lines, parcel: key, reason: reasonOf(return_reason_id), text }
  return createReturn(key, asked, { mayMake: returns === 'never' ? false : undefined })
}

function toLine(given: z.infer<typeof item> | null | undefined): LineRef[] {
  const { sku, description: name, quantity, return_reason_id } = given ?? {}
  return lineBy({ sku, name }, { quantity, ...(return_reason_id && { reason: reasonOf(return_reason_id) }) })
}

const named: Naming = { name: 'action', read: ({ action, data }) => ({ topic: action, payload: data }) }
const neverMade = { returns: { never: 'link' } } as const

export const sendcloud: Source = {
  ...acceptSendcloud,
  isProgram: true,
  sendsLabel: true,
  ...byTopic(named, {
    mappings: { [returnCreated]: toReturn },
    reports: [
      { topics: [returnCreated], what: 'with_articles', kind: 'announcement', effect: 'return', by: neverMade },
      { topics: [returnCreated], what: 'without_articles', kind: 'announcement', effect: 'comment' },
    ],
  }),
  takes: [],
  sign: signBy(sendcloudScheme),
}
