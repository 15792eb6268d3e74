import { expect } from 'vitest'
import { createBackOffice } from '../../lib/back-office/back-office.ts'
import { createPace } from '../../lib/back-office/pace/pace.ts'
import { createMemoryPace } from '../memory/memory-stores.ts'
import type { createAudited } from './audit-world.ts'

export type World = ReturnType<typeof createAudited>

/** The back office under a pace of its own, as lib/wire.ts has it. */
export function paced({ session, sandbox, workflow: { now, sleep, newId, log } }: World, limits = {}) {
  const pace = createPace({ store: createMemoryPace(), limits, now, sleep, newId })
  return { openBackOffice: createBackOffice({ session, fetch: sandbox.fetch, now, pace, log }) }
}

/** The same without a pace: what a 429 says is all that it hears. */
export const unpaced = ({ session, ports: { fetch }, workflow: { now, log } }: World) => ({
  openBackOffice: createBackOffice({ session, fetch, now, log }),
})

/** Every request takes this long. */
export const slowly = (world: World, ms: number) => {
  const fetch: typeof globalThis.fetch = async (...asked) => {
    await world.advance(ms)
    return await world.ports.fetch(...asked)
  }
  const { now, log } = world.workflow
  return createBackOffice({ session: world.session, fetch, now, log, requestTimeoutMs: ms + 1_000 })
}

export function putOrderLike(world: World, id: number): void {
  const { orders } = world.sandbox.world.store
  const like = orders.get(10_001) ?? expect.fail('no order')
  orders.put({ ...like, id })
}

export const commentsOn = async (world: World, orders: readonly number[]) => {
  for (const id of orders) await world.commented({ order: { id } })
}
