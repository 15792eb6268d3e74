import type { CreateSystem } from './system.ts'
import { bridgeAt } from './systems/bridge.ts'
import { nodeRed } from './systems/node-red.ts'
import { restate } from './systems/restate.ts'

/** Every system that is compared, by its name, in the order in which they run. */
export const systems: Readonly<Record<string, CreateSystem>> = {
  bridge: bridgeAt(1),
  restate,
  'node-red-at-once': nodeRed('at-once'),
  'node-red-when-done': nodeRed('when-done'),
}
