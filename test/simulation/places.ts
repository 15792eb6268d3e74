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
