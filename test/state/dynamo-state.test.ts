import { isDeepStrictEqual } from 'node:util'
import { type DynamoDBDocumentClient, UpdateCommand } from '@aws-sdk/lib-dynamodb'
import { beforeEach, expect, it } from 'vitest'
import { createPace } from '../../lib/back-office/pace/pace.ts'
import type { Rejected } from '../../lib/errors.ts'
import { itemFormat, NewerFormat } from '../../lib/inbox/format.ts'
import { type Lock, type LockedItem, LostLock, type WriteRecord } from '../../lib/state/write-record.ts'
import { createDynamoRecords } from '../../lib/tables/dynamodb/dynamo-records.ts'
import { counter } from '../inbox/backends.ts'
import { storeAs } from '../inbox/open-table.ts'
import { dynamoBackends, openEach, overEach } from '../inbox/over-each.ts'
import { keepMs, type OpenState, openDynamoState } from './backends.ts'

const id = 'order#10001'
const key = 'shopify/r1'
const a = { event: 'shopify/a', epoch: 1, until: 150_000 }
const record = { kind: 'return', by: 'shopify/a', at: 1_000, fingerprint: 'print' } as const
const sent: WriteRecord = { ...record, tries: [{ sendBefore: 6_000, known: [] }], state: 'sent' }
const done: WriteRecord = { ...record, tries: [], state: 'done', id: 600003 }

