import { type Sentences, utc } from '../sentences.ts'

/** A test compares these with docs/errors.md. */
const advice: Sentences['advice'] = {
  possible_duplicate:
    'Find out whether both are meant. If so, release the event; otherwise discard it. A released return makes another label at the carrier. If the other event is held, settle that one first. A new order needs its number for itself: cancel the other order before the release.',
  same_parcel:
    'Compare the pieces with return.list, and ask the warehouse or the customer how many parcels there are. The same parcel: event.link with the id of its return. Another parcel: release the event; that creates a return with a carrier label of its own.',
  too_many:
    'Check with return.list whether the same was sent twice, and ask the customer. A release returns what is left, even for a second request. Otherwise discard the event and create the right return by hand (return.create).',
  order_ambiguous:
    'If the text names one order only and it is the right one, release the event; the release counts for this order only. Otherwise name the right order (event.correct); or write to it by hand (return.create or comment.add), then discard the event.',
  email_mismatch: 'Release it only if you know that the customer wrote it. Otherwise discard it.',
  addresses_missing: 'Add the address in the back office, then release the event.',
  return_incomplete:
    'Complete the return in the back office, then release the event: it ends without writing anything.',
  outcome_unclear:
    'Look at what the text names. The back office may show old data on its own pages for a while: order.get, return.list and comment.list read what is true. Cancel what is too much, then release the event: the bridge looks again. If the text says that a new order or an image is missing, the release sends it once more, but only if it is still missing then. If you settled it by hand, discard the event and say in the note what you found.',
  deferred_too_long: 'Find the cause in the history and fix it, then release the event.',
  source_unknown: 'Configure the source under the same name and release the event, or discard it.',
  withdrawal_unplaced:
    'Act at once: the time of a withdrawal counts by law. Find the order (order.find, contact.find), write the withdrawal to it by hand (comment.add), create the return if one is due (return.create), then discard the event and say in the note what you did. If the cause can be fixed, fix it and release the event.',
  invariant_broken:
    'Release the event once the bug is fixed, or to check again: the release checks everything once more. The line invariant broken in the log shows where it happened: report it with that. If you settled it by hand, discard the event and say in the note what you found.',
  write_cap:
    'Find out with event.list and the orderId what the forms have sent for the order. If somebody floods it, discard these events, and stop or protect the form. Release an event that is genuine: it is written at once, however many there were.',
  not_shipped:
    'Look at it (order.get). If the customer has the goods, for example because a part of it was delivered, release the event: that creates the return, with its label. If not, discard the event, and decide in the back office whether the order is cancelled.',
  payload_invalid:
    'Fix the sender and let it send again, as a new delivery with a new id: a delivery with the same id is a duplicate and changes nothing. If the bridge reads it wrongly, fix the bridge, then replay the event.',
  mapping: 'Fix the form or the configuration, then replay the event.',
  order_unknown:
    'Check the number, and whether the order is cancelled. For an e-mail address, contact.find shows whether there are several contacts, and order.find shows their orders. If another order is meant, name it (event.correct). If the order has arrived since, replay the event. Otherwise do the work by hand, then discard the event.',
  not_a_sales_order:
    'Find the sales order and name it (event.correct); or create the return by hand (return.create), then discard the event.',
  order_cancelled: 'Usually nothing. If the order was cancelled by mistake, undo that, then replay the event.',
  line_unknown:
    'Compare SKU and name with the order (order.get). Name the right line (event.correct); or create the return by hand (return.create, the line by its orderItemId), then discard the event.',
  nothing_to_return: 'Usually nothing: discard the event. If a return was cancelled since, replay it.',
  rejected: 'Fix what the text names, then replay the event.',
  attempts_used_up:
    'Fix the cause, then replay the event. Many at once: {"command": "event.replay", "where": {"status": "failed"}, "dryRun": true}.',
  topic_not_mapped: 'Nothing. If something should happen, configure it (on, translate), then replay the event.',
  test_delivery: 'Nothing: the connection works.',
  already_done: 'Nothing.',
  order_not_named:
    'Nothing. For declined returns, choose API version 2024-07 or a newer one for the webhook: from it on Shopify names their orders.',
  parcel_ended: 'Nothing. The comment of the cancellation names a return that stands.',
}

