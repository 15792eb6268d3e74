import { coldStart } from './cold-start.ts'
import { cost } from './cost.ts'
import { endToEnd } from './end-to-end.ts'
import { events } from './events.ts'
import { kills } from './kills.ts'
import type { Part } from './part.ts'
import { warmAccept } from './warm-accept.ts'
import { zips } from './zips.ts'

/** Every part by its name, in the order in which they run. */
export const parts: Readonly<Record<string, Part>> = {
  'cold-start': coldStart,
  zips,
  'warm-accept': warmAccept,
  events,
  cost,
  'end-to-end': endToEnd,
  kills,
}
