import { expect, it } from 'vitest'
import { createTransport } from '../../lib/back-office/http/transport.ts'
import type { Clock } from '../../lib/clock.ts'
import { ClockInDoubt } from '../../lib/errors.ts'
import { createAudited } from '../audit/audit-world.ts'
import { createWorld, returnRequested } from '../workflow/world.ts'

/** One that has jumped. */
const wrong: Clock = {
  now: () => 0,
  begin: () => {},
  heard: () => {},
  readStored: () => {},
  unsteadyUntil: () => 0,
  isRight: () => true,
  mustBeRight() {
    throw new ClockInDoubt(60_000)
  },
}

it('a request is not sent by a wrong clock, whatever was looked at before', async () => {
  let sent = 0
  const fetch = async () => new Response(String(++sent))
  const log = { error: () => {}, warn: () => {} }
  const transport = createTransport({ fetch: fetch as never, now: () => 0, clock: wrong, log })
  const request = { method: 'GET', route: '/rest/orders', url: 'http://127.0.0.1/rest/orders' } as const
  await expect(transport.send(request, { deadlineMs: 60_000 })).rejects.toThrow(ClockInDoubt)
  expect(sent).toBe(0)
})

it('an event that is claimed by a wrong clock waits without an attempt, before anything is read for it', async () => {
  const world = createWorld()
  world.workflow.clock = wrong
  const { event } = await world.begin('standard', returnRequested({}))
  expect(event).toMatchObject({ status: 'waiting', attempts: 0 })
  expect(event.history.at(-1)).toMatchObject({ why: { code: 'clock_in_doubt' } })
  expect((await world.calls()).byRoute).toEqual({})
})

it('an audit by a wrong clock reads nothing of the back office and keeps no place', async () => {
  const world = createAudited()
  await expect(world.audit({ clock: wrong })).rejects.toThrow(ClockInDoubt)
  expect((await world.calls()).byRoute).toEqual({})
  expect(await world.audits.read()).toBeUndefined()
})
