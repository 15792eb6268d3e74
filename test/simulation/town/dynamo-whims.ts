import type { Change } from '../../memory/memory-dynamo.ts'
import type { Whims } from '../../memory/memory-reads.ts'
import { createChance } from '../random.ts'
import type { Nature } from './machine.ts'

/** How long a read that is not consistent may answer what was there before. */
const staleMs = 2_000
/** An adapter that is answered a part again and again gives up. */
const mostInARow = 5

/** What DynamoDB alone does, in any weather but a fair one: it answers a part of a batch, and cuts pages; and a read that does not ask for the newest gets what it may. */
export function planWhims({ timeline, weather }: Nature, seed: number): Whims & { onChange(change: Change): void } {
  const chance = createChance(seed + 2 ** 25)
  const likely = { 'keys unprocessed': chance.pick([0, 0.1, 0.4]), 'page cut': chance.pick([0, 0.1, 0.3]) }
  let inARow = 0
  const writtenAt = new Map<string, number>()
  const strikes = (what: keyof typeof likely) => {
    if (weather.isFair() || !chance.hits(likely[what])) return false
    weather.count(what)
    return true
  }
  return {
    onChange: ({ table, id }) => void writtenAt.set(`${table} ${id}`, timeline.now()),
    processed(keys) {
      inARow = keys > 1 && inARow < mostInARow && strikes('keys unprocessed') ? inARow + 1 : 0
      return inARow > 0 ? chance.between(1, keys - 1) : keys
    },
    cutTo: (rows) => (rows > 1 && strikes('page cut') ? chance.between(1, rows - 1) : Number.POSITIVE_INFINITY),
    isStale: (table, id) => (writtenAt.get(`${table} ${id}`) ?? 0) + staleMs > timeline.now() && chance.hits(0.5),
  }
}
