import { randomUUID } from 'node:crypto'
import { DynamoDBClient, GetItemCommand } from '@aws-sdk/client-dynamodb'
import { DynamoDBDocumentClient, GetCommand } from '@aws-sdk/lib-dynamodb'
import { createDynamoInbox } from '../../lib/inbox/dynamo-inbox.ts'
import type { InboxEvent } from '../../lib/inbox/event.ts'
import { createApi } from '../../local/api.ts'
import { startDynamoDb } from '../../local/dynamodb.ts'
import { listen } from '../../local/listen.ts'
import { scheduledEvent } from '../../local/schedule.ts'
import { readSecrets, secretsFile } from '../../local/secrets-file.ts'
import { startSecretsManager } from '../../local/secrets-manager.ts'
import { type SentSample, sendSample } from '../../local/send-sample.ts'
import { toStreamRecord } from '../../local/stream-record.ts'
import { tableNames } from '../../local/table-names.ts'
import { listenSandbox } from '../../sandbox/listen.ts'
import { matchesPattern } from '../stream/matches-pattern.ts'
import { startDatedFront } from './dated-front.ts'
import { createPackagedFunction, type PackagedFunction, type Preload } from './packaged-function.ts'
import type { Unpacked } from './unpack.ts'

type HttpApiEvent = { isBase64Encoded: boolean; headers: Record<string, string> }
export type PackagedBridge = Awaited<ReturnType<typeof openPackagedBridge>>

/** Opens a bridge that is closed at the end of the test. */
export type Open = (options?: PackagedOptions) => Promise<PackagedBridge>

export type PackagedOptions = {
  /** Starts a proxy in front of the sandbox; none if absent. */
  before?: (sandboxUrl: string) => Promise<{ url: string; close: () => unknown }>
  /** A file like local/secrets.json, which is the default. */
  secrets?: string
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
 * The six packaged functions over embedded tables, local secrets and a sandbox, behind the local HTTP side of the
 * bridge.
 */
export async function openPackagedBridge(unpacked: Unpacked, options: PackagedOptions = {}) {
  const clock = { aheadMs: 0 }
  const now = () => Date.now() + clock.aheadMs
  const tables = await startDynamoDb(undefined)
  const dated = await startDatedFront(tables.url, now)
  const sandbox = await listenSandbox({ port: 0, seed: 'demo', now })
  const before = await options.before?.(sandbox.url)
  const { secrets: file = secretsFile } = options
  const secrets = await startSecretsManager({ file, backOfficeUrl: before?.url ?? sandbox.url })
  const endpoints = { AWS_ENDPOINT_URL_DYNAMODB: dated.url, AWS_ENDPOINT_URL_SECRETS_MANAGER: secrets.url }
  let planted = options.preload ?? ''
  const preload: Preload = (aheadMs) => clockAhead(aheadMs) + planted
  const functions = new Map(
    [...unpacked.functions].map(([name, deployment]) => {
      const variables = { ...deployment.variables, ...endpoints, ...options.variables }
      return [name, createPackagedFunction({ ...deployment, variables }, clock, preload)]
    }),
  )
  const functionNamed = (name: string): PackagedFunction => {
    const found = functions.get(name)
    if (!found) throw new Error(`the function ${name} was not packaged`)
    return found
  }
  const invoke = (name: string) => (event: unknown) => functionNamed(name).invoke(event)
  const scheduled = (name: string) => () => invoke(name)(scheduledEvent(name, now()))
  const failures: string[] = []
  const received: HttpApiEvent[] = []
  const passTo = (name: string) => (event: unknown) => {
    received.push(event as HttpApiEvent)
    return invoke(name)(event)
  }
  const server = createApi({
    webhooks: { shops: passTo('shop-webhook'), forms: passTo('form-webhook') },
    operator: invoke('operator'),
    scheduled: { retry: scheduled('retry'), audit: scheduled('audit') },
    now,
    newId: randomUUID,
    report: (message, error) => failures.push(`${message}: ${error}`),
  })
  const api = await listen(server, 0)
  const credentials = { accessKeyId: 'local', secretAccessKey: 'local' }
  const client = new DynamoDBClient({ endpoint: tables.url, region: 'eu-central-1', credentials })
  const documentClient = DynamoDBDocumentClient.from(client)
  const inbox = createDynamoInbox({ documentClient, table: tableNames.events, retentionMs: 1, newId: randomUUID })

  /** The stream's record of an event, if the deployed filter lets it through. */
  async function recordOf(id: string) {
    const key = { TableName: tableNames.events, Key: { id: { S: id } }, ConsistentRead: true }
    const { Item } = await client.send(new GetItemCommand(key))
    if (!Item) throw new Error(`the event ${id} is not stored`)
    const record = toStreamRecord(Item, '100000000000000000001', randomUUID())
    if (!unpacked.filterPatterns.some((pattern) => matchesPattern(pattern, record)))
      throw new Error(`the deployed filter lets no record of ${id} through`)
    return record
  }

  return {
    url: api.url,
    functionNamed,
    /** The events with which the webhooks' functions were invoked. */
    received,
    store: sandbox.sandbox.world.store,
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
      const sent = await sendSample({ url: api.url, source, sample, id, secrets: sources, nowMs: now() })
      return { ...sent, id: (JSON.parse(sent.body) as { id?: string }).id ?? '' }
    },
    /** Invokes the worker with the stream's record of an event. */
    hint: async (id: string): Promise<unknown> => await invoke('worker')({ Records: [await recordOf(id)] }),
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
      const { Item } = await documentClient.send(new GetCommand({ TableName: tableNames.state, Key: { id: 'pace' } }))
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
      client.destroy()
      await before?.close()
      await secrets.close()
      await sandbox.close()
      await dated.close()
      await tables.close()
    },
  }
}

async function post(url: string, body: Record<string, unknown>) {
  const headers = { 'content-type': 'application/json' }
  const response = await fetch(url, { method: 'POST', headers, body: JSON.stringify(body) })
  return (await response.json()) as { ok: boolean; result: Record<string, unknown>; error?: { code: string } }
}
