import type { ItemStore } from '../back-office/item-store.ts'

const mostRaces = 5

/** Writes what `change` makes of the stored item, anew where somebody else was faster. Undefined: it makes nothing, or lost five races. */
export async function changeItem<Shared extends { writeId: string }>(
  store: ItemStore<Shared>,
  newId: () => string,
  change: (previous: Shared | undefined) => Omit<Shared, 'writeId'> | undefined,
): Promise<Shared | undefined> {
  for (let races = 0; races < mostRaces; races += 1) {
    const previous = await store.read()
    const changed = change(previous)
    if (!changed) return undefined
    const next = { ...changed, writeId: newId() } as Shared
    if (await store.replace(next, { previous })) return next
  }
  return undefined
}