const toDo: Sentences['toDo'] = {
  nothing: () => 'Nothing.',
  at_work: () => 'Wait a moment: it is being worked on.',
  as_advised: ({ reason }) => advice[reason],
  fix_each: ({ id }) =>
    `Fix what the text names for each command, then use event.release with the id ${id}: the bridge tries those again, and does nothing twice. Or do them by hand, then discard the event.`,
  open_login: () =>
    'Correct the secret of the back office. If its API user is locked, have it unlocked there, which sets a new password, and write that into the secret. Then use login.reset.',
  set_owner: ({ id }) =>
    `Set backOffice.ownerId in bridge.config.ts to the id of the API user, and deploy it. Then the event continues at its next attempt; to continue at once: event.release with the id ${id}.`,
  late: () =>
    'The event is late: the schedule has stopped, or it has more to do than the back office allows. See stats and doctor.',
  resume: () => 'Nothing, unless it must go on now: then use bridge.resume.',
  settles: ({ at }) => `Nothing: the bridge checks what it sent at ${utc(at)}. A release before that changes nothing.`,
  limit_opens: ({ at }) =>
    `Nothing: the event continues by itself as soon as the limit allows it, at ${utc(at)} at the earliest. A release changes nothing.`,
  release_to_retry: ({ id }) => `Nothing. To retry at once: event.release with the id ${id}.`,
  replay_if_wanted: ({ id }) => `Nothing. If it is wanted after all: event.replay with the id ${id}.`,
  settle_first: ({ id }) => `Settle event ${id} first: the other events of this order may wait for it.`,
  see_events: ({ ids }) => `See what to do about ${ids.join(', ')}.`,
  find_delivery: () =>
    'If something should have happened, look with event.list for a delivery that names another order, or none that fits.',
}

/** A test compares these with docs/errors.md. */
export const means: Sentences['means'] = {
  possible_duplicate:
    'Another event asked for the same pieces of the same order a short time ago. Or the external number of a new order is taken. The text names that event or order.',
  same_parcel:
    'A return of the order has the pieces that the request is about, all of them or a part, and it is not certain that it is the same parcel. The text names the returns.',
  too_many:
    'The request asks for more pieces than are left to return. All returns of the order count, including one that an earlier request for the same pieces made.',
  order_ambiguous:
    'Several orders fit what the event names, the only one does not carry the label that the event names, the shops use that label or that number for several orders, staff have split the order and its parts hold different lines, or the back office does not show that the contact has the e-mail address. The text lists them. Or so much fits that the bridge did not read all of it. The bridge has already waited for a label from a shop (appearsWithin).',
  email_mismatch:
    'The e-mail address does not belong to the order, or there is none: a typing mistake, another address of the customer, or a stranger.',
  addresses_missing:
    'The order lacks an address that a return needs: its main address (relation 1), or the delivery address (relation 2). Its return would be incomplete. What relation 1 means is not stated: it is called the billing address only if addressRelationTypes.billing is configured.',
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
  not_shipped:
    'Somebody asks for the return of an order that has not left the warehouse: its status is below shippedFrom. A withdrawal is never held for it, and what the shop has refunded or received is here.',
  payload_invalid:
    'The bridge cannot read the delivery (for example, it is not JSON or nested too deeply), a required field is missing, or the body does not fit the topic in its header. The text names the field.',
  mapping:
    'The bridge can read the delivery, but cannot turn it into a command. The text names the field, or the function of bridge.config.ts.',
  order_unknown:
    'The back office has no sales order with that id, external number or e-mail address, or only cancelled ones. By number and by e-mail address the bridge finds only orders that are not cancelled; a comment by number also reaches a cancelled order. By e-mail address only the first contact counts for a comment, unless a label leads to another one. The bridge has already waited for an order from a shop (appearsWithin).',
  not_a_sales_order:
    'The event names its order by id, and the id belongs to a return or a credit note. By number and by e-mail address the bridge finds sales orders only; there the code is order_unknown.',
  order_cancelled:
    'The event names its order by id and the order is cancelled, or it was cancelled just after it was found. Nothing of it can be returned: a refund or receipt of a shop becomes a comment on it instead. By number and by e-mail address a cancelled order is not found; there the code is order_unknown.',
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
    'The message names no order, so there is no order to comment on: a declined return of an older Shopify API version, or news of what nothing has reported: a cancelled return, its label, a payment.',
  parcel_ended:
    'The shop has declined or cancelled the return that the message reports. Nothing is made of it, in whatever order the messages come.',
}

/** A test compares these with docs/operator.md. */
const finding: Sentences['finding'] = {
  order_gone:
    'Ask who deleted it. If it is wanted, use record.forget with its orderId, then create it again with order.create.',
  return_gone:
    'Ask who deleted it. If it is wanted, use record.forget with its returnId and orderId, then create it again with return.create.',
  return_cancelled: 'Usually nothing: it was intended.',
  shop_cancelled:
    'Cancel it in the back office, or take out the pieces, unless the parcel is on its way. To leave it as it is, use finding.accept with its returnId.',
  return_of_another_order: 'Look at both orders: somebody has moved it.',
  comment_gone: 'If it is missed, write it again with comment.add.',
  comment_twice: 'Delete one of them in the back office: the bridge sent the comment again, and both came through.',
  return_unknown: 'Find out who else uses that user. If nobody does, look at the order: goods may come back twice.',
  write_unclear: 'Look in the back office at what the sentence names.',
}

export const adviceSentences = { advice, finding, means, toDo }
