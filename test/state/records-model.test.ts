import fc from 'fast-check'
import { expect, it } from 'vitest'
import {
  isOpenWrite,
  type LockedItem,
  type RecordItem,
  type RecordStore,
  type WriteRecord,
} from '../../lib/state/write-record.ts'
import { type Backend, overEach } from '../inbox/over-each.ts'
import { keepMs, type OpenState, openDynamoState, stateBackends } from './backends.ts'

const id = 'order#1'
const event = fc.constantFrom('shopify/a', 'shopify/b')
const epoch = fc.integer({ min: 1, max: 3 })
const key = fc.constantFrom('k1', 'k2')
const state = fc.constantFrom('sent', 'missing', 'done', 'none')
/** Up to the end of a lease, to the moment of it, and beyond. */
const pause = fc.constantFrom(1, 1, 20, 40)
const change = { event, epoch, key, state, pause }
const operation = fc.oneof(
  { weight: 4, arbitrary: fc.record({ kind: fc.constant('lock' as const), first: fc.boolean(), ...change }) },
  { weight: 5, arbitrary: fc.record({ kind: fc.constant('save' as const), unlock: fc.boolean(), ...change }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('unlock' as const), ...change }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('place' as const), ...change }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('expire' as const), ...change }) },
)
type Operation = typeof operation extends fc.Arbitrary<infer T> ? T : never

const recordFor = ({ event: by, state: is }: Operation, now: number): WriteRecord | undefined => {
  const tries = [{ sendBefore: now, known: [] }]
  return is === 'none' ? undefined : { kind: 'return', by, at: now, tries, state: is }
}

/** The item as each claim has last seen it: a zombie goes on from there. */
type Seen = Map<string, LockedItem>

async function perform(
  opened: OpenState,
  step: Operation,
  { now, seen }: { now: number; seen: Seen },
): Promise<unknown> {
  const { records, expire } = opened
  const claim = `${step.event} ${step.epoch}`
  const record = recordFor(step, now)
  if (step.kind === 'expire') return void (await expire(now + keepMs + 5_000))
  if (step.kind === 'place')
    return await records.place(step.key, step.event === 'shopify/a' ? 'order#1' : 'order#2', { now })
  if (step.kind === 'lock') {
    const lock = { event: step.event, epoch: step.epoch, until: now + 20 }
    const first = step.first && record ? { first: { key: step.key, record } } : {}
    const item = await records.lock(id, { lock, now, ...first })
    if (item !== 'busy') seen.set(claim, item)
    return item === 'busy' ? item : anonymous(item)
  }
  const item = seen.get(claim)
  if (!item) return 'never locked'
  if (step.kind === 'unlock') return await records.unlock(item, now)
  const saved = await records.save(item, { changes: { [step.key]: record }, unlock: step.unlock, now })
  seen.set(claim, saved)
  return 'saved'
}

const anonymous = ({ version: _, ...item }: LockedItem) => item
type Played = { step: Operation; answer: unknown; before: RecordItem | undefined; after: RecordItem | undefined }

async function play(opened: OpenState, operations: readonly Operation[]): Promise<Played[]> {
  const played: Played[] = []
  const seen: Seen = new Map()
  const read = (records: RecordStore) => records.get(id)
  let now = 1_000
  let before = await read(opened.records)
  for (const step of operations) {
    now += step.pause
    const answer = await perform(opened, step, { now, seen }).catch((error: Error) => error.name)
    const after = await read(opened.records)
    played.push({ step, answer, before, after })
    before = after
  }
  return played
}

const operations = fc.array(operation, { minLength: 1, maxLength: 60, size: 'max' })
const isMemory = ({ backend }: Backend) => backend === 'memory'
const others = stateBackends.filter((backend) => !isMemory(backend))

overEach(others, 'any history of records', ({ open }) => {
  it('has the same answers as in memory', { timeout: 60_000 }, async () => {
    await fc.assert(
      fc.asyncProperty(operations, async (steps) => {
        const opened = [await openDynamoState(), await open()] as const
        try {
          const [memory, other] = await Promise.all(opened.map((one) => play(one, steps)))
          expect(other).toEqual(memory)
        } finally {
          for (const { close } of opened) await close()
        }
      }),
      { numRuns: 40, seed: 30 },
    )
  })
})

overEach(stateBackends.filter(isMemory), 'any history of records', ({ open }) => {
  it('changes a record under its lock alone, and never forgets a write of unknown outcome by itself', async () => {
    await fc.assert(
      fc.asyncProperty(operations, async (steps) => {
        const opened = await open()
        for (const { step, before, after, answer } of await play(opened, steps)) {
          const owner = before?.lock
          const isOwner = owner?.event === step.event && owner.epoch === step.epoch
          const wasLocked = step.kind === 'lock' && answer !== 'busy'
          if (step.kind !== 'expire' && !isOwner && !wasLocked) expect(after).toEqual(before)
          if (step.kind === 'expire' && Object.values(before?.records ?? {}).some(isOpenWrite))
            expect(after).toEqual(before)
          const kept = Object.keys(before?.records ?? {}).filter((name) => !(step.kind === 'save' && name === step.key))
          if (after) for (const name of kept) expect(after.records[name]).toEqual(before?.records[name])
          if (owner && after?.lock?.event === owner.event) expect(after.lock.epoch).toBeGreaterThanOrEqual(owner.epoch)
        }
      }),
      { numRuns: 300, seed: 31 },
    )
  })
})
