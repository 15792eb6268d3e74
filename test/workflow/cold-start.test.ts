import { expect, it } from 'vitest'
import { createFleet, fullestMinute } from './fleet.ts'

const minute = 60_000
const slotMs = 1_500

it('a hundred workers that start at the same time find a limit of 80 reads with one call, and never meet it', async () => {
  const limits = { readsPerMinute: 80, writesPerMinute: 40 }
  const fleet = await createFleet({ limits, workers: 100 })
  for (let index = 0; index < 1_000; index += 1) await fleet.accept(`e${index}`)
  // A slot more: at which moment of it the time ends is chance.
  await fleet.run(3 * minute + slotMs)
  expect(fleet.sent.filter(({ status }) => status === 429)).toEqual([])
  expect(fullestMinute(fleet.sent, 'read')).toBeLessThanOrEqual(limits.readsPerMinute)
  expect(fullestMinute(fleet.sent, 'write')).toBeLessThanOrEqual(limits.writesPerMinute)
  // And they are no slower for it than the limit is.
  expect(fleet.sent.filter(({ kind }) => kind === 'write').length).toBeGreaterThan(2 * limits.writesPerMinute)
  expect(fleet.errors).toEqual([])
}, 180_000)

it('a back office that names no limits is at full speed after its first answers', async () => {
  const fleet = await createFleet({ limits: {}, workers: 100 })
  const ids: string[] = []
  for (let index = 0; index < 1_000; index += 1) ids.push(await fleet.accept(`e${index}`))
  expect(await fleet.run(5 * minute, ids)).toBeLessThanOrEqual(10_000)
  // From then on nobody waits for anybody.
  const more: string[] = []
  for (let index = 0; index < 1_000; index += 1) more.push(await fleet.accept(`f${index}`))
  expect(await fleet.run(5 * minute, more)).toBeLessThanOrEqual(5_000)
}, 180_000)

it('workers whose first calls die are followed by others', async () => {
  const limits = { readsPerMinute: 80, writesPerMinute: 40 }
  const fleet = await createFleet({ limits, workers: 20 })
  await fleet.control('/sandbox/faults', { method: 'GET', times: 3, kind: 'drop-before' })
  const ids: string[] = []
  for (let index = 0; index < 40; index += 1) ids.push(await fleet.accept(`e${index}`))
  expect(await fleet.run(30 * minute, ids)).toBeLessThanOrEqual(6 * minute)
  expect(fleet.sent.filter(({ status }) => status === 429)).toEqual([])
}, 180_000)
