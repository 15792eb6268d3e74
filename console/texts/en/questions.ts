import type { FailedCode, HeldCode } from '../../../lib/reasons.ts'

/** What a held or failed event asks a person. */
export const questions: Readonly<Record<FailedCode | HeldCode, string>> = {
  payload_invalid: 'What did the sender mean?',
  mapping: 'What did the sender mean?',
  order_unknown: 'Which order is meant?',
  not_a_sales_order: 'Which sales order is meant?',
  order_cancelled: 'Is it right that the order is cancelled?',
  line_unknown: 'Which article comes back?',
  nothing_to_return: 'Is it right that nothing is left to return?',
  rejected: 'Can what was refused be put right?',
  attempts_used_up: 'Is the cause gone, so that it can be tried again?',
  possible_duplicate: 'Is it meant a second time?',
  same_parcel: 'Is it the same parcel?',
  too_many: 'How many pieces come back?',
  order_ambiguous: 'Which order is meant?',
  email_mismatch: 'Is it the same customer?',
  addresses_missing: 'Has the order its addresses by now?',
  return_incomplete: 'Is the return complete by now?',
  outcome_unclear: 'Is it settled in the back office by now?',
  deferred_too_long: 'Is the cause gone, so that it can be tried again?',
  source_unknown: 'Is this sender still wanted?',
  withdrawal_unplaced: 'Which order did the customer withdraw from?',
  invariant_broken: 'Is the bug fixed, so that it can be checked again?',
  write_cap: 'Are all these forms genuine?',
  not_shipped: 'Does the customer have the goods?',
}

/** What the button says that lets such an event go on. */
export const answers = {
  email_mismatch: 'Yes, let it go on',
  order_ambiguous: 'Yes, it is this order',
  not_shipped: 'Yes, let it go on',
  addresses_missing: 'Yes, check again',
  return_incomplete: 'Yes, check again',
  outcome_unclear: 'Yes, look again',
  attempts_used_up: 'Yes, try again',
  deferred_too_long: 'Yes, try again',
  invariant_broken: 'Yes, check again',
}

/** What the case is, by the code and what it says further. */
export const cases = {
  'possible_duplicate.same_lines': 'Another event asked for the same pieces of the order a short time ago.',
  'same_parcel.covered': 'A return of the order has the pieces already that are asked for.',
  'same_parcel.several': 'Several returns of the order have the pieces that are asked for.',
  'same_parcel.part': 'A return of the order has a part of the pieces that are asked for.',
  'same_parcel.gone': 'The return that was chosen has left the order.',
  'order_ambiguous.unlabelled': 'The order that fits does not carry the label that was given.',
  'order_ambiguous.label': 'The label that was given does not show which order is meant.',
  'order_ambiguous.shared_label': 'Several orders have the label that was given.',
  'order_ambiguous.shared_number': 'Orders of several shops have the number that was given.',
  'order_ambiguous.unproven': 'Nothing proves that the order belongs to the e-mail that was given.',
  'order_ambiguous.several': 'Several orders fit what was given.',
  'order_ambiguous.too_many': 'So much fits what was given that not all of it was read.',
  'order_ambiguous.split': 'The order was split, and its parts hold different lines: each part gets its own return.',
  'email_mismatch.true': 'The e-mail that was given is not the one of the order.',
  'email_mismatch.false': 'No e-mail was given, so nothing shows that the sender may act for the order.',
  addresses_missing:
    'The order lacks an address, so a return of it would be incomplete. Add it in the back office first.',
  topic_not_mapped: 'The sender reported something with which nothing is to be done.',
  withdrawal_unplaced: 'A customer has withdrawn from the contract, and it could not be noted or done in full:',
}

/** What was done for an event. */
export const did = {
  returned: (pieces: number | undefined, isHere: boolean) =>
    `A return of ${pieces === undefined ? 'what was left' : pieces === 1 ? '1 piece' : `${pieces} pieces`} was ${isHere ? 'entered' : 'announced'} on`,
  linked: 'It belongs to a return that was there, on',
  return: 'return',
  commented: (count: number) => (count === 1 ? 'A comment was written on' : `${count} comments were written on`),
  ordered: 'A new order was created:',
  published: (count: number) => (count === 1 ? 'An image was made visible.' : `${count} images were made visible.`),
  order: (name: string) => `order ${name}`,
  anOrder: 'an order',
  nothing: 'Nothing was left to do.',
}