overEach(dynamoBackends, 'state in DynamoDB', ({ endpoint }) => {
  const opened = openEach(() => openDynamoState(endpoint))
  let records: OpenState['records']
  beforeEach(() => {
    records = opened.records
  })

  const tryLock = (lock: Lock = a, first?: { key: string; record: WriteRecord }) =>
    records.lock(id, { lock, now: 1_000, ...(first && { first }) })
  async function locked(): Promise<LockedItem> {
    const item = await tryLock()
    return item === 'busy' ? expect.fail('it is busy') : item
  }
  const save = (item: LockedItem, saved: WriteRecord | undefined, unlock = false) =>
    records.save(item, { changes: { [key]: saved }, unlock, now: 2_000 })
  const loseNextAnswer = () => opened.store.loseNextAnswer()

  async function requestsOf(work: () => Promise<unknown>): Promise<number> {
    const before = opened.store.requests()
    await work()
    return opened.store.requests() - before
  }

  it('says of an item that is too large for a lock that it is full, and leaves it as it is', async () => {
    const large = { ...done, fingerprint: 'x'.repeat(408_800) }
    await save(await locked(), large, true)
    const before = await records.get(id)
    const long = { ...a, event: `shopify/${'b'.repeat(2_000)}`, until: 300_000 }
    const error = await tryLock(long).catch((error: unknown) => error)
    expect([(error as Error).name, (error as Rejected).status]).toEqual(['Rejected', 413])
    expect(isDeepStrictEqual(await records.get(id), before)).toBe(true)
  })

  it('reads an item by one request', async () => {
    await locked()
    expect(await requestsOf(() => records.get(id))).toBe(1)
  })

  it('has the lock although the answer was lost, and a first record once', async () => {
    loseNextAnswer()
    expect(await tryLock(a, { key, record: sent })).toMatchObject({ lock: a, records: { [key]: sent } })
    loseNextAnswer()
    expect(await tryLock({ ...a, event: 'shopify/b' })).toBe('busy')
  })

  it('has saved, changed and taken back a record although the answers were lost', async () => {
    let item = await locked()
    for (const saved of [sent, done, undefined]) {
      loseNextAnswer()
      item = await save(item, saved)
      expect((await records.get(id))?.records).toEqual(saved ? { [key]: saved } : {})
    }
  })

  it.each([done, undefined])('has saved and unlocked although the answer was lost: %j', async (saved) => {
    const item = await save(await locked(), sent)
    loseNextAnswer()
    await save(item, saved, true)
    expect(await records.get(id)).toEqual({ id, records: saved ? { [key]: saved } : {} })
  })

  it('has unlocked although the answer was lost', async () => {
    const item = await locked()
    loseNextAnswer()
    await records.unlock(item, 2_000)
    expect(await records.get(id)).toEqual({ id, records: {} })
  })

  it('keeps what was saved last, where a lock and a save arrive once more', async () => {
    const arrived: UpdateCommand[] = []
    const { documentClient, table } = opened.store
    const send = (command: UpdateCommand) => {
      arrived.push(command)
      return documentClient.send(command)
    }
    const remembering = { send } as unknown as DynamoDBDocumentClient
    const { lock, save } = createDynamoRecords({ documentClient: remembering, table, newId: counter(), keepMs })
    const item = await lock(id, { lock: a, now: 1_000 })
    if (item === 'busy') return expect.fail('it is busy')
    const second = await save(item, { changes: { [key]: sent }, unlock: false, now: 2_000 })
    const repeats = arrived.splice(0)
    const last = await save(second, { changes: { [key]: done }, unlock: false, now: 2_000 })
    const outcomes: string[] = []
    for (const command of repeats) {
      const isDone = documentClient.send(new UpdateCommand(command.input)).then(() => 'done')
      outcomes.push(await isDone.catch((error: Error) => error.name))
    }
    expect(outcomes).toEqual(['done', 'ConditionalCheckFailedException'])
    expect(await records.get(id)).toEqual({ id, lock: a, records: { [key]: done } })
    await save(last, { changes: { [key]: done }, unlock: true, now: 3_000 })
    expect(await records.get(id)).toEqual({ id, records: { [key]: done } })
  })

  it('has its place although the answer was lost', async () => {
    loseNextAnswer()
    expect(await records.place(key, id, { now: 1_000 })).toBe(id)
    loseNextAnswer()
    expect(await records.place(key, 'order#2', { now: 1_000 })).toBe(id)
  })

  it('still refuses somebody else whose answer was lost', async () => {
    const item = await locked()
    const zombie = { ...item, lock: { ...a, epoch: 0 } }
    loseNextAnswer()
    await expect(save(zombie, sent)).rejects.toThrow(LostLock)
    loseNextAnswer()
    await expect(save(zombie, sent, true)).rejects.toThrow(LostLock)
    expect(await records.get(id)).toEqual({ id, lock: a, records: {} })
  })

  it('leaves an item of a newer format alone', async () => {
    const item = await locked()
    await records.unlock(item, 1_500)
    await records.place(key, id, { now: 1_000 })
    for (const name of [id, `fact#${key}`]) await storeAs(opened.store, itemFormat + 1, name)
    await expect(records.get(id)).rejects.toThrow(NewerFormat)
    await expect(tryLock()).rejects.toThrow(NewerFormat)
    await expect(records.placeOf(key)).rejects.toThrow(NewerFormat)
    await expect(records.place(key, id, { now: 1_000 })).rejects.toThrow(NewerFormat)
  })

  it('replaces the session although the answer was lost', async () => {
    const first = { writeId: 'w1', attempts: 0, refused: [] }
    opened.store.loseNextAnswer()
    expect(await opened.session.replace(first, { previous: undefined })).toBe(true)
    opened.store.loseNextAnswer()
    expect(await opened.session.replace({ ...first, writeId: 'w2' }, { previous: first })).toBe(true)
    opened.store.loseNextAnswer()
    expect(await opened.session.replace({ ...first, writeId: 'w3' }, { previous: first })).toBe(false)
  })

  it('reserves by one request, and by none where it is refused', async () => {
    const limits = { readsPerMinute: 80, writesPerMinute: 40 }
    const clock = { now: () => 1_000_000, sleep: async () => {} }
    const pace = createPace({ store: opened.pace, limits, ...clock, newId: counter() })
    const need = { class: 'live', reads: 2, writes: 2, queued: true } as const
    await pace.isPaced(need, 'reads', { deadlineMs: 120_000 })
    expect(await requestsOf(() => pace.reserve(need, { deadlineMs: 1_120_000 }))).toBe(1)
    expect(await requestsOf(() => pace.reserve(need, { deadlineMs: 1_120_000 }))).toBe(1)
    const tooLate = pace.reserve(need, { deadlineMs: 1_000_000 }).catch(() => {})
    expect(await requestsOf(() => tooLate)).toBe(0)
  })
})
