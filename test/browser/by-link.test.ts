import { writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { setTimeout as sleep } from 'node:timers/promises'
import { expect, it } from 'vitest'
import type { NotificationsItem } from '../../lib/notify/notifier.ts'
import { openDatabase } from '../../lib/tables/sqlite/database.ts'
import { createSqliteItem } from '../../lib/tables/sqlite/items.ts'
import { aMachine, startServe } from '../local/running-serve.ts'
import { aFreePort, listening, madeFor, until } from '../local/running-stack.ts'
import { deliver } from './deliver.ts'
import { describeInBrowser } from './describe-in-browser.ts'

const minute = 60_000
const gone = 'This link does not count any more'

/** A chat program on loopback. */
async function startChat() {
  const messages: string[] = []
  const server = createServer(async (asked, answer) => {
    messages.push((JSON.parse(await text(asked)) as { text: string }).text)
    answer.end('ok')
  })
  const { url } = await listening(server)
  return { url, messages }
}

/** As if the last message had gone out long enough ago. */
async function tellAgain(data: string): Promise<void> {
  const database = openDatabase(join(data, 'bridge.sqlite'))
  const store = createSqliteItem<NotificationsItem>(database, 'notifications')
  const now = Date.now()
  const told = { writeId: 'earlier', ranAt: now, place: { at: now, id: '' }, digestAt: now - 16 * minute }
  await store.replace(told, { previous: await store.read() })
  database.close()
}

/** Most of it is the ten seconds after which a message counts a question as asked. */
describeInBrowser('a link from a message of serve', (visit) => {
  it('decides its question once, for whoever of two people is faster, and dies with its event', async () => {
    const { args, data, folder, sandboxUrl } = await aMachine()
    const [chat, port] = [await startChat(), await aFreePort()]
    const config = join(folder, 'linked.config.ts')
    writeFileSync(
      config,
      `import { defineConfig } from './lib/config/config.ts'
export default defineConfig({
  publicUrl: 'http://127.0.0.1:${port}',
  notify: { webhookUrl: '${chat.url}/services/T000/B000', links: 'all' },
  sources: { standard: { kind: 'standard' } },
})\n`,
    )
    const options = [...args, '--port', String(port), '--config', config]
    const first = await startServe(options, { data })
    const ask = async (id: string, quantity: number) => {
      const order = { externalNumber: '6203001001' }
      const lines = [{ sku: 'MUG-BLUE', quantity }]
      const about = { order, email: 'anna.beispiel@example.com', lines, note: 'Frau Geheim' }
      const event = await deliver(first.webhooks, { id, data: about })
      await first.untilStatus(event, 'held')
      return event
    }
    const [asked, other] = [await ask('asked', 3), await ask('other', 4)]
    const isAsked = sleep(11_000)
    await first.stop()
    await tellAgain(data)
    await isAsked
    const bridge = await startServe(options, { data })

    const message = await until('the message', () => chat.messages.find((one) => one.includes(asked)))
    expect(message).not.toMatch(/anna|geheim|@/i)
    expect(bridge.program.output()).not.toContain('/decide/')
    const linkOf = (event: string) =>
      new RegExp(`\\(${event}\\)\\s+Decide: (\\S+)`).exec(message)?.[1] ?? expect.fail(`no link of ${event}`)
    const [at, atOther] = [linkOf(asked), linkOf(other)]
    expect(at).toContain(`http://127.0.0.1:${port}/decide/`)
    const statusOf = async (id: string) => (await bridge.ask({ command: 'event.get', id })).result.status

    for (let times = 0; times < 50; times += 1) {
      const methods = Array.from({ length: 20 }, (_, nth) => (nth % 2 ? 'GET' : 'HEAD'))
      const statuses = await Promise.all(methods.map(async (method) => (await fetch(at, { method })).status))
      expect(new Set(statuses)).toEqual(new Set([200]))
    }
    expect(await statusOf(asked)).toBe('held')

    const { person } = visit()
    const people = [await person({ javaScriptEnabled: false }), await person()] as const
    for (const page of people) {
      await page.goto(at)
      const shown = await page.getByRole('main').innerText()
      expect(shown).toContain('More pieces were reported than are left to return.')
      expect(shown).toMatch(/6203001001 · #10001[\s\S]*2 × .*MUG-BLUE[\s\S]*Makes a return and a label\./)
      expect(shown).toContain('Nothing is made.')
      expect(await page.content()).not.toMatch(/anna|beispiel|geheim|@/i)
      expect(await page.getByRole('button').allInnerTexts()).toEqual(['Yes, do it', 'No, end it'])
    }
    const title = (page: (typeof people)[number]) => page.getByRole('heading', { level: 1 }).innerText()
    await Promise.all(people.map((page) => page.getByRole('button', { name: 'Yes, do it' }).click()))
    expect((await Promise.all(people.map(title))).sort()).toEqual(['It goes on', gone])
    await bridge.untilStatus(asked, 'done')
    expect(await madeFor(sandboxUrl, 10_001)).toEqual({ returns: 1, comments: 1 })
    const [, page] = people
    await page.goto(at)
    expect([await title(page), await page.getByRole('button').count()]).toEqual([gone, 0])
    const { result } = await bridge.ask({ command: 'event.get', id: asked })
    expect(JSON.stringify(result.history)).toContain('by the link sent to the webhook, released the event')

    await page.goto(atOther)
    await bridge.ask({ command: 'event.discard', id: other, note: 'A call', by: 'Kim' })
    await page.getByRole('button', { name: 'Yes, do it' }).click()
    expect([await title(page), await statusOf(other)]).toEqual([gone, 'discarded'])
    expect(await madeFor(sandboxUrl, 10_001)).toEqual({ returns: 1, comments: 1 })
  }, 90_000)
})
