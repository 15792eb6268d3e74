import { isDeepStrictEqual } from 'node:util'
import type { Inbox } from '../../../lib/inbox/inbox.ts'
import type { RecordStore } from '../../../lib/state/write-record.ts'

type Stores = { inbox: Inbox; records: RecordStore }

/** The tables, and `onStale` for every write that changes something although its claim or its lock is over. */
export function watchStaleWrites<T extends Stores>({ inbox, records, ...others }: T, onStale: (what: string) => void) {
  /** The effect of one write; nothing else happens between the reads and the write. */
  async function watched<Read, Answer>(
    what: string,
    { read, isAllowed, write }: { read(): Promise<Read>; isAllowed(before: Read): boolean; write(): Promise<Answer> },
  ): Promise<Answer> {
    const before = await read()
    try {
      return await write()
    } finally {
      if (!isAllowed(before) && !isDeepStrictEqual(before, await read())) onStale(what)
    }
  }
  const underLock = <Answer>({ id, lock }: Parameters<RecordStore['unlock']>[0], write: () => Promise<Answer>) =>
    watched(`${id} by ${lock.event} at epoch ${lock.epoch}`, {
      read: () => records.get(id),
      isAllowed: (before) => before?.lock?.event === lock.event && before.lock.epoch === lock.epoch,
      write,
    })
  return {
    ...others,
    inbox: {
      ...inbox,
      save: (previous, next) =>
        watched(`${next.id} as ${next.status} at epoch ${previous.epoch}`, {
          read: () => inbox.get(next.id),
          isAllowed: (before) => before?.epoch === previous.epoch && before.status === previous.status,
          write: () => inbox.save(previous, next),
        }),
    } satisfies Inbox,
    records: {
      ...records,
      save: (item, options) => underLock(item, () => records.save(item, options)),
      unlock: (item, now) => underLock(item, () => records.unlock(item, now)),
    } satisfies RecordStore,
  }
}
