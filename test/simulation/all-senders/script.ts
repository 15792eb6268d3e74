import { createChance } from '../random.ts'
import type { WideFact } from './fact.ts'
import { formFacts } from './form-facts.ts'
import { shopFacts } from './shops.ts'
import { standardFacts } from './standard.ts'

/** Some facts that all senders can report, each about orders of its own. They have dice of their own. */
export function writeWide(seed: number, faultyMs: number): WideFact[] {
  const chance = createChance(seed + 2 ** 28)
  return Array.from({ length: chance.pick([1, 1, 2]) }, (_, at) => {
    const how = chance.next()
    const draw = { chance, at, faultyMs }
    const facts = how < 0.55 ? formFacts : how < 0.75 ? standardFacts : shopFacts
    return chance.pick(Object.values(facts))(draw)
  })
}
