import { randomUUID } from 'node:crypto'
import { DynamoDBDocumentClient, GetCommand } from '@aws-sdk/lib-dynamodb'
import type { InboxEvent } from '../../lib/inbox/event.ts'
import { createDynamoInbox } from '../../lib/tables/dynamodb/dynamo-inbox.ts'
import { createApi } from '../../local/api.ts'
import { listen } from '../../local/listen.ts'
import { scheduledEvent } from '../../local/schedule.ts'
import { readSecrets, secretsFile } from '../../local/secrets-file.ts'
import { type SentSample, sendSample } from '../../local/send-sample.ts'
import { listenSandbox } from '../../sandbox/listen.ts'
import type { Options as Dialect } from '../../sandbox/world.ts'
import type { Caller, LayGround } from './ground.ts'
import { createPackagedFunction, type PackagedFunction, type Preload } from './packaged-function.ts'

/** Shopify signs no id: a delivery under another one has other bytes. */
const sentIds: string[] = []
type HttpApiEvent = { isBase64Encoded: boolean; headers: Record<string, string> }
export type PackagedBridge = Awaited<ReturnType<typeof openPackagedBridge>>

/** Opens a bridge that is closed at the end of the test. */
export type Open = (options?: PackagedOptions) => Promise<PackagedBridge>

export type PackagedOptions = {
  /** Starts a proxy in front of the sandbox; none if absent. */
  before?: (sandboxUrl: string) => Promise<{ url: string; close: () => unknown }>
  /** How the back office differs (docs/sandbox.md). */
  dialect?: Partial<Dialect>
  /** Additional variables. */
  variables?: Record<string, string>
  /** Code that runs before the functions' own. */
  preload?: string
}

/** Sets the clock of a new process ahead of the machine's, so that leases and waits pass at once. */
const clockAhead: Preload = (aheadMs) => `
const real = Date
globalThis.Date = class extends real {
  constructor(...given) { super(...(given.length > 0 ? given : [real.now() + ${aheadMs}])) }
  static now() { return real.now() + ${aheadMs} }
}`

/**
 * The six packaged functions over the ground that `lay` lays for them, and a sandbox, behind the local HTTP side of the bridge.
 */
