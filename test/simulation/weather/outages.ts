import type { Chance } from '../random.ts'
import type { Timeline } from '../timeline.ts'
import type { Weather } from './weather.ts'

const tables = ['inbox', 'state'] as const
type Table = (typeof tables)[number]
const minute = 60_000

/** When one table alone cannot be reached: from seconds to half an hour, for everything, or for reads or writes alone. */
export type Outages = {
  /** What becomes of a request; undefined: nothing hits it. Counts what is hit. */
  hitting(operation: string, isRead: boolean): 'refused' | 'unanswered' | undefined
}

type Outage = {
  table: Table
  from: number
  until: number
  of: 'all' | 'reads' | 'writes'
  how: 'refused' | 'unanswered'
}

export function planOutages({
  timeline,
  chance,
  weather,
}: {
  timeline: Timeline
  chance: Chance
  weather: Weather
}): Outages {
  const outages = tables.flatMap((table): Outage[] => {
    if (!weather.strikes(`${table} table down`)) return []
    const from = timeline.now() + chance.between(0, 20 * minute)
    const lengthMs = chance.hits(0.5) ? chance.between(5_000, 2 * minute) : chance.between(2 * minute, 30 * minute)
    const of = chance.pick(['all', 'reads', 'writes'] as const)
    return [{ table, from, until: from + lengthMs, of, how: chance.pick(['refused', 'unanswered'] as const) }]
  })
  return {
    hitting(operation, isRead) {
      if (outages.length === 0 || weather.isClear()) return undefined
      const table: Table = operation.startsWith('inbox.') ? 'inbox' : 'state'
      const now = timeline.now()
      const hit = outages.find(
        ({ table: down, from, until, of }) =>
          down === table && now >= from && now < until && (of === 'all' || (of === 'reads') === isRead),
      )
      if (hit) weather.count('request of an outage')
      return hit?.how
    },
  }
}
