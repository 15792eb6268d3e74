import { randomUUID } from 'node:crypto'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { chromium } from 'playwright-core'
import type { InboxEvent } from '../../lib/inbox/event.ts'
import { accepted, claimed, toDone, toEnded } from '../../lib/inbox/transitions.ts'
import { readSettings } from '../../local/environment.ts'
import { readSecrets, secretsInUse } from '../../local/secrets-file.ts'
import { sendSample } from '../../local/send-sample.ts'
import { startStack } from '../../local/stack.ts'
import { tooMany } from '../inbox/endings.ts'
import { until } from '../local/until.ts'
import { findChromium } from './find-chromium.ts'
import { storeEvents } from './store-events.ts'

/** `npm run picture`: the console after two weeks of work, as README shows it. */
const file = 'docs/console.png'
const most = 150_000
const day = 86_400_000
/** Deliveries of each day, the oldest first. */
const perDay = [31, 24, 38, 42, 35, 12, 9, 33, 29, 44, 37, 40, 15]
const samples = [
  ...(['return', 'return', 'comment', 'withdrawal'] as const).map((sample) => ({ source: 'standard', sample })),
  ...(['typeform', 'tally', 'jotform', 'formspree'] as const).map((source) => ({ source, sample: 'return' })),
  { source: 'shopify', sample: 'refund' },
]

const delivery = { body: Buffer.from('{}'), headers: {} }

function* past(now: number): Generator<InboxEvent> {
  for (let each = 0; each < 4; each += 1)
    yield toEnded(begun('shopify', `today-${each}`, now - each * 600_000), tooMany, {
      now: now - each * 600_000,
      writeId: 'c',
    })
  for (const [index, count] of perDay.entries())
    for (let each = 0; each < count; each += 1) {
      const at = now - (perDay.length - index) * day + each * 60_000
      const source = each % 3 === 0 ? 'typeform' : 'shopify'
      const taken = begun(source, `${index}-${each}`, at)
      const held = each % 11 === 5 ? toEnded(taken, tooMany, { now: at, writeId: 'c' }).history : taken.history
      const progress = {
        k: { state: 'done', orderId: 1, returnId: each, ...(each % 4 === 0 && { linked: true as const }) },
      } as const
      yield toDone({ ...taken, history: held, progress }, { now: at, writeId: 'd' })
    }
}

function begun(source: string, key: string, now: number): InboxEvent {
  const ready = accepted({ id: `${source}/${key}`, source, delivery, now, hintMs: 1 }, 'a')
  return claimed(ready, { now, leaseMs: day, writeId: 'b' }) ?? ready
}

async function main(): Promise<void> {
  const executablePath = findChromium(process.env)
  if (!executablePath) throw new Error('There is no Chromium: install it, or name it in CHROMIUM_PATH.')
  const folder = mkdtempSync(join(tmpdir(), 'bridge-picture-'))
  await storeEvents(join(folder, 'bridge.sqlite'), past(Date.now()))
  const settings = readSettings({ PORT: '0', SANDBOX_PORT: '0', DATA_DIR: folder }, process.cwd())
  const stack = await startStack({
    settings,
    env: process.env,
    report: (message, error) => console.error(message, error),
  })
  const browser = await chromium.launch({ executablePath, args: ['--disable-dev-shm-usage'] })
  try {
    const secrets = readSecrets(secretsInUse).sources
    for (const sample of samples)
      await sendSample({ ...sample, url: stack.url, id: randomUUID(), secrets, nowMs: Date.now() })
    const page = await browser.newPage({ viewport: { width: 1_000, height: 940 }, colorScheme: 'light' })
    await until('all to have ended', async () => {
      const headers = { 'content-type': 'application/json' }
      const asked = { method: 'POST', headers, body: '{"command": "stats"}' }
      const { result } = (await (await fetch(`${stack.url}/operator`, asked)).json()) as { result: { open: number } }
      return result.open === 0
    })
    await page.goto(`${stack.url}/console`)
    const picture = await page.screenshot({ type: 'png' })
    if (picture.length > most) throw new Error(`The picture has ${picture.length} bytes: at most ${most} are wanted.`)
    writeFileSync(file, picture)
    console.log(`${file}: ${picture.length} bytes`)
  } finally {
    await browser.close()
    await stack.close()
    rmSync(folder, { recursive: true, force: true })
  }
}

await main()
