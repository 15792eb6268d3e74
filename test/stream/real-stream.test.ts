import { DeleteItemCommand } from '@aws-sdk/client-dynamodb'
import type { DynamoDBRecord } from 'aws-lambda'
import { afterEach, beforeEach, expect, it } from 'vitest'
import type { InboxEvent } from '../../lib/inbox/event.ts'
import { discarded, released } from '../../lib/inbox/operator-transitions.ts'
import { toDone, toEnded, toWaiting, withProgress } from '../../lib/inbox/transitions.ts'
import { later, orderFound, tooMany } from '../inbox/endings.ts'
import { dynamoBackends, overEach } from '../inbox/over-each.ts'
import { type OpenStream, openStream } from './open-stream.ts'

const at = Date.parse('2026-03-02T09:00:00Z')

const summaryOf = ({ eventName, dynamodb }: DynamoDBRecord) =>
  [eventName, dynamodb?.Keys?.id?.S, dynamodb?.NewImage?.status?.S].join(' ')

overEach(dynamoBackends, 'the real stream of the events table', ({ endpoint }) => {
  let stream: OpenStream
  beforeEach(async () => {
    stream = await openStream(endpoint)
  })
  afterEach(() => stream.close())

  const moment = (now: number) => ({ now, writeId: stream.newId() })
  const accept = (id: string) =>
    stream.inbox.accept({
      id,
      source: 'standard',
      delivery: { body: Buffer.from('{"text": "Grüße"}'), headers: { 'webhook-id': id } },
      now: at,
      hintMs: 120_000,
    })
  const claim = async (id: string, now = at) => (await stream.inbox.claim(id, { now, leaseMs: 150_000 })) as InboxEvent
  async function move(event: InboxEvent, to: (event: InboxEvent) => InboxEvent): Promise<InboxEvent> {
    const next = to(event)
    await stream.inbox.save(event, next)
    return next
  }

  /**
   * Events in every status: `a` waits and is released, `b` is held and released, `c` done, `d` discarded, `e` deleted.
   */
  async function live(): Promise<void> {
    for (const id of ['a', 'b', 'c', 'd', 'e']) await accept(id)
    const a = await move(await claim('a'), (event) =>
      withProgress(event, { ...moment(at), entry: orderFound, isProgress: true }),
    )
    const waiting = await move(a, (event) => toWaiting(event, { ...moment(at), until: at + 5_000, why: later }))
    await move(waiting, (event) => released(event, moment(at + 1_000)))
    const b = await move(await claim('b'), (event) => toEnded(event, tooMany, moment(at)))
    await move(b, (event) => released(event, moment(at + 2_000)))
    await move(await claim('c'), (event) => toDone(event, moment(at)))
    const d = await move(await claim('d'), (event) => toEnded(event, tooMany, moment(at)))
    await move(d, (event) => discarded(event, moment(at)))
    await stream.client.send(new DeleteItemCommand({ TableName: stream.names.events, Key: { id: { S: 'e' } } }))
  }

  it('sends the worker exactly the events that became ready, by INSERT and by MODIFY', async () => {
    await live()
    expect((await stream.records()).map(summaryOf)).toEqual([
      ...['a', 'b', 'c', 'd', 'e'].map((id) => `INSERT ${id} ready`),
      'MODIFY a running',
      'MODIFY a running',
      'MODIFY a waiting',
      'MODIFY a ready',
      'MODIFY b running',
      'MODIFY b held',
      'MODIFY b ready',
      'MODIFY c running',
      'MODIFY c done',
      'MODIFY d running',
      'MODIFY d held',
      'MODIFY d discarded',
      'REMOVE e ',
    ])
    expect((await stream.hints()).map(summaryOf)).toEqual([
      ...['a', 'b', 'c', 'd', 'e'].map((id) => `INSERT ${id} ready`),
      'MODIFY a ready',
      'MODIFY b ready',
    ])
  })

  it('has no record of a duplicate delivery or of a lost claim', async () => {
    await accept('a')
    await claim('a')
    const before = (await stream.records()).length
    expect(await accept('a')).toBe('duplicate')
    expect(await claim('a')).toBeUndefined()
    expect(await stream.records()).toHaveLength(before)
  })

  it('has ascending sequence numbers of digits only, and times in seconds', async () => {
    await live()
    const records = await stream.records()
    const numbers = records.map(({ dynamodb }) => dynamodb?.SequenceNumber ?? '')
    for (const number of numbers) expect(number).toMatch(/^\d{1,40}$/)
    expect(numbers.toSorted((one, other) => Number(BigInt(one) - BigInt(other)))).toEqual(numbers)
    expect(new Set(numbers).size).toBe(numbers.length)
    for (const { dynamodb } of records) {
      expect(dynamodb?.ApproximateCreationDateTime).toBeGreaterThan(1e9)
      expect(dynamodb?.ApproximateCreationDateTime).toBeLessThan(1e10)
    }
  })
})
