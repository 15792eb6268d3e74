import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import * as z from 'zod'
import { type DemoEvent, describeCalls, describeEvent, readCalls, readEvent, readState } from './demo-report.ts'
import { readSettings } from './environment.ts'
import { readSecrets, secretsInUse } from './secrets-file.ts'
import { sendSample } from './send-sample.ts'
import { startStack } from './stack.ts'

const waitMs = 30_000

const deliveries = [
  { source: 'standard', sample: 'return', what: 'A customer sends the return form' },
  { source: 'shopify', sample: 'refund', what: 'A shop refunds an order with goods coming back' },
] as const

/**
 * `npm run demo`: sends one form event and one shop event through the whole stack, in memory, and shows the results.
 */
async function main(): Promise<void> {
  const settings = readSettings({ PORT: '0', SANDBOX_PORT: '0', DATA_DIR: ':memory:' }, process.cwd())
  const stack = await startStack({ settings, env: process.env, report })
  try {
    process.stdout.write(`${await play(stack.url, stack.sandboxUrl ?? '')}\n`)
  } finally {
    await stack.close()
  }
}

async function play(bridge: string, sandbox: string): Promise<string> {
  const secrets = readSecrets(secretsInUse).sources
  const sent = await Promise.all(deliveries.map((delivery) => deliver(bridge, delivery, secrets)))
  const done = await Promise.all(sent.map((id) => waitUntilDone(bridge, id)))
  const state = await readState(sandbox)
  const reports = deliveries.map(({ what }, index) => describeEvent(what, done[index] as DemoEvent, state))
  return [...reports, describeCalls(await readCalls(sandbox))].join('\n\n')
}

async function deliver(
  url: string,
  { source, sample }: (typeof deliveries)[number],
  secrets: Record<string, string[]>,
): Promise<string> {
  const { status, body } = await sendSample({ url, source, sample, id: randomUUID(), secrets, nowMs: Date.now() })
  if (status !== 200) throw new Error(`${source} ${sample} was answered ${status} ${body}`)
  return z.object({ id: z.string() }).parse(JSON.parse(body)).id
}

async function waitUntilDone(bridge: string, id: string): Promise<DemoEvent> {
  for (const until = Date.now() + waitMs; Date.now() < until; await sleep(100)) {
    const event = await readEvent(bridge, id)
    if (event.status === 'done') return event
    if (['held', 'failed', 'ignored', 'discarded'].includes(event.status))
      throw new Error(`${id} ended ${event.status}: ${event.reason?.text ?? 'without a reason'}`)
  }
  throw new Error(`${id} was not done within ${waitMs / 1_000} seconds`)
}

function report(message: string, error: unknown): void {
  process.stderr.write(`${message}: ${error instanceof Error ? error.message : String(error)}\n`)
}

main().then(
  () => process.exit(0),
  (error: unknown) => {
    report('The demo failed', error)
    process.exit(1)
  },
)
