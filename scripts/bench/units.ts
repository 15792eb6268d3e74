import { tableDollars } from './dollars.ts'
import type { Limit, Part, Row } from './part.ts'
import { kindNames, type Played, playKind, rareKindNames } from './play-kinds.ts'

/** Where there are limits, an event also reserves its calls. */
const paced = ['a return by id', 'a return by external number'] as const
const limits = { readsPerMinute: 80, writesPerMinute: 40 }

/** A whole return, from its delivery to the end of its life. */
const ofReturn = (name: string, most: number): { limit?: Limit } =>
  name.startsWith('a return') ? { limit: { atMost: most } } : {}

/** What each kind of event costs in the tables, from its delivery to its end. Times to live delete for nothing. */
export const units: Part = {
  says: 'table requests and units of each kind of event, from its delivery to the end of its life',
  async measure() {
    const rows: Row[] = []
    for (const name of [...kindNames, ...rareKindNames]) rows.push(...toRows(name, await playKind(name)))
    for (const name of paced) rows.push(...toRows(`${name} under limits`, await playKind(name, limits)))
    return rows
  },
}

const toRows = (name: string, { usage }: Played): Row[] => [
  { what: `${name}: table requests`, measured: usage.requests, unit: '', ...ofReturn(name, 9) },
  { what: `${name}: write units`, measured: usage.writeUnits, unit: '', ...ofReturn(name, 17) },
  { what: `${name}: read units`, measured: usage.readUnits, unit: '' },
  { what: `${name}: units of a million`, measured: 1_000_000 * tableDollars(usage), unit: '$' },
]
