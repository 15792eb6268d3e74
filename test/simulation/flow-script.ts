import { againFlows } from './flow-again.ts'
import { attemptFlows } from './flow-attempts.ts'
import { bundleFlows } from './flow-bundles.ts'
import { listFlows } from './flow-lists.ts'
import { orderFlows } from './flow-orders.ts'
import { ownFlows } from './flow-own.ts'
import { questionFlows } from './flow-questions.ts'
import { returnFlows } from './flow-returns.ts'
import { severalFlows } from './flow-several.ts'
import { createChance } from './random.ts'
import type { WideDraw } from './wide-draw.ts'
import type { WideFact } from './wide-fact.ts'

const scenes = [
  ...[severalFlows, listFlows, questionFlows, orderFlows],
  ...[returnFlows, bundleFlows, ownFlows, attemptFlows, againFlows],
].flatMap((some) => Object.values<(draw: WideDraw) => WideFact>(some))

/** In every third schedule something with a person in it. It has dice of its own. */
export function writeFlows(seed: number, faultyMs: number): WideFact[] {
  if (seed % 3 !== 1) return []
  const chance = createChance(seed + 2 ** 26)
  return [chance.pick(scenes)({ chance, at: 0, faultyMs })]
}
