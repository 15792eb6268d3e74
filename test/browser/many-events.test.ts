import { expect, it } from 'vitest'
import { operate, until } from '../local/running-stack.ts'
import { deliver } from './deliver.ts'
import { describeInBrowser } from './describe-in-browser.ts'

const count = 200
type Row = { id: string; updatedAt: string; status: string }

/** The events of a status, every page of them. */
async function all(url: string, filter: object): Promise<Row[]> {
  const rows: Row[] = []
  for (let cursor: string | undefined; ; ) {
    const { result } = await operate(url, { command: 'event.list', limit: 100, ...filter, ...(cursor && { cursor }) })
    rows.push(...(result.events as Row[]))
    cursor = result.cursor as string | undefined
    if (cursor === undefined) return rows
  }
}

const each = async <T, R>(items: readonly T[], work: (item: T) => Promise<R>): Promise<R[]> => {
  const results: R[] = []
  for (let from = 0; from < items.length; from += 20)
    results.push(...(await Promise.all(items.slice(from, from + 20).map(work))))
  return results
}

const names = (length: number, begin: string) => Array.from({ length }, (_, index) => `${begin}-${index}`)

describeInBrowser(
  'many failed events',
  (visit) => {
    it('are replayed after a preview, and stopped half-way: exactly some of those shown have moved', async () => {
      const { stack, person } = visit()
      const { url } = stack
      // Their order is not there; those of the other kind cannot be read.
      await each(names(count, 'shown'), (id) =>
        deliver(url, { id, data: { order: { externalNumber: 'NOT-THERE' }, lines: 'all' } }),
      )
      const others = await each(names(20, 'other'), (id) => deliver(url, { id, data: { order: 7 } }))
      await until(
        'all to have failed',
        async () => (await all(url, { status: 'failed' })).length === count + 20,
        60_000,
      )
      const before = new Map((await all(url, {})).map(({ id, updatedAt }) => [id, updatedAt]))

      const page = await person()
      await page.goto('/console/search?status=failed&reason=order_unknown')
      await page.getByRole('link', { name: 'Do something with all of these' }).click()
      await page.getByLabel('What to do').selectOption('Replay')
      await page.getByLabel('Name of this run').fill('after the import')
      await page.getByRole('button', { name: 'Show what would be moved' }).click()
      await page.getByRole('heading', { name: `Replay: ${count} events would be moved` }).waitFor()
      expect(await page.getByRole('main').innerText()).not.toContain('standard/other-')
      // A preview moves nothing.
      expect((await all(url, {})).every(({ id, updatedAt }) => before.get(id) === updatedAt)).toBe(true)

      await page.getByRole('button', { name: `Begin with ${count} events` }).click()
      const bar = page.getByRole('progressbar', { name: 'Progress' })
      await until('half of them', async () => Number(await bar.getAttribute('value')) >= 50, 30_000)
      await page.getByRole('button', { name: 'Stop' }).click()
      await page.getByText(/^Stopped\. \d+ events were not touched\./).waitFor()
      const told = await page.getByRole('main').innerText()
      const [, left = 0, moved = 0, refused = 0] =
        /Stopped\. (\d+) events were not touched\. (\d+) moved and (\d+) refused/.exec(told)?.map(Number) ?? []
      expect(moved).toBeGreaterThanOrEqual(50)
      expect(left).toBeGreaterThan(0)
      expect({ refused, all: moved + left }).toEqual({ refused: 0, all: count })

      const rows = await all(url, {})
      expect(rows).toHaveLength(count + 20)
      const named = await each(rows, async ({ id }) => {
        const { result } = await operate(url, { command: 'event.get', id })
        const history = result.history as { code: string; bulk?: string; text: string }[]
        return { id, bulk: history.filter(({ code }) => code === 'replayed').map(({ text }) => text) }
      })
      const touched = named.filter(({ bulk }) => bulk.length > 0)
      expect(touched).toHaveLength(moved)
      for (const { id, bulk } of touched) {
        expect(bulk).toEqual([expect.stringContaining('after the import')])
        expect(others).not.toContain(id)
      }
      const untouched = rows.filter(({ id }) => !touched.some((one) => one.id === id))
      for (const { id, updatedAt } of untouched) expect(before.get(id)).toBe(updatedAt)
    }, 120_000)
  },
  {},
)
