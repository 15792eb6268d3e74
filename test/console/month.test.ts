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

it('the overview groups the same trouble, with one button for all of it, and says what waits and what a pause holds back', async () => {
  const time = '2026-03-02T08:20:00Z'
  const group = { source: 'my shop&', count: 22, since: time, newest: time }
  const row = (id: string) => ({
    id,
    source: 'my shop&',
    status: 'failed',
    attempts: 1,
    receivedAt: time,
    updatedAt: time,
  })
  const { visitor } = fakeBridge({
    stats: {
      ...{ open: 900, waiting: 300, ready: 600, held: 4, failed: 1_000, atLeast: ['ready', 'failed'] },
      groups: [
        { ...group, status: 'failed', reason: 'rejected', text: '<text> too long' },
        { ...group, status: 'held', source: 'typeform', title: 'Return form', reason: 'email_mismatch', count: 4 },
      ],
      stopped: [
        { ...row('grouped'), reason: { code: 'rejected', text: '<text> too long' } },
        { ...row('by-law'), withdrawal: true, reason: { code: 'rejected', text: '' } },
        { ...row('alone'), reason: { code: 'mapping', text: '' } },
      ],
      waits: [{ code: 'pace', text: 'No slot is free.', count: 100 }],
      paused: [{ since: time, reason: 'stocktaking', events: 900 }],
    },
    'event.list': { events: [] },
  })
  const page = await visitor.get('/console')
  expect(page.text).toContain('22+ × my shop&: ')
  expect(page.text).toContain('4 × Return form: ')
  expect(page.html.match(/event\?id=[\w-]+/g)).toEqual(['event?id=by-law', 'event?id=alone'])
  expect(page.html).toContain(
    'href="/console/bulk?status=failed&amp;source=my+shop%26&amp;reason=rejected&amp;action=replay"',
  )
  // Each of these asks a question of its own.
  expect(page.html).toContain('href="/console/search?status=held&amp;source=typeform&amp;reason=email_mismatch"')
  expect(page.html).not.toContain('<text>')
  expect(page.text).toContain('100 × No slot is free. Of the 100 that were looked at; more wait.')
  expect(page.text).toContain('it holds back at least 900 open events')
  const bulk = await visitor.get('/console/bulk?status=failed&source=my+shop%26&reason=rejected&action=replay')
  expect(bulk.html).toContain('<option value="rejected" selected>')
  expect(bulk.html).toContain('value="my shop&amp;"')
})
