import { GetSecretValueCommand, SecretsManagerClient } from '@aws-sdk/client-secrets-manager'
import type { DynamoDBBatchResponse, DynamoDBRecord } from 'aws-lambda'
import { type AwsClientStub, mockClient } from 'aws-sdk-client-mock'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import type { Inbox } from '../../lib/inbox/inbox.ts'
import { processRecords } from '../../lib/workflow/wake/process-records.ts'
import { listenSandbox } from '../../sandbox/listen.ts'
import { environment, invoke, load } from '../functions/invoke.ts'
import { dynamoBackends, overEach } from '../inbox/over-each.ts'
import { commentSubmitted, createWorld } from '../workflow/world.ts'
import { type OpenStream, openStream } from './open-stream.ts'

overEach(dynamoBackends, 'the worker, given records of the real stream', ({ endpoint }) => {
  let stream: OpenStream
  beforeEach(async () => {
    stream = await openStream(endpoint)
  })
  afterEach(() => stream.close())

  const accept = async (id: string, now: number) => {
    const delivery = { body: Buffer.from(JSON.stringify(commentSubmitted({ text: `Call ${id}` }))), headers: {} }
    await stream.inbox.accept({ id, source: 'standard', delivery, now, hintMs: 120_000 })
  }
  const statuses = (ids: string[]) => Promise.all(ids.map(async (id) => (await stream.inbox.get(id))?.status))

  describe('with a claim that fails', () => {
    const ids = ['standard/1', 'standard/2', 'standard/3']
    const failing = 'standard/2'
    const broken = (inbox: Inbox): Inbox => ({
      ...inbox,
      claim: async (id, options) => {
        if (id === failing) throw new Error('the table cannot be reached')
        return await inbox.claim(id, options)
      },
    })

    it('reports only that record as failed, and processes it when it is sent again', async () => {
      const world = createWorld()
      const work = (inbox: Inbox, records: DynamoDBRecord[]) =>
        processRecords(world.newProcess({ inbox }), records, world.now() + 120_000)
      for (const id of ids) await accept(id, world.now())
      const records = await stream.hints()
      const answer = await work(broken(stream.inbox), records)
      expect(answer).toEqual({ batchItemFailures: [{ itemIdentifier: numberOf(records, failing) }] })
      expect(await statuses(ids)).toEqual(['done', 'ready', 'done'])

      const again = recordsToRepeat(records, answer)
      expect(again.map(idOf)).toEqual(['standard/2', 'standard/3'])
      expect(await work(stream.inbox, again)).toEqual({ batchItemFailures: [] })
      expect(await statuses(ids)).toEqual(['done', 'done', 'done'])
      expect(await world.commentsOf(10_001)).toHaveLength(3)
    })
  })

  describe('as the deployed function', () => {
    let manager: AwsClientStub<SecretsManagerClient>
    let sandbox: Awaited<ReturnType<typeof listenSandbox>>
    let work: (records: DynamoDBRecord[], remainingMs?: number) => Promise<DynamoDBBatchResponse>
    beforeEach(async () => {
      sandbox = await listenSandbox({ port: 0, seed: 'demo' })
      const secret = { baseUrl: sandbox.url, username: 'api-bridge', password: 'demo-password' }
      manager = mockClient(SecretsManagerClient)
      manager.on(GetSecretValueCommand).resolves({ SecretString: JSON.stringify(secret), VersionId: 'v1' })
      const tables = { EVENTS_TABLE: stream.names.events, STATE_TABLE: stream.names.state }
      const stubbed = { ...environment, ...tables, AWS_ENDPOINT_URL_DYNAMODB: stream.url }
      for (const [name, value] of Object.entries(stubbed)) vi.stubEnv(name, value)
      const handler = await load('worker')
      work = async (Records, remainingMs) => (await invoke(handler, { Records }, remainingMs)) as DynamoDBBatchResponse
    })
    afterEach(async () => {
      vi.unstubAllEnvs()
      manager.restore()
      await sandbox.close()
    })

    it('writes the comments of a batch, and nothing for the same batch again', async () => {
      const ids = ['standard/1', 'standard/2']
      for (const id of ids) await accept(id, Date.now())
      const records = await stream.hints()
      expect(records).toHaveLength(2)
      expect(await work(records)).toEqual({ batchItemFailures: [] })
      expect(await statuses(ids)).toEqual(['done', 'done'])
      expect(await work(records)).toEqual({ batchItemFailures: [] })
      const state = await (await fetch(`${sandbox.url}/sandbox/state`)).json()
      const comments = (state as { comments: { text: string }[] }).comments.filter(({ text }) => text.includes('Call '))
      expect(comments).toHaveLength(2)
    })

    it('reports every record as failed if no time is left, and changes no event', async () => {
      const ids = ['standard/1', 'standard/2', 'standard/3']
      for (const id of ids) await accept(id, Date.now())
      const records = await stream.hints()
      const { batchItemFailures } = await work(records, 1_000)
      expect(batchItemFailures).toEqual(ids.map((id) => ({ itemIdentifier: numberOf(records, id) })))
      expect(await stream.hints()).toEqual(records)
    })
  })
})

const idOf = (record: DynamoDBRecord) => record.dynamodb?.Keys?.id?.S
const numberOf = (records: DynamoDBRecord[], id: string) =>
  records.find((record) => idOf(record) === id)?.dynamodb?.SequenceNumber ?? expect.fail(`no record of ${id}`)

/**
 * The records that Lambda sends again: all from the first failed one on (a stream's checkpoint is its lowest failed
 * sequence number), or the whole batch if the answer names a record that is not in it.
 */
function recordsToRepeat(records: readonly DynamoDBRecord[], answer: unknown): DynamoDBRecord[] {
  const failures = (answer as DynamoDBBatchResponse | null | undefined)?.batchItemFailures ?? []
  if (failures.length === 0) return []
  const places = failures.map(({ itemIdentifier }) =>
    records.findIndex(({ dynamodb }) => dynamodb?.SequenceNumber === itemIdentifier),
  )
  return records.slice(Math.max(0, Math.min(...places)))
}
