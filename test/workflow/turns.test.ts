import { expect, it } from 'vitest'
import { isQueued } from '../../lib/inbox/event.ts'
import { processDue } from '../../lib/workflow/wake/process-due.ts'
import { createWorld, returnRequested } from './world.ts'

it('a turn that is further away costs an event of the stream no attempt and no place; the schedule waits for it', async () => {
  const world = createWorld({ limits: { readsPerMinute: 40, writesPerMinute: 18 } })
  const bulb = { order: { id: 10_002 }, lines: [{ sku: 'BULB-W', quantity: 1 }] }
  const first = await world.accept('standard', returnRequested(bulb))
  const second = await world.accept('standard', returnRequested({}))
  await world.run(first)
  const begun = world.now()
  const { event } = await world.run(second)
  expect(world.now() - begun).toBeLessThanOrEqual(2_000)
  expect(event).toMatchObject({ status: 'waiting', attempts: 0 })
  expect(isQueued(event)).toBe(true)
  expect(event.deferredSince).toBeUndefined()
  await world.advance((event.wakeAt ?? 0) - world.now())
  const due = world.now()
  await processDue(world.workflow, due + 120_000)
  expect(await world.get(second)).toMatchObject({ status: 'done' })
  expect(world.now() - due).toBeGreaterThan(2_000)
})
