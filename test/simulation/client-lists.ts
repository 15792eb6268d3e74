import { playComments, playContacts, playImages } from './client-look-ups.ts'
import type { Reader } from './client-reader.ts'
import { playReturns, playStatuses } from './client-returns.ts'
import { playCustomer, playNumber } from './client-sales.ts'
import type { ClientWorld } from './client-world.ts'

const minute = 60_000
type Play = (reader: Reader) => Promise<void>

/** Lists that are odd in every way that is known of them, and what a reader must have of them (docs/back-office.md 5.6, 7, 8). */
export async function playLists(world: ClientWorld): Promise<void> {
  const worker = world.worker()
  const plays: Play[] = [playReturns, playStatuses, playNumber, playCustomer, playContacts, playComments, playImages]
  for (let step = 0; step < 5; step += 1) {
    await world.chance.pick(plays)({ world, worker, deadlineMs: world.chance.pick([25_000, 5 * minute]) })
    await world.pass(1_000)
  }
}
