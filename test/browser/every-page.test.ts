import type { Page } from 'playwright-core'
import { expect, it } from 'vitest'
import { waitForStatus } from '../local/running-stack.ts'
import { checkPage } from './check-page.ts'
import { deliver } from './deliver.ts'
import { describeInBrowser } from './describe-in-browser.ts'

const lamp = { order: { externalNumber: '302-1234567-1234567' }, lines: [{ sku: 'LAMP-7', quantity: 1 }] }
const of = (part: string, id: string): string => `/console/${part}?id=${encodeURIComponent(id)}`
const press = (page: Page, name: string) => page.getByRole('button', { name, exact: true }).click()
type Open = (page: Page, ids: Record<string, string>) => Promise<unknown>
const at =
  (path: string): Open =>
  (page) =>
    page.goto(path)

const pages: Record<string, Open> = {
  overview: at('/console'),
  search: at('/console/search'),
  found: at('/console/search?status=failed'),
  'nothing-found': at('/console/search?q=nobody'),
  'event-done': (page, { done = '' }) => page.goto(of('event', done)),
  'event-held': (page, { held = '' }) => page.goto(of('event', held)),
  'event-failed': (page, { failed = '' }) => page.goto(of('event', failed)),
  plan: (page, { held = '' }) => page.goto(of('plan', held)),
  compare: (page, { held = '', done = '' }) => page.goto(`${of('compare', held)}&with=${encodeURIComponent(done)}`),
  link: (page, { held = '' }) => page.goto(of('link', held)),
  correct: (page, { failed = '' }) => page.goto(of('correct', failed)),
  'correct-plan': async (page, { failed = '' }) => {
    await page.goto(of('correct', failed))
    await page.getByLabel('Bulb, warm: pieces that come back').fill('1')
    await press(page, 'See what would be sent')
    await page.getByRole('heading', { name: 'What would be sent' }).waitFor()
  },
  reveal: async (page, { failed = '' }) => {
    await page.goto(of('event', failed))
    await page.getByText('Show the delivery').first().click()
    await page.getByLabel('Why you look at it').fill('The customer asked')
    await press(page, 'Show the delivery')
  },
  orders: at('/console/orders'),
  'orders-found': async (page) => {
    await page.goto('/console/orders')
    await page.getByLabel('Order', { exact: true }).fill('anna.beispiel@example.com')
    await press(page, 'Find')
  },
  order: at('/console/order?id=10002'),
  return: at('/console/return?order=10002'),
  'return-plan': async (page) => {
    await page.goto('/console/return?order=10002')
    await page.getByLabel('All lines').check()
    await press(page, 'See what would be sent')
  },
  comment: at('/console/comment?order=10002'),
  forget: at('/console/forget?order=10002'),
  'forget-person': at('/console/forget-person'),
  bulk: at('/console/bulk'),
  'bulk-preview': async (page) => {
    await page.goto('/console/bulk?status=held')
    await page.getByLabel('What to do').selectOption('Release')
    await press(page, 'Show what would be moved')
  },
  'bulk-run': async (page) => {
    await page.goto('/console/bulk?status=failed&reason=payload_invalid')
    await press(page, 'Show what would be moved')
    await press(page, 'Begin with 1 event')
    await page.getByText('All of them had their turn.').waitFor()
  },
  month: at('/console/month'),
  audit: at('/console/audit'),
  pause: at('/console/pause'),
  paused: async (page) => {
    await page.goto('/console/pause?source=typeform')
    await page.getByLabel('Reason, which everybody sees').fill('stock-taking')
    await press(page, 'Pause')
  },
  who: async (page) => {
    await page.context().clearCookies()
    await page.goto('/console/pause?source=shopware')
    await page.getByLabel('Reason, which everybody sees').fill('stock-taking')
    await press(page, 'Pause')
    await page.getByLabel('Your name').waitFor()
  },
  login: at('/console/login'),
  doctor: at('/console/doctor'),
  'doctor-said': async (page) => {
    await page.goto('/console/doctor')
    await press(page, 'Run the checks')
  },
  senders: at('/console/senders'),
  sandbox: at('/console/sandbox'),
  'sandbox-faults': async (page) => {
    await page.goto('/console/sandbox')
    await press(page, 'Switch it on')
  },
  problem: at('/console/nowhere'),
}

describeInBrowser('every page', (visit) => {
  let ids: Promise<Record<string, string>> | undefined
  /** One event of each kind. */
  async function events(): Promise<Record<string, string>> {
    const { url } = visit().stack
    const done = await deliver(url, { id: 'done', data: lamp })
    await waitForStatus(url, done, 'done')
    const held = await deliver(url, { id: 'held', data: lamp })
    const lines = [{ sku: 'BULB-WARM', quantity: 2, reason: 'too many' }]
    const failed = await deliver(url, { id: 'failed', data: { ...lamp, lines, note: 'I have two too many.' } })
    const unreadable = await deliver(url, { id: 'unreadable', data: { order: 7 } })
    await waitForStatus(url, held, 'held')
    for (const id of [failed, unreadable]) await waitForStatus(url, id, 'failed')
    return { done, held, failed, unreadable }
  }

  it.each(Object.entries(pages))('is for everybody, light or dark, at a desk or on a phone: %s', async (name, open) => {
    ids ??= events()
    const page = await visit().person()
    await open(page, await ids)
    await page.waitForLoadState()
    expect(await page.getByRole('heading', { level: 1 }).count()).toBe(1)
    expect(await checkPage(page, name)).toEqual([])
    if (name === 'sandbox-faults') await press(page, 'Switch all off')
  })

  it('can be used with the keyboard alone', async () => {
    const page = await visit().person()
    await page.goto('/console/senders')
    await page.keyboard.press('Tab')
    expect(await page.locator(':focus').innerText()).toBe('To the content')
    await page.goto('/console/search')
    await page.locator('#f-q:focus').waitFor()
    await page.keyboard.type('standard/failed')
    await page.keyboard.press('Enter')
    await page.getByRole('heading', { level: 1, name: /^Return of / }).waitFor()
    expect(new URL(page.url()).searchParams.get('id')).toBe('standard/failed')
  })
})
