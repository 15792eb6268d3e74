import type { ItemStore } from '../../../lib/back-office/item-store.ts'
import { keysOf, labelItemId, toEntries } from '../../../lib/inbox/labels.ts'
import { dayItemId } from '../../../lib/state/day-count.ts'
import type { Tables } from '../town/table.ts'
import type { Code } from './code.ts'

/** The format of each item of the tables, by its id. */
export type Formats = Map<string, number>

type Version = { formats: Formats; code: Code; onNewer: () => void }

/**
 * The tables as one version of the bridge uses them. The stores in memory have no formats, so this does what the DynamoDB ones do: an item
 * of a newer format is neither claimed, locked, read nor written, and whoever makes or writes an item gives it its own.
 */
export function withFormats(tables: Tables, version: Version): Tables {
  const seen = seenBy(version)
  return {
    inbox: inboxOf(tables.inbox, seen),
    records: recordsOf(tables.records, seen),
    pace: itemOf(tables.pace, 'pace', seen),
    session: itemOf(tables.session, 'session', seen),
    audits: itemOf(tables.audits, 'audit', seen),
  }
}

type Seen = ReturnType<typeof seenBy>

function seenBy({ formats, code, onNewer }: Version) {
  const isKnown = (id: string) => (formats.get(id) ?? 0) <= code.itemFormat
  return {
    isKnown,
    onNewer,
    isOwn: (id: string) => formats.get(id) === code.itemFormat,
    stamp: (id: string) => void formats.set(id, code.itemFormat),
    mustKnow(id: string): void {
      if (isKnown(id)) return
      onNewer()
      throw new code.NewerFormat(`item ${id} has format ${formats.get(id)}`)
    },
    /** Errors of the stores, as this version knows them. */
    async translated<T>(work: Promise<T>): Promise<T> {
      try {
        return await work
      } catch (error) {
        const known = error instanceof Error ? errorOf(code, error) : undefined
        throw known ?? error
      }
    },
  }
}

function inboxOf(inbox: Tables['inbox'], { isKnown, onNewer, stamp, mustKnow, translated }: Seen): Tables['inbox'] {
  return {
    ...inbox,
    async accept(event) {
      const answer = await translated(inbox.accept(event))
      if (answer === 'accepted') stamp(event.id)
      return answer
    },
    async claim(id, options) {
      if (isKnown(id)) return await inbox.claim(id, options)
      onNewer()
      return undefined
    },
    async save(previous, next) {
      mustKnow(next.id)
      await translated(inbox.save(previous, next))
      stamp(next.id)
    },
    async get(id) {
      mustKnow(id)
      return await inbox.get(id)
    },
    async list(query) {
      const page = await inbox.list(query)
      return { ...page, events: page.events.filter(({ id }) => isKnown(id)) }
    },
    async walk(options) {
      const walked = await inbox.walk(options)
      return walked.map((one) => ({
        ...one,
        read: () => {
          mustKnow(one.id)
          return one.read()
        },
      }))
    },
    async learnLabel(shop, learnt) {
      const id = labelItemId(shop, toEntries(learnt.label).key)
      mustKnow(id)
      await inbox.learnLabel(shop, learnt)
      stamp(id)
    },
    async numbersOfLabel(shop, label) {
      for (const key of keysOf(label)) mustKnow(labelItemId(shop, key))
      return await inbox.numbersOfLabel(shop, label)
    },
  }
}

function recordsOf(records: Tables['records'], { isOwn, stamp, mustKnow, translated }: Seen): Tables['records'] {
  const fact = (key: string) => `fact#${key}`
  return {
    async get(id) {
      mustKnow(id)
      return await records.get(id)
    },
    async lock(id, options) {
      mustKnow(id)
      const locked = await records.lock(id, options)
      if (locked !== 'busy') stamp(id)
      return locked
    },
    // The lock has given the item its format.
    async save(item, options) {
      mustKnow(item.id)
      return await translated(records.save(item, options))
    },
    async unlock(item, now) {
      mustKnow(item.id)
      await records.unlock(item, now)
    },
    async place(key, id, { instead, ...options }) {
      mustKnow(fact(key))
      const before = await records.placeOf(key)
      const mayMove = instead !== undefined && isOwn(fact(key))
      const place = await records.place(key, id, { ...options, ...(mayMove && { instead }) })
      if (before !== place) stamp(fact(key))
      return place
    },
    async placeOf(key) {
      mustKnow(fact(key))
      return await records.placeOf(key)
    },
    async countOnDay(key, options) {
      const id = dayItemId(options)
      mustKnow(id)
      const isCounted = await records.countOnDay(key, options)
      if (isCounted) stamp(id)
      return isCounted
    },
  }
}

function itemOf<Item extends { writeId: string }>(
  store: ItemStore<Item>,
  id: string,
  { mustKnow, stamp }: Seen,
): ItemStore<Item> {
  return {
    async read() {
      mustKnow(id)
      return await store.read()
    },
    async replace(next, options) {
      mustKnow(id)
      const isReplaced = await store.replace(next, options)
      if (isReplaced) stamp(id)
      return isReplaced
    },
  }
}

function errorOf({ LostEvent, LostLock, Rejected }: Code, { name, message }: Error): Error | undefined {
  if (name === 'LostEvent') return new LostEvent(message)
  if (name === 'LostLock') return new LostLock(message)
  return name === 'Rejected' ? new Rejected(message, { status: 413, details: [] }) : undefined
}
