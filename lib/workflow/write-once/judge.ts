import { isCancelled, type StatusRange } from '../../back-office/constants.ts'
import type { Order } from '../../back-office/resources/schemas.ts'
import type { Unclear } from '../../reasons.ts'
import type { Try, WriteRecord } from '../../state/write-record.ts'

export type Verdict =
  /** The write happened: this is what it made. `of`: the try that made it. */
  | { kind: 'found'; id?: number; of?: Try; statusId?: number }
  /** The write did not happen: it may be sent again. */
  | { kind: 'missing' }
  /** Only a person can decide. */
  | { kind: 'unclear'; what: Exclude<Unclear['what'], 'missing' | 'twice' | 'cannot_continue'>; ids: readonly number[] }

export type Listed = {
  /** All returns of the parent, or all orders of the number, of any status, read to the last page after settling. */
  listed: readonly Order[]
  /** Entries that the answer held besides, and that were not asked for. */
  unrelated: number
  cancelled: readonly StatusRange[]
}

export type Question = {
  /** It could be the record of this try, or a part of it. */
  isRelated(order: Order, one: Try): boolean
  isOurs(order: Order, one: Try): boolean
}

/**
 * What became of a write of unknown outcome. It is missing only if the list still shows all that was known, and what other writes have made
 * (`taken`), and nothing else. A record is ours only if it is new, nobody else's, and has our owner and exactly our content.
 */
export function judge(
  { tries }: Pick<WriteRecord, 'tries'>,
  { listed, unrelated, cancelled }: Listed,
  { taken, isRelated, isOurs }: Question & { taken: ReadonlySet<number> },
): Verdict {
  const known = tries.at(-1)?.known ?? []
  const ids = new Set(listed.map(({ id }) => id))
  const lacking = [...new Set([...known, ...taken])].filter((id) => !ids.has(id))
  if (lacking.length > 0) return { kind: 'unclear', what: 'list_incomplete', ids: lacking }
  const fresh = listed.filter(({ id }) => !known.includes(id) && !taken.has(id))
  const related = fresh.filter((order) => tries.some((one) => isRelated(order, one)))
  if (related.length === 0)
    return unrelated === 0 ? { kind: 'missing' } : { kind: 'unclear', what: 'list_mixed', ids: [] }
  // A person may have cancelled what was too much: the rest counts.
  const live = related.filter(({ statusId }) => !isCancelled(statusId, { cancelled }))
  const [only, ...others] = live.length > 0 ? live : related
  const of = only && tries.find((one) => only.ownerId === one.ownerId && isOurs(only, one))
  if (only && of && others.length === 0) return { kind: 'found', id: only.id, of, statusId: only.statusId }
  return { kind: 'unclear', what: 'similar', ids: related.map(({ id }) => id) }
}

/** Ids beside the record of a repeated write that another try of it may have made. */
export function otherResults(
  { tries }: Pick<WriteRecord, 'tries'>,
  { listed, cancelled }: Omit<Listed, 'unrelated'>,
  { taken, isOurs }: Pick<Question, 'isOurs'> & { taken: ReadonlySet<number> },
): number[] {
  const known = tries.at(-1)?.known ?? []
  return listed
    .filter(({ id, statusId }) => !known.includes(id) && !taken.has(id) && !isCancelled(statusId, { cancelled }))
    .filter((order) => tries.some((one) => order.ownerId === one.ownerId && isOurs(order, one)))
    .map(({ id }) => id)
}
