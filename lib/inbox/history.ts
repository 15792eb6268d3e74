import type { HistoryEntry } from './event.ts'

/** Entries at most: together they take about 20 KB compressed, far less than an item can hold beside its body. */
const historyCap = 50
/** UTF-16 units of one text: an entry has at most one that is not short by itself. */
const longestText = 180

/** Whether later runs look for such an entry since a write (return-kind.ts). */
const isAskedFor = ({ code }: HistoryEntry): boolean => code === 'replayed' || code === 'link_chosen'

const isReveal = ({ code }: HistoryEntry): boolean => code === 'revealed'

/** The order in which entries go: steps without a note, reveals but the first and the last, steps with a note, all but reveals. */
const leastFirst: ((entry: HistoryEntry, index: number, history: readonly HistoryEntry[]) => boolean)[] = [
  (entry) => !isAskedFor(entry) && !('note' in entry),
  (entry, index, history) => isReveal(entry) && history.slice(0, index).some(isReveal) && lastReveal(history) > index,
  (entry) => !isAskedFor(entry) && !isReveal(entry),
  (entry) => !isReveal(entry),
]
const lastReveal = (history: readonly HistoryEntry[]): number => history.findLastIndex(isReveal)

/** `cap` entries at most: the first, which says how it began, the newest, and of the others what people said before what was done. */
function capped(history: HistoryEntry[], cap: number): HistoryEntry[] {
  if (history.length <= cap) return history
  const newest = history.length - 1
  const oldest = leastFirst
    .map((mayGo) => history.findIndex((entry, at) => at > 0 && at < newest && mayGo(entry, at, history)))
    .find((index) => index > 0)
  return capped(without(history, oldest ?? 1), cap)
}

/** The last reveal counts those whose entries have gone. */
function without(history: HistoryEntry[], at: number): HistoryEntry[] {
  const [gone, last] = [history[at], lastReveal(history)]
  const entry = history[last]
  if (gone?.code !== 'revealed' || entry?.code !== 'revealed') return history.toSpliced(at, 1)
  const unlisted = (gone.unlisted ?? 0) + (entry.unlisted ?? 0) + 1
  return history.with(last, { ...entry, unlisted }).toSpliced(at, 1)
}

/** Adds an entry, and leaves one place free for the next claim. */
export const withEntry = (history: HistoryEntry[], entry: HistoryEntry): HistoryEntry[] =>
  capped([...history, shortTexts(entry, longestText)], historyCap - 1)

/** Adds a claim's entry, over the last one if nothing was saved since: the table keeps only the last claim's time. */
export const withClaim = (
  history: HistoryEntry[],
  { at, attempt }: { at: number; attempt: number },
): HistoryEntry[] => [...withoutClaim(history), { at, code: 'claimed', attempt }]

/** Without the entry of a last claim that nothing was saved after. */
export const withoutClaim = (history: HistoryEntry[]): HistoryEntry[] =>
  history.at(-1)?.code === 'claimed' ? history.slice(0, -1) : history

/** A copy as it is stored: without `undefined`, and with no text longer than `longest` UTF-16 units. */
export const shortTexts = <Facts extends object>(facts: Facts, longest: number): Facts =>
  JSON.parse(JSON.stringify(facts, (_key, value) => (typeof value === 'string' ? shortened(value, longest) : value)))

/** A cut can leave half a surrogate pair, which not every reader of JSON accepts. */
const shortened = (text: string, longest: number) =>
  (text.length > longest ? `${text.slice(0, longest - 1)}…` : text).toWellFormed()
