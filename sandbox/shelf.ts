/** Records of one kind by id. To change a record, put it again: the journal sees no other change. */
export type Shelf<T extends { id: number }> = {
  get(id: number): T | undefined
  put(record: T): T
  /** Ascending by id: the default sort of the service (docs/back-office.md 7.2). */
  list(): readonly T[]
  /** One above the highest id so far. */
  nextId(): number
  /** The records that were put since `forgetChanges`, each once and as it is now. */
  changed(): T[]
  forgetChanges(): void
}

export const createShelf = <T extends { id: number }>(firstId: number): Shelf<T> => {
  const records = new Map<number, T>()
  let sorted: T[] | undefined = []
  let highest = firstId - 1
  const put = new Set<number>()
  return {
    get: (id) => records.get(id),
    put: (record) => {
      put.add(record.id)
      const appends = sorted !== undefined && record.id > (sorted.at(-1)?.id ?? 0)
      records.set(record.id, record)
      if (appends) sorted?.push(record)
      else sorted = undefined
      highest = Math.max(highest, record.id)
      return record
    },
    list: () => {
      sorted ??= [...records.values()].sort((a, b) => a.id - b.id)
      return sorted
    },
    nextId: () => {
      highest += 1
      return highest
    },
    changed: () => [...put].flatMap((id) => records.get(id) ?? []),
    forgetChanges: () => put.clear(),
  }
}