export async function openPackagedBridge(lay: LayGround, options: PackagedOptions = {}) {
  const clock = { aheadMs: 0 }
  const now = () => Date.now() + clock.aheadMs
  const sandbox = await listenSandbox({ port: 0, seed: 'demo', now })
  Object.assign(sandbox.sandbox.world.options, options.dialect)
  const before = await options.before?.(sandbox.url)
  const ground = await lay({ file: secretsFile, backOfficeUrl: before?.url ?? sandbox.url, now })
  let planted = options.preload ?? ''
  const preload: Preload = (aheadMs) => clockAhead(aheadMs) + planted
  const functions = new Map(
    [...ground.functions].map(([name, deployment]) => {
      const variables = { ...deployment.variables, ...options.variables }
      return [name, createPackagedFunction({ ...deployment, variables }, clock, preload)]
    }),
  )
  const calledBy = (caller: Caller): PackagedFunction => {
    const found = functions.get(ground.called[caller])
    if (!found) throw new Error(`there is no function ${ground.called[caller]}`)
    return found
  }
  const invoke = (caller: Caller) => (event: unknown) => calledBy(caller).invoke(event)
  const scheduled = (name: 'retry' | 'audit') => () => invoke(name)(scheduledEvent(name, now()))
  const failures: string[] = []
  const received: HttpApiEvent[] = []
  const passTo = (caller: 'shops' | 'forms' | 'decide') => (event: unknown) => {
    received.push(event as HttpApiEvent)
    return invoke(caller)(event)
  }
  const server = createApi({
    webhooks: { shops: passTo('shops'), forms: passTo('forms'), decide: passTo('decide') },
    operator: invoke('operator'),
    scheduled: { retry: scheduled('retry'), audit: scheduled('audit') },
    now,
    newId: randomUUID,
    report: (message, error) => failures.push(`${message}: ${error}`),
  })
  const api = await listen(server, 0)
  const documentClient = DynamoDBDocumentClient.from(ground.client)
  const inbox = createDynamoInbox({ documentClient, table: ground.tables.events, retentionMs: 1, newId: randomUUID })

  return {
    url: api.url,
    /** The function that gets this work. */
    calledBy,
    /** The events with which the webhooks' functions were invoked. */
    received,
    store: sandbox.sandbox.world.store,
    sandboxUrl: sandbox.url,
    /** Removes `preload` from all environments that start from now on. */
    fix(): void {
      planted = ''
    },
    /** Moves the clocks of all functions, of the tables and of the back office ahead. */
    advance(ms: number): void {
      clock.aheadMs += ms
    },
    /** Sends a sample over HTTP, signed as its sender signs it. */
    async deliver(source: string, sample: string, id: string = randomUUID()): Promise<SentSample & { id: string }> {
      const { sources } = readSecrets(secretsFile)
      if (!sentIds.includes(id)) sentIds.push(id)
      const behind = source === 'shopify' ? ' '.repeat(sentIds.indexOf(id)) : ''
      const sent = await sendSample({ url: api.url, source, sample, id, secrets: sources, behind, nowMs: now() })
      return { ...sent, id: (JSON.parse(sent.body) as { id?: string }).id ?? '' }
    },
    /** Invokes the worker with the stream's record of an event; more `times` with the same record, as Lambda may do. */
    async hint(id: string, times = 1): Promise<unknown> {
      const event = { Records: [await ground.recordOf(id)] }
      for (let left = times; left > 1; left -= 1) await invoke('stream')(event)
      return await invoke('stream')(event)
    },
    /** Runs a scheduled function now. */
    tick: async (name: 'retry' | 'audit'): Promise<Record<string, unknown>> => {
      const { ok, result } = await post(`${api.url}/tick`, { function: name })
      if (!ok) throw new Error(`${name} failed: ${failures.join('\n')}`)
      return result
    },
    operate: async (command: Record<string, unknown>) => await post(`${api.url}/operator`, command),
    async event(id: string): Promise<InboxEvent> {
      const event = await inbox.get(id)
      if (!event) throw new Error(`the event ${id} is not stored`)
      return event
    },
    /** Requests that the back office has received, by route. */
    calls: () => Object.fromEntries(sandbox.sandbox.world.calls),
    /** The pace that all functions share, from the state table. */
    async pace(): Promise<Record<string, unknown> | undefined> {
      const { Item } = await documentClient.send(
        new GetCommand({ TableName: ground.tables.state, Key: { id: 'pace' } }),
      )
      return Item
    },
    limit: (limits: Record<string, unknown>) => post(`${sandbox.url}/sandbox/limits`, limits),
    fault: (fault: Record<string, unknown>) => post(`${sandbox.url}/sandbox/faults`, fault),
    /** What the bridge has made for an order, from the back office. */
    made: (orderId: number) => {
      const { orders, comments } = sandbox.sandbox.world.store
      return {
        returns: orders
          .childrenOf(orderId)
          .filter(({ typeId, ownerId }) => typeId === 3 && ownerId === 77)
          .map(({ id }) => id),
        comments: comments
          .list()
          .filter(({ referenceValue, text }) => referenceValue === orderId && text.includes('[bridge:'))
          .map(({ id }) => id),
      }
    },
    /** For failed tests: the end of each event's history, and the output of the functions. */
    async explain(): Promise<string> {
      const { events } = await inbox.list({ limit: 20 })
      const histories = events.map(async ({ id, status }) => {
        const { history } = (await inbox.get(id)) ?? {}
        return `── ${id}: ${status}\n${(history ?? [])
          .slice(-3)
          .map((entry) => JSON.stringify(entry))
          .join('\n')}`
      })
      const written = [...functions].filter(([, { log }]) => log() !== '')
      return [...(await Promise.all(histories)), ...written.map(([name, { log }]) => `── ${name}\n${log()}`)].join('\n')
    },
    async close() {
      for (const one of functions.values()) await one.kill()
      await api.close()
      await before?.close()
      await sandbox.close()
      await ground.close()
    },
  }
}

async function post(url: string, body: Record<string, unknown>) {
  const headers = { 'content-type': 'application/json' }
  const response = await fetch(url, { method: 'POST', headers, body: JSON.stringify(body) })
  return (await response.json()) as { ok: boolean; result: Record<string, unknown>; error?: { code: string } }
}
