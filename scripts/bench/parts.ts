import { burst } from './burst.ts'
import { calls } from './calls.ts'
import { coldStart } from './cold-start.ts'
import { cost } from './cost.ts'
import { drain } from './drain.ts'
import { endToEnd } from './end-to-end.ts'
import { fullStart } from './full-start.ts'
import type { Part } from './part.ts'
import { scale } from './scale.ts'
import { units } from './units.ts'
import { warmAccept } from './warm-accept.ts'
import { zips } from './zips.ts'

/** Every part by its name, in the order in which they run. */
export const parts: Readonly<Record<string, Part>> = {
  'cold-start': coldStart,
  zips,
  'warm-accept': warmAccept,
  calls,
  units,
  cost,
  drain,
  scale,
  'full-start': fullStart,
  burst,
  'end-to-end': endToEnd,
}
