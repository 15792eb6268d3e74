import { type Installation, n8nAlone, others } from './installation.ts'
import type { CreateSystem } from './system.ts'
import { bridgeAt } from './systems/bridge.ts'
import { n8n } from './systems/n8n.ts'
import { nodeRed } from './systems/node-red.ts'
import { restate } from './systems/restate.ts'

/** As long as the bridge: the rest of a request, and a minute in which a write may still be carried out. */
const patientMs = 75_000

export type Compared = {
  create: CreateSystem
  /** What must be installed for it. */
  needs?: Installation
}

/** Every system that is compared, by its name, in the order in which they run. */
export const systems: Readonly<Record<string, Compared>> = {
  bridge: { create: bridgeAt(1) },
  restate: { create: restate(), needs: others },
  'restate-patient': { create: restate(patientMs), needs: others },
  'node-red-at-once': { create: nodeRed('at-once'), needs: others },
  'node-red-when-done': { create: nodeRed('when-done'), needs: others },
  n8n: { create: n8n, needs: n8nAlone },
}
