import { isDeepStrictEqual } from 'node:util'
import type { ItemStore } from '../../../lib/back-office/item-store.ts'
import type { AdapterWorld } from './world.ts'

type Shared = { writeId: string; who?: string; many?: object }

/** The three items that all workers share: who is faster has it, also where no answer said so. */
export async function playShared(world: AdapterWorld): Promise<void> {
  const { chance, newId, expect, loseAnswer, items } = world
  const names = ['session', 'pace', 'audit'] as const
  const stores = { session: world.session, pace: world.pace, audit: world.audits } as unknown as Record<
    string,
    ItemStore<Shared>
  >
  const stored: Partial<Record<string, Shared>> = {}
  for (let turn = chance.between(4, 12); turn > 0; turn -= 1) {
    const name = chance.pick(names)
    const store = stores[name] as ItemStore<Shared>
    const before = stored[name]
    const draw = (who: string): Shared => ({ writeId: newId(), who, many: { [who]: [chance.between(0, 9), { who }] } })
    const next = draw('ours')
    const theirs = draw('theirs')
    const how = chance.pick(['as it is', 'older', 'lost', 'lost and taken', 'never there'])
    const previous = how === 'older' ? { ...theirs } : how === 'never there' ? undefined : before
    const isFree = previous?.writeId === before?.writeId
    // Who was faster after it may have come through: nobody can know that it did.
    const isTaken = how === 'lost and taken' && isFree
    if (how === 'lost') loseAnswer()
    if (isTaken) loseAnswer(() => store.replace(theirs, { previous: next }))
    const replaced = await store.replace({ ...next }, { previous })
    if (isFree) stored[name] = isTaken ? theirs : next
    const wanted = isFree && !isTaken
    expect(replaced === wanted, `the ${name} (${how}) is ${replaced ? '' : 'not '}replaced`)
    const read = await store.read()
    expect(isDeepStrictEqual(read, stored[name]), `the ${name} (${how}) is ${JSON.stringify(read)}`)
    const others = names.filter((other) => items('state').has(other)).join()
    expect(others === names.filter((other) => stored[other]).join(), `there are ${others}`)
  }
}
