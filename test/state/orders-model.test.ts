import fc from 'fast-check'
import { afterAll, expect, it } from 'vitest'
import type { OrderMemory, OrderStore } from '../../lib/state/order-memory.ts'
import { stateBackends } from './backends.ts'

const event = fc.constantFrom('shopify/a', 'shopify/b')
const epoch = fc.integer({ min: 1, max: 3 })
const wish = fc.constantFrom('w1', 'w2')
const fingerprint = fc.constantFrom('p1', 'p2')
const kind = fc.constantFrom(
  'take',
  'take',
  'take',
  'recordIntent',
  'recordIntent',
  'recordResult',
  'dropIntent',
  'free',
  'claimWish',
  'passWish',
  'forget',
)
const operation = fc.record({
  kind,
  event,
  epoch,
  wish,
  fingerprint,
  returnId: fc.integer({ min: 1, max: 3 }),
  /** Up to the end of a lease, to the moment of it, and beyond. */
  pause: fc.constantFrom(1, 1, 20, 40),
})
type Operation = typeof operation extends fc.Arbitrary<infer T> ? T : never

async function perform(orders: OrderStore, step: Operation, now: number): Promise<unknown> {
  const holder = { event: step.event, epoch: step.epoch, leaseUntil: now + 20 }
  const other = step.event === 'shopify/a' ? 'shopify/b' : 'shopify/a'
  const intent = { event: step.event, command: 0, sendBefore: now + 5, known: [] }
  if (step.kind === 'take') return orders.take(1, { holder, now, wish: step.wish, command: 0 })
  if (step.kind === 'recordIntent')
    return orders.recordIntent(1, { holder, intent, fingerprint: step.fingerprint, now })
  if (step.kind === 'recordResult')
    return orders.recordResult(1, { holder, returnId: step.returnId, command: 0, lines: [], now })
  if (step.kind === 'dropIntent') return orders.dropIntent(1, { holder })
  if (step.kind === 'free') return orders.free(1, { holder })
  if (step.kind === 'forget') return orders.forget(1, { event: step.event, now })
  if (step.kind === 'claimWish') return orders.claimWish(1, { event: step.event, command: 0, wish: step.wish, now })
  return orders.passWish(1, { wish: step.wish, from: other, event: step.event, command: 0, now })
}

type Seen = { step: Operation; answer: unknown; before: OrderMemory | undefined; after: OrderMemory | undefined }

async function play(orders: OrderStore, operations: readonly Operation[]): Promise<Seen[]> {
  const seen: Seen[] = []
  let now = 1_000
  let before = await orders.get(1)
  for (const step of operations) {
    now += step.pause
    const answer = await perform(orders, step, now).catch((error: Error) => error.name)
    const after = await orders.get(1)
    seen.push({ step, answer, before, after })
    before = after
  }
  return seen
}

const anything = fc.array(operation, { minLength: 1, maxLength: 60, size: 'max' })
/** What one run after the other does, so that many intents are opened and end. */
const run = fc.tuple(operation, fc.constantFrom('recordResult' as const, 'dropIntent' as const), fc.boolean())
const runs = fc.array(run, { minLength: 1, maxLength: 12, size: 'max' }).map((all) =>
  all.flatMap(([step, end, isRenewed]) => {
    const renewals = isRenewed ? (['recordIntent'] as const) : []
    return (['take', 'recordIntent', ...renewals, end] as const).map((does) => ({ ...step, kind: does, epoch: 1 }))
  }),
)
const operations = fc.oneof(anything, runs)

const present = stateBackends.filter(({ absent }) => absent === undefined)
const names = present.map(({ backend }) => backend).join(', ')
afterAll(async () => void (await Promise.all(present.map(({ end }) => end?.()))))

it(`gives the same answers over ${names}, whatever happens in whatever order`, {
  timeout: 60_000,
}, async () => {
  await fc.assert(
    fc.asyncProperty(operations, async (steps) => {
      const played = present.map(async ({ open }) => {
        const { orders, close } = await open()
        try {
          return await play(orders, steps)
        } finally {
          await close()
        }
      })
      const [memory, ...others] = await Promise.all(played)
      for (const other of others) expect(other).toEqual(memory)
    }),
    { numRuns: 10, seed: 30 },
  )
})

it('never loses a return, nor an open intent to another event, nor a holder to an older epoch of its event', async () => {
  await fc.assert(
    fc.asyncProperty(operations, async (steps) => {
      const [memory] = stateBackends
      const { orders } = (await memory?.open()) ?? expect.fail('no memory')
      for (const { step, before, after } of await play(orders, steps)) {
        const kept = Object.entries(before?.returns ?? {}).filter(([, made]) => !isForgotten(step, made, before))
        expect(Object.keys(after?.returns ?? {})).toEqual(expect.arrayContaining(kept.map(([id]) => id)))
        if (before?.intent && step.kind === 'forget') expect(after).toEqual(before)
        if (before?.intent && after?.intent) expect(after.intent.event).toBe(before.intent.event)
        if (before?.intent && after?.holder) expect(after.holder.event).toBe(before.intent.event)
        if (before?.holder && after?.holder?.event === before.holder.event) {
          expect(after.holder.epoch).toBeGreaterThanOrEqual(before.holder.epoch)
        }
      }
    }),
    { numRuns: 300, seed: 31 },
  )
})

it('ends an intent that came to nothing as if it had never been opened', async () => {
  await fc.assert(
    fc.asyncProperty(operations, async (steps) => {
      const [memory] = stateBackends
      const { orders } = (await memory?.open()) ?? expect.fail('no memory')
      let opened: OrderMemory | undefined
      for (const { before, after, step, answer } of await play(orders, steps)) {
        if (!before?.intent && after?.intent) opened = before
        if (step.kind !== 'dropIntent' || answer !== undefined || !before?.intent) continue
        expect(after?.fingerprints).toEqual(opened?.fingerprints)
        expect(after?.returns).toEqual(opened?.returns)
      }
    }),
    { numRuns: 150, seed: 32 },
  )
})

/** What its event leaves behind goes, when it is asked for and no write is open. */
const isForgotten = (step: Operation, made: { event: string }, before: OrderMemory | undefined) =>
  step.kind === 'forget' && step.event === made.event && before?.intent === undefined
