import { expect, it } from 'vitest'
import { describeInBrowser } from './describe-in-browser.ts'

describeInBrowser('time and place', (visit) => {
  it('shows the zone of the reader, leads to the search with a slash, and never asks to send a form again', async () => {
    const { stack, person } = visit()
    const page = await person({ timezoneId: 'Asia/Tokyo', locale: 'en-GB' })
    await page.goto('/console/order?id=10002')
    const time = page.locator('time').first()
    const at = new Date((await time.getAttribute('datetime')) ?? '')
    const here = new Intl.DateTimeFormat('en', { dateStyle: 'medium', timeStyle: 'medium', timeZone: 'Asia/Tokyo' })
    expect(await time.innerText()).toBe(here.format(at))

    await page.keyboard.press('/')
    await page.waitForURL(/\/console\/search$/)
    await page.locator('#f-q:focus').waitFor()
    await page.keyboard.type('anna.beispiel@example.com')
    await page.keyboard.press('Enter')
    await page.waitForURL(/shown=/)
    await page.goto('/console')
    await page.goBack()
    expect(await page.getByLabel('What the customer says').first().inputValue()).toBe('anna.beispiel@example.com')

    await page.context().grantPermissions(['clipboard-read', 'clipboard-write'])
    await page.goto('/console/senders')
    await page.getByRole('button', { name: 'Copy', exact: true }).first().click()
    await page.getByRole('button', { name: 'Copied', exact: true }).waitFor()
    expect(await page.evaluate('navigator.clipboard.readText()')).toContain(`${stack.url}/`)
  })
})
