import type { Page } from 'playwright-core'
import { expect, it } from 'vitest'
import { madeFor, until, waitForStatus } from '../local/running-stack.ts'
import { copyOfOrder } from './copy-of-order.ts'
import { deliver } from './deliver.ts'
import { describeInBrowser } from './describe-in-browser.ts'

/** What the page says, as a person reads it. */
const said = (page: Page): Promise<string> => page.locator('main').innerText()

describeInBrowser('a return whose SKU nobody knows', (visit) => {
  it.each([
    ['without scripts', false],
    ['with scripts', true],
  ])('is found by the order number, understood, corrected and seen done, %s', async (_, javaScriptEnabled) => {
    const { stack, person } = visit()
    const { id: orderId, externalNumber } = await copyOfOrder(stack.sandboxUrl, 10_002)
    const sku = javaScriptEnabled ? 'BULB-WRONG' : 'LAMP-WRONG'
    const id = await deliver(stack.url, { id: sku, data: { order: { externalNumber }, lines: [{ sku, quantity: 1 }] } })
    await waitForStatus(stack.url, id, 'failed')

    const page = await person({ javaScriptEnabled })
    await page.goto('/')
    await page.getByRole('link', { name: 'Search' }).click()
    await page.getByLabel('What the customer says').fill(externalNumber)
    await page.getByRole('button', { name: 'Search' }).click()
    await page.getByRole('row', { name: id }).getByRole('link').first().click()
    const told = await said(page)
    expect(told).toContain('Failed')
    expect(told).toContain('Which article comes back?')
    expect(told).toMatch(/SKU/)

    await page.getByRole('link', { name: 'Correct', exact: true }).click()
    await page.getByLabel(`${javaScriptEnabled ? 'Bulb, warm' : 'Desk lamp'}: pieces that come back`).fill('1')
    await page.getByRole('button', { name: 'See what would be sent' }).click()
    const plan = page.getByRole('table', { name: `Lines of order ${orderId}` })
    expect(await plan.innerText()).toContain(javaScriptEnabled ? 'Bulb, warm' : 'Desk lamp')
    await page.getByLabel('Why it is corrected').fill('The customer meant the other article')
    await page.getByRole('button', { name: 'Correct it and let it go on' }).click()
    expect(await said(page)).toContain('The event was corrected and goes on.')

    // The page loads itself again until there is nothing to wait for.
    await until(
      'the page to say that it is done',
      async () => /Status\s+Done/.test(await said(page).catch(() => '')),
      30_000,
    )
    expect(await said(page)).toContain('The customer meant the other article')
    expect((await madeFor(stack.sandboxUrl ?? '', orderId)).returns).toBe(1)
  })
})
