import { type Kind, kinds, playKind } from '../../test/state/play-kinds.ts'
import type { Figure, Part } from './part.ts'

/** The design names them: the other kinds only inform. */
const hasCallBudget = ({ name }: Kind): boolean => /^a (linked )?return by|^a comment/.test(name)
const isReturn = ({ name }: Kind): boolean => /^a return (by|from)/.test(name)

/** What the test `test/state/capacity-units.test.ts` counts, from the same counter. */
export const events: Part = {
  says: 'calls, table requests and write units of each kind of event, from its delivery to its end',
  async measure() {
    const rows = []
    for (const kind of kinds) {
      const { calls, requests, writeUnits } = (await playKind(kind)).takes
      const figures: Figure[] = [
        {
          measured: calls,
          unit: calls === 1 ? ' call' : ' calls',
          ...(hasCallBudget(kind) && { limit: { atMost: kind.takes.calls } }),
        },
        { measured: requests, unit: ' requests', ...(isReturn(kind) && { limit: { atMost: 10 } }) },
        {
          measured: writeUnits,
          unit: writeUnits === 1 ? ' write unit' : ' write units',
          ...(isReturn(kind) && { limit: { atMost: 15 } }),
        },
      ]
      rows.push({ what: kind.name, figures })
    }
    return rows
  },
}
