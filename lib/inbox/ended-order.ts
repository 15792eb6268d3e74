/** A place among the ended events: behind this one. */
export type EndedPlace = { endedAt: number; id: string }

/** Oldest first. */
export const endedFirst = (a: EndedPlace, b: EndedPlace): number =>
  a.endedAt - b.endedAt || (a.id < b.id ? -1 : a.id > b.id ? 1 : 0)
