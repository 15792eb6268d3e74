import type { Part, Row } from './part.ts'
import { type KindName, kindNames, playKind } from './play-kinds.ts'

const most: Partial<Record<KindName, number>> = {
  'a return by id': 4,
  'a return by external number': 4,
  'a return by e-mail': 5,
  'a linked return by id': 2,
  'a linked return by external number': 2,
  'a linked return by e-mail': 3,
  'a comment by id': 1,
}

/** Requests to the back office for each kind of event. */
export const calls: Part = {
  says: 'requests to the back office for each kind of event, without a login',
  async measure() {
    const rows: Row[] = []
    for (const name of kindNames) {
      const limit = most[name]
      const { calls } = await playKind(name)
      rows.push({
        what: name,
        measured: calls,
        unit: ' calls',
        ...(limit !== undefined && { limit: { atMost: limit } }),
      })
    }
    return rows
  },
}
