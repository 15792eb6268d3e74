import { createServer, type Socket } from 'node:net'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createApi } from '../../local/api.ts'
import { applyEnvironment, functionEnvironment, readSettings } from '../../local/environment.ts'
import { createInvoker, type LocalFunction } from '../../local/lambda.ts'
import { type LocalServer, listen } from '../../local/listen.ts'
import { secretsFile } from '../../local/secrets-file.ts'
import { startSecretsManager } from '../../local/secrets-manager.ts'
import { sendRefund } from './running-stack.ts'

/** Accepts every connection and never answers. */
const sockets: Socket[] = []
const table = createServer((socket) => sockets.push(socket.on('error', () => {})))
const before = { ...process.env }
let secrets: LocalServer
let bridge: LocalServer

beforeAll(async () => {
  await new Promise<void>((resolve) => table.listen(0, '127.0.0.1', resolve))
  const address = table.address()
  const dynamoDb = `http://127.0.0.1:${typeof address === 'object' ? address?.port : ''}`
  secrets = await startSecretsManager({ file: secretsFile, backOfficeUrl: 'http://127.0.0.1:9' })
  const settings = readSettings({}, process.cwd())
  applyEnvironment(process.env, {
    ...functionEnvironment(settings, { dynamoDb, secretsManager: secrets.url }, {}),
    POWERTOOLS_LOG_LEVEL: 'SILENT',
  })
  const { handler } = await import('../../functions/shop-webhook.ts')
  const shops: LocalFunction = { name: 'shop-webhook', timeoutMs: 5_000, handler }
  const invoker = createInvoker({ now: Date.now, newId: () => 'request' })
  const webhook = (event: unknown): Promise<unknown> => invoker.invoke(shops, event)
  const api = createApi({
    webhooks: { shops: webhook, forms: webhook },
    operator: async () => ({ ok: true }),
    scheduled: {},
    now: Date.now,
    newId: () => 'request',
    report: () => {},
  })
  bridge = await listen(api, 0)
})

afterAll(async () => {
  for (const socket of sockets) socket.destroy()
  table.close()
  await bridge.close()
  await secrets.close()
  for (const name of Object.keys(process.env)) if (!(name in before)) delete process.env[name]
  Object.assign(process.env, before)
})

describe('a table that accepts connections and never answers', () => {
  it('makes a webhook answer 503 with Retry-After within four seconds', async () => {
    const startedAt = performance.now()
    const answer = await sendRefund(bridge.url, { id: 'd-1' })
    expect(performance.now() - startedAt).toBeLessThan(4_000)
    expect(answer.status).toBe(503)
    expect(Number(answer.headers.get('retry-after'))).toBeGreaterThan(0)
    expect(sockets.length).toBeGreaterThan(0)
  })
})
