import type { AdapterWorld } from './world.ts'

/** Keys that are counted for orders and days, up to as many as there may be, and again. */
export async function playDays({ chance, records, now, pass, items, expect, loseAnswer }: AdapterWorld): Promise<void> {
  const counted = new Map<string, Set<string>>()
  const most = chance.pick([1, 2, 3, 20])
  const keys = Array.from({ length: most + chance.between(1, 3) }, (_, index) => `form/key-${index}`)
  const orders = [10_001, 10_002].slice(0, chance.between(1, 2))
  for (let turn = chance.between(2, 2 * most + 6); turn > 0; turn -= 1) {
    pass(chance.pick([0, 1, 60_000, chance.hits(0.2) ? 11 * 3_600_000 : 1]))
    const [key, orderId] = [chance.pick(keys), chance.pick(orders)]
    const date = new Date(now()).toISOString().slice(0, 10)
    const day = `day#${orderId}/${date}`
    const before = counted.get(day) ?? new Set<string>()
    const wanted = before.has(key) || before.size < most
    if (wanted) counted.set(day, before.add(key))
    if (chance.hits(0.3)) loseAnswer()
    const counts = await records.countOnDay(key, { orderId, most, now: now() })
    expect(counts === wanted, `${key} is ${counts ? '' : 'not '}counted on ${day} beside ${before.size} of ${most}`)
  }
  for (const [day, wanted] of counted) {
    const stored = items('state').get(day)?.keys
    const is = stored instanceof Set ? [...stored].sort().join() : undefined
    expect(is === [...wanted].sort().join(), `${day} has counted ${is}, not ${[...wanted].sort()}`)
  }
  const days = [...items('state').keys()]
  expect(days.length === counted.size, `there are ${days}, not ${[...counted.keys()]}`)
}
