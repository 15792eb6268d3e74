import type { Sentences } from '../sentences.ts'

/** A test compares these with docs/errors.md. */
export const advice: Sentences['advice'] = {
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
    'Nothing. From API version 2024-07 on Shopify names the order of a declined return: choose that version or a newer one for the webhook.',
}
