/** Situations that no fault brings about by itself: counted, so that a reader sees that schedules get there. */
export const placeNames = [
  'applied at the limit of settling',
  'travelled for as long as is assumed',
  'woken at its very due',
  'late by the limit',
  'stalled up to a limit',
  'a list without what was written',
  'a command beside one that fails for good',
  'a fact that an update tells again',
  'order cancelled when it was read',
  'order cancelled after its return',
  'order cancelled after a comment',
  'weather between requests of DynamoDB',
  'the embedded store',
  'what operators read in bad weather',
  // What senders report, ended as it must.
  'a form by number',
  'two orders of one number',
  'a form by e-mail',
  'several orders of an e-mail',
  'two contacts of an e-mail',
  'a form by label',
  'a label of two orders',
  'an order that nothing comes back of',
  'a withdrawal of a form',
  'a return of standard',
  'a visible comment',
  'an internal comment',
  'a refund with goods',
  'a refund without goods',
  'a refund of WooCommerce',
  'a refund of BigCommerce',
  'a delivery of Shopware that came back',
  'a contact form of Shopware',
  'a withdrawal of Shopware',
  // With a person in it.
  'a list of which some fail and some ask',
  'a list that cannot be read',
  'equal commands of one list',
  'an order of a shop that never comes',
  'answers that a replay forgets',
  'the same under another key',
  'an answer for one order',
  'whose order it is',
  'a new order and what names it',
  'a number of cancelled orders alone',
  'a label that is the number of another order',
  'what earlier returns have left',
  'a refund of what was announced',
  'lines of bundles',
  'as many reasons as fit',
  'orders of a source of its own',
  'one label of two shops',
  'more notes than a form may write',
  'an order that cannot be read for days',
  'a number of an order once more',
  'a withdrawal of an order that is not there',
  'a return that came out incomplete',
  // Of a shop's returns.
  'a return of a shop as it was reported',
  'a return of a shop that ended first',
  'a return that its shop has cancelled',
  'a question about the returns of a shop',
] as const
export type Place = (typeof placeNames)[number]

export type Places = {
  reach(place: Place): void
  counts(): ReadonlyMap<Place, number>
}

export function createPlaces(): Places {
  const counts = new Map<Place, number>()
  return {
    reach: (place) => void counts.set(place, (counts.get(place) ?? 0) + 1),
    counts: () => counts,
  }
}
