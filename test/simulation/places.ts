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
  'tables through the adapters of DynamoDB',
  'what operators read',
  'what operators read in bad weather',
  // What senders report, ended as it must.
  'a form by number',
  'two orders of one number',
  'a form by e-mail',
  'several orders of an e-mail',
  'two contacts of an e-mail',
  'a form by label',
  'a label of two orders',
  'a wrong e-mail',
  'an unknown number',
  'lines that cannot be',
  'an order that nothing comes back of',
  'a withdrawal of a form',
  'a return of standard',
  'a visible comment',
  'an internal comment',
  'a request of standard that is refused',
  'a refund with goods',
  'a refund without goods',
  'a refund of WooCommerce',
  'a refund of BigCommerce',
  'a delivery of Shopware that came back',
  'a contact form of Shopware',
  'a withdrawal of Shopware',
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
