import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { returnRequested } from '../workflow/world.ts'
import { type Deployed, deploy } from './deploy.ts'

const id = 'standard/1'
const hour = 3_600_000

let deployed: Deployed
beforeEach(async () => {
  deployed = await deploy()
})
afterEach(async () => {
  vi.restoreAllMocks()
  await deployed.end()
})

it.each([
  ['worker', { Records: [{ dynamodb: { Keys: { id: { S: id } } } }] }],
  ['retry', {}],
] as const)('the %s sends nothing while the tables say that its clock is wrong, then works', async (name, event) => {
  await deployed.accept(id, returnRequested({}))
  const right = Date.now
  const wrong = vi.spyOn(Date, 'now').mockImplementation(() => right() + hour)
  await deployed.call(name, event)
  wrong.mockRestore()
  const parked = await deployed.inbox.get(id)
  expect(parked).toMatchObject({ attempts: 0 })
  expect(parked?.history.filter(({ code }) => code === 'done')).toEqual([])
  expect(deployed.calls()).toEqual({})
  if (parked?.status === 'waiting') {
    expect(parked.history.at(-1)).toMatchObject({ why: { code: 'clock_in_doubt' } })
    await deployed.inbox.save(parked, { ...parked, wakeAt: Date.now() })
  }
  await deployed.call('retry', {})
  expect(await deployed.inbox.get(id)).toMatchObject({ status: 'done' })
  expect(deployed.returnsOf(10_001)).toHaveLength(1)
})
