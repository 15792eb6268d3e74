import { expect, it } from 'vitest'
import type { Clock } from '../../lib/clock.ts'
import { ClockInDoubt } from '../../lib/errors.ts'
import { createAudited } from '../audit/audit-world.ts'

/** One that has jumped. */
const wrong: Clock = {
  now: () => 0,
  begin: () => {},
  heard: () => {},
  readStored: () => {},
  isRight: () => true,
  mustBeRight() {
    throw new ClockInDoubt(60_000)
  },
}

it('an audit by a wrong clock reads nothing of the back office and keeps no place', async () => {
  const world = createAudited()
  await expect(world.audit({ clock: wrong })).rejects.toThrow(ClockInDoubt)
  expect((await world.calls()).byRoute).toEqual({})
  expect(await world.audits.read()).toBeUndefined()
})
