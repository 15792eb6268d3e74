import type { ItemStore } from '../back-office/item-store.ts'
import { RetryLater } from '../errors.ts'
import { singleFlight } from '../single-flight.ts'
import { changeItem } from './change-item.ts'

/** A pause of all writes, or of those of a `source`. `since`: epoch ms. `reason` and `by`: an operator's own words. */
export type Pause = { source?: string; since: number; reason: string; by?: string }
export type PausesItem = { writeId: string; paused: readonly Pause[] }

export type Pauses = ReturnType<typeof createPauses>

/** The pause that holds back the writes of a source: its own, or that of all. */
export const pauseOf = (paused: readonly Pause[], source: string): Pause | undefined =>
  paused.find((one) => one.source === source) ?? ofAll(paused)
const ofAll = (paused: readonly Pause[]): Pause | undefined => paused.find(({ source }) => source === undefined)
const freshMs = 5_000
/** Events beyond this number are looked at again, which costs only reads. */
const mostRemembered = 100_000
type Deps = { store: ItemStore<PausesItem>; now: () => number; newId: () => string }

/** The pauses as one item, with nothing on any event. Throws what its store throws. */
export function createPauses({ store, now, newId }: Deps) {
  let last: { at: number; paused: readonly Pause[] } | undefined
  const share = singleFlight<readonly Pause[]>()
  /** The events that were looked at during one pause of all writes. */
  let lookedAt: { since: number | undefined; ids: Set<string> } = { since: undefined, ids: new Set() }

  function heard(paused: readonly Pause[], at: number): readonly Pause[] {
    last = { at, paused }
    const since = ofAll(paused)?.since
    if (since !== lookedAt.since) lookedAt = { since, ids: new Set() }
    return paused
  }

  async function read(): Promise<readonly Pause[]> {
    const at = now()
    return heard((await store.read())?.paused ?? [], at)
  }

  async function change(change: (paused: readonly Pause[]) => readonly Pause[]): Promise<readonly Pause[]> {
    const changed = await changeItem(store, newId, (previous) => ({ paused: change(previous?.paused ?? []) }))
    if (changed) return heard(changed.paused, now())
    throw new RetryLater('Others changed what is paused at the same moment: try again.')
  }

  return {
    /** As it was read at most five seconds ago. */
    async known(): Promise<readonly Pause[]> {
      const age = last ? now() - last.at : Number.POSITIVE_INFINITY
      return last && age >= 0 && age < freshMs ? last.paused : await share(read)
    },
    read,
    change,
    /** Remembers, in this process and while all writes are paused, that an event waits for nothing but a write. */
    noteLookedAt(id: string): void {
      if (lookedAt.since !== undefined && lookedAt.ids.size < mostRemembered) lookedAt.ids.add(id)
    },
    wasLookedAt: (id: string): boolean => lookedAt.ids.has(id),
  }
}
