import fc from 'fast-check'
import { expect, it } from 'vitest'
import { toOrderLabel } from '../../lib/order-label.ts'
import { inboxBackends } from '../inbox/backends.ts'
const name = fc.oneof(
  fc.constantFrom('__proto__', 'constructor', '#1001', '1001', 'EN1001', 'en-1001', '1001-B', 'İstanbul1', 'ß1', 'ﬀ1', '#', '1', 'a/b#c', '0', '-1', '９９', 'x'.repeat(100), 'İ'.repeat(100), '1'.repeat(100), '𝟙𝟚', '１００１', "'; drop", 'é1', 'e\u03011', '#entries'),
  fc.integer({ min: -3, max: 30 }), fc.string({ maxLength: 6 }), fc.constantFrom(null, {}, [], 2 ** 60, '9007199254740993'))
const number = fc.oneof(fc.integer({ min: 1, max: 40 }), fc.constantFrom('5550001', 'B-143', '__proto__', '', null, '1001'))
it('all stores agree, and never throw', async () => {
  const opened = await Promise.all(inboxBackends.filter((b: any) => !b.skip).map((b: any) => b.open()))
  console.log(opened.length)
  const typed = fc.oneof(name, fc.constantFrom('#1001 ', ' 1001', 'FR1001', '##', '', 'n'.repeat(200), '1001\n5550001')).map(String)
  await fc.assert(fc.asyncProperty(fc.array(fc.tuple(name, name, number), { maxLength: 12 }), fc.array(typed, { maxLength: 6 }), fc.nat(5), async (learn, asks, s) => {
    const shop = `shop-${s}-${Math.random().toString(36).slice(2)}`
    for (const [a, b, n] of learn) { const label = toOrderLabel([a, b], n); if (label) for (const o of opened) await o.inbox.learnLabel(shop, { label, now: 1e12 }) }
    for (const t of [...asks, ...learn.flatMap(([a, b]) => [String(a), String(b)])]) {
      const answers = await Promise.all(opened.map(async (o: any) => (await o.inbox.numbersOfLabel(shop, t)).toSorted()))
      for (const a of answers) expect(a).toEqual(answers[0])
    }
    // whatever was learnt is found by each of its names, if the shop tells them in usual form
    for (const [a, b, n] of learn) { const label = toOrderLabel([a, b], n); if (label) expect(await opened[0].inbox.numbersOfLabel(shop, label.names[0])).toContain(label.externalNumber) }
  }), { numRuns: 150 })
  await Promise.all(opened.map((o: any) => o.close()))
}, 200_000)
