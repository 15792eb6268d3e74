import type { InvalidFields, Problem } from '../../problems.ts'
import type { LineName } from '../../reasons.ts'
import type { LeftOutKind, LineAsked, LineTaken } from '../../workflow/plan-return/line-why.ts'
import { asSentence, type ByField, fieldList, lineName, type Sentences, sayBy } from '../sentences.ts'

const problems: ByField<'problem', Problem> = {
  own_words: (facts) => asSentence(facts.words),
  unexpected_body: (facts) => `The body is not ${bodies[facts.expected]}.`,
  too_deep: () => 'The body is nested too deeply.',
  unreadable: (facts) => `The message has no readable ${anyOf(facts.fields)}.`,
  not_of_topic: (facts) =>
    `Its topic is \`${facts.topic}\`, but its field \`${facts.field}\` is missing or says something else.`,
  none_of: (facts) => `The message has no ${anyOf(facts.fields)}.`,
  invalid_fields: (facts) => `${givers[facts.of]} invalid fields: ${facts.fields.join(', ')}.`,
  function_failed: (facts) =>
    `The ${facts.function} function of source ${facts.source} ${facts.what === 'threw' ? 'threw an error' : 'must not be async'}.`,
  answer_invalid: (facts) => `The answer to \`${facts.field}\` is not ${answers[facts.expected]}.`,
  answer_unreadable: (facts) => `The answer to \`${facts.field}\` cannot be read as a whole: part of it is no text.`,
  answer_unnamed: (facts) =>
    `No \`${facts.field}\` was answered, but a question without a name has a number, which could be it.`,
  answer_missing: (facts) => missing[facts.missing],
  no_pieces: () => 'The `quantity` is 0 for every line.',
  more_than_all: (facts) =>
    facts.quantity === undefined
      ? `The answer to \`${facts.field}\` asks for all lines, but other lines are named as well.`
      : `The answer to \`${facts.field}\` asks for every piece of all lines, but \`${facts.quantity}\` was answered as well.`,
  new_order_type: (facts) =>
    `The new order does not fit: body.typeId must be ${facts.salesOrder}. A return is a command of its own.`,
  new_order_number: (facts) =>
    `The new order does not fit: body.properties must hold ${number(facts)} once, as a text of 1 to ${facts.longest} characters without blanks around it.`,
  new_order_twice: (facts) => `The new orders do not fit: two orders of one event must not share ${number(facts)}.`,
  topic_unknown: (facts) =>
    facts.topic === undefined
      ? 'The delivery names no topic that can be read.'
      : `The topic \`${facts.topic}\` is not mapped.`,
  topic_not_on: (facts) => `The topic \`${facts.topic}\` is ignored unless \`on\` of the source names it.`,
  not_reported: (facts) => `The message reports no ${facts.what}.`,
  field_missing: (facts) => `The message has no \`${facts.field}\` that can be read.`,
  crm_events: () => 'A list of CRM events holds no form answers. Send the answers with a workflow webhook.',
  skipped: () => 'The configuration skips this event.',
  no_command: () => 'Nothing is mapped to this event.',
}

export const problem: Sentences['problem'] = (facts) => sayBy('problem', problems, facts)

const bodies = {
  json: 'JSON',
  object: 'a JSON object',
  multipart: 'multipart/form-data',
  object_or_form: 'a JSON object or form-encoded',
} as const

const givers = {
  return: 'The return has',
  comment: 'The comment has',
  withdrawal: 'The withdrawal has',
  translate: 'The translate function gave commands with',
  operator: 'The operator gave a command with',
} as const satisfies Record<InvalidFields['of'], string>

const answers = { email: 'an e-mail address', order_number: 'an order number', quantity: 'a whole number of pieces' }

const missing = {
  order_or_note:
    'Neither `order_number` nor `note` was answered. Map them with `fields` if the form calls them otherwise.',
  order_or_email: 'Neither `order_number` nor `email` was answered, so nothing shows which order is meant.',
  sku: 'No `sku` was answered. The answer "all" returns every line.',
} as const

const anyOf = (fields: readonly string[]): string => fieldList(fields, { or: 'or', field: 'field' })
const number = ({ property }: { property: number }): string => `property ${property} (the external order number)`

const lineWhy: Sentences['lineWhy'] = {
  all_lines: asked,
  named: asked,
  with_bundle: asked,
  type_not_returned: ({ typeId, kind }) => (kind ? notReturned[kind] : `lines of type ${typeId} are not returned`),
  phantom: () => 'a phantom line (no variation) is not returned',
  not_asked_for: () => 'not asked for',
  nothing_left: (facts) => `${facts.asked ? `${asked(facts.asked)}, but ` : ''}nothing of it is left to return`,
  request_unfulfilled: (facts) =>
    `${asked(facts.asked)}${facts.quantity === undefined ? '' : ` (${facts.quantity})`}, but the request as a whole cannot be fulfilled`,
}

const notReturned: Readonly<Record<LeftOutKind, string>> = {
  coupon: 'a coupon is not returned',
  giftCard: 'a gift card is not returned',
  shippingCosts: 'shipping costs are not returned',
  surcharge: 'a payment surcharge is not returned',
  giftWrap: 'gift wrap is not returned',
  unassigned: 'no article is assigned to the line: assign the article first',
  deposit: 'a deposit is not returned',
  order: 'a line that stands for an order is not returned',
  dunningCharge: 'a dunning charge is not returned',
  set: 'sets are not returned: add the set by hand',
  setComponent: 'parts of sets are not returned: add the part by hand',
  orderProperty: 'an order property is not returned',
}

function asked(facts: LineTaken | LineAsked): string {
  const more = 'hasSeveralReasons' in facts ? '; several reasons, the first counts' : ''
  return `${sayBy('code', whats, facts)}${more}`
}

const whats: ByField<'code', LineTaken | LineAsked> = {
  all_lines: () => 'all lines are returned',
  named: (facts) => `named by its ${inWords(facts.name)}`,
  perhaps_named: (facts) => `may be meant by its ${inWords(facts.name)}`,
  with_bundle: (facts) =>
    `comes along with its bundle${facts.cut ? `, as far as it is left (${facts.cut.came} of ${facts.cut.due})` : ''}`,
  of_bundle: () => 'belongs to a bundle that is asked for',
}

const names = { orderItemId: 'order item id', itemVariationId: 'variation id', sku: 'SKU', name: 'name' } as const
const inWords = (name: LineName): string => lineName(names, name)
export const problemSentences = { problem, lineWhy }
