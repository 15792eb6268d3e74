import { setTimeout as sleep } from 'node:timers/promises'
import type { Page } from 'playwright-core'
import { expect, it } from 'vitest'
import { operate, waitForStatus } from '../local/running-stack.ts'
import { control } from './control.ts'
import { deliver } from './deliver.ts'
import { describeInBrowser } from './describe-in-browser.ts'

const count = 45
const limits = { readsPerMinute: 900, writesPerMinute: 90 }
/** The schedule comes every second, as often as it does in a backlog of an hour; the limits count real minutes. */
const quick = { LOCAL_TIME_SCALE: '60' }

/** About an order of its own: no event waits for another one. */
const comment = (id: string) => ({
  id,
  type: 'comment.submitted',
  data: { order: { externalNumber: id }, text: `Note about ${id}` },
})

const order = (id: string) => ({
  typeId: 1,
  statusId: 7,
  referrerId: 9,
  contactId: 501,
  properties: [{ typeId: 7, value: id }],
  orderItems: [{ typeId: 1, itemVariationId: 1101, quantity: 1, orderItemName: 'Mug, blue' }],
})

async function slowDown(page: Page): Promise<void> {
  await page.goto('/console/sandbox')
  await page.getByLabel('What happens').selectOption('It answers three seconds late')
  await page.getByLabel('Method').selectOption('POST')
  await page.getByLabel('How often').fill('3')
  await page.getByRole('button', { name: 'Switch it on' }).click()
  await page.getByText('The fault is switched on.').waitFor()
}

/** When the overview says that the backlog ends. */
async function saidEnd(page: Page): Promise<number | undefined> {
  await page.goto('/console')
  const said = page.getByText(/due or queued\. They will be done about/).locator('time')
  return (await said.count()) === 0 ? undefined : Date.parse((await said.getAttribute('datetime')) ?? '')
}

describeInBrowser(
  'a backlog',
  (visit) => {
    // A machine that leaves no processor free makes faults of its own: one late event, and the end is another one.
    it('ends when the overview says, while the sandbox does what it was told to do wrong', {
      timeout: 90_000,
      retry: 1,
    }, async () => {
      const { stack, person } = visit()
      const { url, sandboxUrl } = stack
      await control(sandboxUrl, '/sandbox/limits', limits)
      // With its answers the bridge knows the limits.
      await waitForStatus(url, await deliver(url, comment('6203001001')), 'done')
      const begun = Date.now()
      const numbers = Array.from({ length: count }, (_, index) => `LATE-${begun}-${index}`)
      for (const number of numbers) await control(sandboxUrl, '/sandbox/orders', order(number))

      const page = await person({ javaScriptEnabled: false })
      await slowDown(page)
      await Promise.all(numbers.map((number) => deliver(url, comment(number))))

      const told: { at: number; end: number }[] = []
      const isOver = async () => (await operate(url, { command: 'stats' })).result.open === 0
      while (!(await isOver())) {
        const end = await saidEnd(page)
        if (end !== undefined) told.push({ at: Date.now(), end })
        await sleep(1_000)
      }
      const over = Date.now()
      // Of the last seconds a fifth is less than the pause between two looks.
      const ratios = told.filter(({ at }) => over - at > 8_000).map(({ at, end }) => (end - at) / (over - at))
      expect(ratios.length).toBeGreaterThan(3)
      for (const ratio of ratios) {
        expect(ratio).toBeGreaterThan(0.8)
        expect(ratio).toBeLessThan(1.2)
      }
      await page.goto('/console/sandbox')
      expect(await page.getByRole('main').innerText()).toContain('No fault is switched on.')
    })
  },
  quick,
)
