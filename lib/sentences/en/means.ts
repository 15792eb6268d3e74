import type { Sentences } from '../sentences.ts'

/** A test compares these with docs/errors.md. */
export const means: Sentences['means'] = {
  possible_duplicate:
    'Another event asked for the same pieces of the same order a short time ago. Or the external number of a new order is taken. The text names that event or order.',
  same_parcel:
    'A return of the order has the pieces that the request is about, all of them or a part, and it is not certain that it is the same parcel. The text names the returns.',
  too_many:
    'The request asks for more pieces than are left to return. All returns of the order count, including one that an earlier request for the same pieces made.',
  order_ambiguous:
    'Several orders fit what the event names, the only one does not carry the label that the event names, the shops use that label for several orders, or the back office does not show that the contact has the e-mail address. The text lists them. Or so much fits that the bridge did not read all of it. The bridge has already waited for a label from a shop (appearsWithin).',
  email_mismatch:
    'The e-mail address does not belong to the order, or there is none: a typing mistake, another address of the customer, or a stranger.',
  addresses_missing:
    'The order lacks an address that a return needs: the one of relation 1, or the delivery address (relation 2). Its return would be incomplete. What relation 1 means is not stated; it is called the billing address only if addressRelationTypes.billing is configured.',
  return_incomplete:
    'The return was created, but with another status than it should have. Return and comment are there.',
  outcome_unclear:
    'The bridge sent something and no usable answer came, and the back office does not show clearly what became of it: several records could be it, its list is incomplete, or the same record is there twice. Or a new order or the publication of an image was sent and is missing. Until it is settled, other events about the same order, number or image may wait for it.',
  deferred_too_long:
    'For more than a day the bridge could not work on the event: the back office limited or refused all calls, the login was closed, the id of the API user could not be read (backOffice.ownerId), another event had the lock of the order, or the state table or a secret could not be read, so that no run could begin.',
  source_unknown: 'The source of the event is no longer in the configuration.',
  withdrawal_unplaced:
    'A customer has withdrawn from the contract, and the bridge could not note it at the order, or not create its return. The text says why. Other events would have failed, or been ignored.',
  invariant_broken:
    'The bridge checks rules that must always hold, such as that nothing is sent without its record. One of them did not, and the bridge stopped before it went on. The text names the rule. It is a bug, or a table or the back office that broke its word.',
  write_cap:
    'Forms have written to the order as often as they may on one day of UTC (formsPerOrderAndDay, 20). A return and its comment count as one. Shops and operators are not counted: what they report has happened.',
  payload_invalid:
    'The bridge cannot read the delivery (for example, it is not JSON or nested too deeply), a required field is missing, or the body does not fit the topic in its header. The text names the field.',
  mapping:
    'The bridge can read the delivery, but cannot turn it into a command. The text names the field, or the function of bridge.config.ts.',
  order_unknown:
    'The back office has no sales order with that id, external number or e-mail address, or only cancelled ones. By number and by e-mail address the bridge finds only orders that are not cancelled; a comment by number also reaches a cancelled order. By e-mail address only the first contact counts, unless a label leads to another one. The bridge has already waited for an order from a shop (appearsWithin).',
  not_a_sales_order:
    'The event names its order by id, and the id belongs to a return or a credit note. By number and by e-mail address the bridge finds sales orders only; there the code is order_unknown.',
  order_cancelled:
    'The event names its order by id and the order is cancelled, or it was cancelled just after it was found. Nothing of it can be returned. By number and by e-mail address a cancelled order is not found; there the code is order_unknown.',
  line_unknown:
    'A line of the request is not in the order, cannot be returned (shipping costs, gift notes), or fits lines of different articles. The text names the order, and the ids of those lines.',
  nothing_to_return:
    'Nothing of the order is left to return: all of it was returned before, or it has only lines that cannot be returned (shipping costs, gift notes).',
  rejected:
    'The request was refused for good: by the back office, in its own words (what they quote of the request reads [what was sent]), or by the bridge, which sends nothing that the back office would reject and stores nothing that is too large, such as one more return of an order that has had a thousand. A comment on an order id that does not exist ends like this, too. After something was written, a 403 or 404 is retried first.',
  attempts_used_up:
    'All ten attempts over two days failed: there was no answer, or no complete one, or the run broke off in its work, by an error of a table or a bug. The waits between them are the same for all of these, also if a run could save nothing because its function was ended. A run that could not begin, because a table could not be reached, is no attempt. The text names the last known cause.',
  topic_not_mapped: 'Nothing is configured for this kind of message, or the configuration skips it.',
  test_delivery: 'The sender marked the delivery as a test.',
  already_done:
    'Another event reported the same fact, and its work is done. The text names that event. An event with at least one new fact does that one and ends done.',
  order_not_named:
    'The message names no order, so there is no order to comment on: a declined return of an older Shopify API version.',
}
