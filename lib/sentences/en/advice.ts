import type { ReasonCode } from '../../reasons.ts'

/** What a person does about each reason, in the words of docs/errors.md (a test compares them). */
export const advice: Record<ReasonCode, string> = {
  possible_duplicate:
    'If the customer really means both, release it; otherwise discard it. Where the other event is held, settle that one first. A new order needs its number for itself: cancel the other order before the release.',
  too_many:
    'Look with return.list whether the same was sent twice, and ask the customer. A release returns what is left, be it of a second request; otherwise discard it and create the right return by hand.',
  order_ambiguous:
    'If the text names one order alone and it is the one, release the event: that counts for this order only. Otherwise do it by hand for the right one, a return with return.create, a comment with comment.add, and discard the event.',
  email_mismatch: 'Release it only if you know that the customer wrote it.',
  addresses_missing: 'Add the address in the back office, then release it.',
  return_incomplete:
    'Complete the return in the back office, then release the event: it ends without writing anything.',
  outcome_unclear:
    'Look at what the text names. Cancel what is too much, then release the event to look again; a new order or an image that the text says is not there, and still is not, is then sent once more. If you have settled it by hand, discard it and say in the note what became of it.',
  deferred_too_long: 'See in the history what stood in the way; when that is mended, release it.',
  source_unknown: 'Put it back under the same name and release the event, or discard it.',
  payload_invalid:
    'Mend the sender and let it send again as a new delivery with an id of its own: under the same id it is answered duplicate, and nothing happens. If the bridge reads it wrongly, mend the bridge and replay.',
  mapping: 'Mend the form or the configuration, then replay.',
  order_unknown:
    'Check the number, and whether the order is cancelled; by address, see with contact.find whether there are several contacts, and with order.find whose the order is. If the order has arrived since, replay; otherwise do what is right by hand, and discard it.',
  not_a_sales_order: `Ask for the order's own number, create the return by hand and discard the event.`,
  order_cancelled: 'Nothing, if that is right. If it was cancelled by mistake, undo that and replay.',
  line_unknown:
    'Compare SKU and name with the order. Create the return by hand (a line can be named by its orderItemId), or mend the SKU and replay.',
  nothing_to_return: 'Usually nothing: discard it. If a return was cancelled since, replay.',
  rejected: 'Mend what the text names, then replay.',
  attempts_used_up:
    'When it works again, replay. By filter: {"command": "event.replay", "where": {"status": "failed"}, "dryRun": true}.',
  topic_not_mapped: 'Nothing. If something should happen, set it up (on, translate), then replay.',
  test_delivery: 'Nothing: the connection works.',
  already_done: 'Nothing.',
}
