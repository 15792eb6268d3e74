import { expect, it } from 'vitest'
import { commentSubmitted } from '../workflow/world.ts'
import { deskConsole, finished } from './desk-console.ts'
import { fakeBridge, refusal } from './fake-bridge.ts'

const counts = (reported: number) => ({
  reported,
  returns: 2,
  linked: 1,
  held: 3,
  late: 0,
  delivered: reported,
  done: 2,
})

it('a month is shown by source with its sum, a picture of each, and a way to the months around it', async () => {
  const names = Array.from({ length: 40 }, (_, index) => `<shop-${index}>`)
  const sources = names.map((source) => ({ source, ...counts(5) }))
  const days = Array.from({ length: 14 }, (_, index) => ({
    day: `2026-02-${String(index + 15)}`,
    bySource: Object.fromEntries(names.map((name) => [name, counts(index)])),
  }))
  const { visitor, asked } = fakeBridge({
    month: ({ lastDays }: { lastDays?: number }) =>
      lastDays ? { sources, days } : { month: '2026-02', sources, atLeast: true },
  })
  const page = await visitor.get('/console/month?month=2026-02')
  expect(asked).toContainEqual({ command: 'month', month: '2026-02' })
  expect(page.text).toContain('February 2026 in numbers')
  expect(page.text).toContain('80 returns were made. 40 reports belonged to a return that was there')
  expect(page.text).toContain('All 200 80 40 120 0')
  expect(page.text).toContain('There is more than was counted')
  expect(page.html).toContain('href="/console/month?month=2026-01"')
  expect(page.html).toContain('href="/console/month?month=2026-03"')
  expect(page.html.match(/<svg class="chart"/g)).toHaveLength(10)
  expect(page.html).toContain(
    'aria-label="&lt;shop-0&gt;: the last 14 days: 91 delivered, 28 done, 42 needed a person"',
  )
  expect(page.html).not.toMatch(/style="|<shop|NaN/)
  expect(page.html.length).toBeLessThan(100_000)
})

it('the overview shows the last days as a picture and as a table, and counts them once a minute', async () => {
  const { world, visitor } = deskConsole()
  for (let count = 0; count < 3; count += 1) await finished(world, commentSubmitted({}))
  const page = await visitor.get('/console')
  expect(page.html).toContain('aria-label="The last 14 days: 3 delivered, 3 done, 0 needed a person"')
  expect(page.text).toContain('Mar 2 3 3 0')
  await finished(world, commentSubmitted({}))
  expect((await visitor.get('/console')).text).toContain('Mar 2 3 3 0')
  await world.advance(60_000)
  expect((await visitor.get('/console')).text).toContain('Mar 2 4 4 0')
})

it('the overview of a bridge that counts no days has no picture', async () => {
  const { visitor } = fakeBridge({ 'event.list': { events: [] }, month: () => refusal('unknown_command', 'No.') })
  const page = await visitor.get('/console')
  expect(page.status).toBe(200)
  expect(page.html).not.toContain('<svg')
})
