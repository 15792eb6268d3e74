import type { WideDraw } from '../all-senders/draw.ts'
import type { WideFact } from '../all-senders/fact.ts'
import { createChance } from '../random.ts'
import { againFlows } from './again.ts'
import { attemptFlows } from './attempts.ts'
import { bundleFlows } from './bundles.ts'
import { listFlows } from './lists.ts'
import { orderFlows } from './orders.ts'
import { ownFlows } from './own.ts'
import { questionFlows } from './questions.ts'
import { returnFlows } from './returns.ts'
import { severalFlows } from './several.ts'

const scenes = [
  ...[severalFlows, listFlows, questionFlows, orderFlows],
  ...[returnFlows, bundleFlows, ownFlows, attemptFlows, againFlows],
].flatMap((some) => Object.values<(draw: WideDraw) => WideFact>(some))

/** In every third schedule something with a person in it, in turns. It has dice of its own. */
export function writeFlows(seed: number, faultyMs: number): WideFact[] {
  if (seed % 3 !== 1) return []
  const chance = createChance(seed + 2 ** 26)
  const scene = scenes[Math.floor(seed / 3) % scenes.length]
  return scene ? [scene({ chance, at: 0, faultyMs })] : []
}
