import { kinds, playKind } from '../../test/state/play-kinds.ts'
import type { Figure, Part } from './part.ts'

/** Calls to the back office that the design allows; other kinds only inform. */
const mostCalls: Readonly<Record<string, number>> = {
  'a return by id': 4,
  'a return by external number': 4,
  'a return by e-mail': 5,
  'a return by id, under limits': 4,
  'a return by external number, under limits': 4,
  'a linked return by id': 3,
  'a linked return by external number': 3,
  'a linked return by e-mail': 4,
  'a comment by id': 1,
}
/** A whole create-return, with its accept. The long refund under limits takes a unit more: docs/benchmarks.md says which. */
const returns: ReadonlySet<string> = new Set([
  ...Object.keys(mostCalls).filter((name) => name.startsWith('a return')),
  'a return from a long refund',
])
const mostRequests = 10
const mostUnits = 15

/** What the test `test/state/capacity-units.test.ts` counts, from the same counter. */
export const events: Part = {
  says: 'calls, table requests and write units of each kind of event, from its delivery to its end',
  async measure() {
    const unknown = [...Object.keys(mostCalls), ...returns].find((name) => !kinds.some((kind) => kind.name === name))
    if (unknown !== undefined) throw new Error(`There is no kind of event "${unknown}", which has a budget`)
    const rows = []
    for (const kind of kinds) {
      const { calls, requests, writeUnits } = (await playKind(kind)).takes
      const figures: Figure[] = [
        {
          measured: calls,
          unit: calls === 1 ? ' call' : ' calls',
          ...(mostCalls[kind.name] !== undefined && { limit: { atMost: mostCalls[kind.name] ?? 0 } }),
        },
        { measured: requests, unit: ' requests', ...(returns.has(kind.name) && { limit: { atMost: mostRequests } }) },
        {
          measured: writeUnits,
          unit: writeUnits === 1 ? ' unit' : ' units',
          ...(returns.has(kind.name) && { limit: { atMost: mostUnits } }),
        },
      ]
      rows.push({ what: kind.name, figures })
    }
    return rows
  },
}
