import { createServer } from 'node:http'
import { setTimeout as sleep } from 'node:timers/promises'
import { expect, it } from 'vitest'
import { listening, operate, waitForStatus } from '../local/running-stack.ts'
import { copyOfOrder } from './copy-of-order.ts'
import { deliver } from './deliver.ts'
import { describeInBrowser } from './describe-in-browser.ts'

/** Somebody else's page, on another port of this machine. */
async function elsewhere(html: string): Promise<number> {
  const server = createServer((_, answer) => answer.setHeader('content-type', 'text/html').end(html))
  return (await listening(server)).port
}

describeInBrowser('the console', (visit) => {
  it.each(['localhost', '127.0.0.1'])('refuses the form of a page at %s, even with its own token', async (host) => {
    const { stack, person } = visit()
    const data = { order: { externalNumber: 'NOT-THERE' }, lines: 'all' }
    const id = await deliver(stack.url, { id: `forged-from-${host}`, data })
    await waitForStatus(stack.url, id, 'failed')
    const page = await person()
    await page.goto(`/console/event?id=${encodeURIComponent(id)}`)
    const token = await page.locator('input[name=token]').first().inputValue()
    const fields = Object.entries({ token, id, action: 'discard' })
    const port = await elsewhere(`<form method="post" action="${stack.url}/console/event">
${fields.map(([name, value]) => `<input name="${name}" value="${value}">`).join('')}<button>Win</button></form>`)
    await page.goto(`http://${host}:${port}/`)
    const [answer] = await Promise.all([
      page.waitForResponse((one) => one.url() === `${stack.url}/console/event`),
      page.getByRole('button').click(),
    ])
    expect(answer.status()).toBe(403)
    expect((await operate(stack.url, { command: 'event.get', id })).result.status).toBe('failed')
  })

  it('asks nothing for the images, frames, scripts and fetches of a page elsewhere, and opens by its link', async () => {
    const { stack, person } = visit()
    const page = await person()
    const target = `${stack.url}/console/event?id=a`
    const port = await elsewhere(`<iframe src="${target}"></iframe><script src="${target}"></script>
<script>fetch('${target}', { mode: 'no-cors' }).catch(() => 0)
for (let n = 0; n < 100; n += 1) new Image().src = '${target}&n=' + n</script><a href="${stack.url}/console">Open</a>`)
    const statuses: number[] = []
    // A page hears nothing of the answers that its browser keeps from it.
    const devTools = await page.context().newCDPSession(page)
    devTools.on('Network.responseReceivedExtraInfo', ({ statusCode }) => void statuses.push(statusCode))
    await devTools.send('Network.enable')
    await page.goto(`http://localhost:${port}/`)
    await expect.poll(() => statuses.filter((one) => one === 403).length, { timeout: 10_000 }).toBeGreaterThan(101)
    // The other page itself, and its icon.
    expect(statuses.filter((one) => one !== 403).length).toBeLessThanOrEqual(2)
    await page.getByRole('link', { name: 'Open' }).click()
    await page.getByRole('heading', { level: 1, name: 'Overview' }).waitFor()
  })
})

describeInBrowser(
  'a return',
  (visit) => {
    it('waits for no images of a page elsewhere', async () => {
      const { stack, person } = visit()
      // An order's page reads the back office, and so do returns.
      await fetch(`${stack.sandboxUrl}/sandbox/limits`, { method: 'POST', body: '{"readsPerMinute": 200}' })
      const page = await person()
      const port = await elsewhere(`<script>let timer
const images = () => { for (let n = 0; n < 100; n += 1) new Image().src = '${stack.url}/console/order?id=10001&n=' + Math.random() }
function repeat(on) { clearInterval(timer); if (on) { images(); timer = setInterval(images, 500) } }</script>`)
      await page.goto(`http://localhost:${port}/`)
      const tookMs = async (id: string, isBeside: boolean) => {
        const { externalNumber } = await copyOfOrder(stack.sandboxUrl, 10_001)
        await page.evaluate(`repeat(${isBeside})`)
        await sleep(500)
        const startedAt = performance.now()
        const event = await deliver(stack.url, { id, data: { order: { externalNumber }, lines: 'all' } })
        await waitForStatus(stack.url, event, 'done')
        return performance.now() - startedAt
      }
      const [alone, beside] = [[] as number[], [] as number[]]
      for (const nth of [1, 2, 3]) {
        alone.push(await tookMs(`alone-${nth}`, false))
        beside.push(await tookMs(`beside-${nth}`, true))
      }
      // The two share the machine. When images were answered, the limit of reads was used up, and returns waited for the next minute.
      expect(Math.min(...beside)).toBeLessThan(Math.min(...alone) * 2 + 500)
    })
  },
  {},
)
