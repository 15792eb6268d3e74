import type { Code } from './code.ts'
import type { Tables } from './table.ts'

/** The format of each item of the tables, by its id. */
export type Formats = Map<string, number>

/**
 * The tables as one version of the bridge uses them. The stores in memory have no formats, so this does what the DynamoDB ones do: an item
 * of a newer format is not claimed, not locked and not read, and whoever writes it gives it its own.
 */
export function withFormats(
  { inbox, records, ...others }: Tables,
  { formats, code, onNewer }: { formats: Formats; code: Code; onNewer: () => void },
): Tables {
  const isKnown = (id: string) => (formats.get(id) ?? 0) <= code.itemFormat
  const stamp = (id: string) => void formats.set(id, code.itemFormat)
  function mustKnow(id: string): void {
    if (isKnown(id)) return
    onNewer()
    throw new code.NewerFormat(`item ${id} has format ${formats.get(id)}`)
  }
  /** Errors of the stores, as this version knows them. */
  async function translated<T>(work: Promise<T>): Promise<T> {
    try {
      return await work
    } catch (error) {
      const known = error instanceof Error ? errorOf(code, error) : undefined
      throw known ?? error
    }
  }
  const fact = (key: string) => `fact#${key}`

  return {
    ...others,
    inbox: {
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
    },
    records: {
      ...records,
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
      save: (item, options) => translated(records.save(item, options)),
      async place(key, id, options) {
        mustKnow(fact(key))
        const before = await records.placeOf(key)
        const place = await records.place(key, id, options)
        if (before !== place) stamp(fact(key))
        return place
      },
      async placeOf(key) {
        mustKnow(fact(key))
        return await records.placeOf(key)
      },
    },
  }
}

function errorOf({ LostEvent, LostLock, Rejected }: Code, { name, message }: Error): Error | undefined {
  if (name === 'LostEvent') return new LostEvent(message)
  if (name === 'LostLock') return new LostLock(message)
  return name === 'Rejected' ? new Rejected(message, { status: 413, details: [] }) : undefined
}
