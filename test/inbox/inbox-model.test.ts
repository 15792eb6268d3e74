import fc from 'fast-check'
import { expect, it } from 'vitest'
import { type EventSummary, hasOpenWrite, type InboxEvent } from '../../lib/inbox/event.ts'
import type { Inbox, ListQuery } from '../../lib/inbox/inbox.ts'
import { discarded, released, replayed } from '../../lib/inbox/operator-transitions.ts'
import { claimed, toDone, toEnded, toWaiting, withProgress } from '../../lib/inbox/transitions.ts'
import { inboxBackends, memoryInbox, type OpenInbox, retentionMs } from './backends.ts'
import { inQueue, later, noSuchField, testDelivery, tooMany } from './endings.ts'
import { type Backend, overEach } from './over-each.ts'

const leaseMs = 20
const entry = { code: 'order_found', orderId: 7 } as const
const open = { k: { orderId: 7, state: 'open' as const, item: 'order#7' as const } }
const answered = { k: { orderId: 7, comment: { orderId: 7, commentId: 1 }, state: 'done' as const } }
type At = { now: number; writeId: string }
const moves: Record<string, (event: InboxEvent, at: At) => InboxEvent> = {
  wait: (event, at) => toWaiting(event, { ...at, until: at.now + 15, why: later }),
  defer: (event, at) => toWaiting(event, { ...at, until: at.now + 5, why: inQueue }),
  open: (event, at) => withProgress(event, { ...at, progress: open, orderId: 7, entry, isProgress: true }),
  answer: (event, at) => withProgress(event, { ...at, progress: answered, orderId: 8, entry, isProgress: false }),
  done: toDone,
  hold: (event, at) => toEnded(event, tooMany, at),
  fail: (event, at) => toEnded(event, noSuchField, at),
  ignore: (event, at) => toEnded(event, testDelivery, at),
  release: released,
  replay: replayed,
  discard: discarded,
}

const keys = ['a', 'b', 'c']
const key = fc.constantFrom(...keys)
/** `stale`: from the version of the event that was seen at its last claim, as a zombie would. */
const operation = fc.oneof(
  { weight: 3, arbitrary: fc.record({ kind: fc.constant('accept' as const), key }) },
  { weight: 4, arbitrary: fc.record({ kind: fc.constant('claim' as const), key }) },
  {
    weight: 8,
    arbitrary: fc.record({
      kind: fc.constant('move' as const),
      key,
      move: fc.constantFrom(...Object.keys(moves)),
      stale: fc.boolean(),
    }),
  },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('expire' as const), key, late: fc.boolean() }) },
)
type Operation = typeof operation extends fc.Arbitrary<infer T> ? T : never

/** What each operation answered and left behind, and what the lists show in the end. */
async function play(opened: OpenInbox, operations: readonly Operation[]): Promise<unknown[]> {
  const { inbox, newId } = opened
  const seen: unknown[] = []
  const lastClaim = new Map<string, InboxEvent>()
  for (const [index, step] of operations.entries()) {
    const now = 1_000 + index * 3
    const answer = await perform(opened, step, { now, writeId: newId(), lastClaim }).catch(nameOf)
    const touched = step.kind === 'expire' ? keys : [step.key]
    seen.push({ step, answer, events: await stored(inbox, touched) })
  }
  seen.push({ events: await stored(inbox, keys), ...(await listed(inbox, 1_000 + operations.length * 3)) })
  return seen
}

/** What a store throws; a wrong answer flies. */
function nameOf(error: Error): string {
  if (error.name === 'AssertionError') throw error
  return error.name
}

const stored = (inbox: Inbox, of: string[]) =>
  Promise.all(of.map((name) => inbox.get(`shopify/${name}`).then((event) => event && anonymous(event))))

async function perform(
  { inbox, expire }: OpenInbox,
  step: Operation,
  { lastClaim, ...at }: At & { lastClaim: Map<string, InboxEvent> },
): Promise<unknown> {
  const id = `shopify/${step.key}`
  const { now } = at
  if (step.kind === 'expire') return void (await expire(step.late ? now + retentionMs + 5_000 : now))
  if (step.kind === 'accept') {
    const delivery = { body: Buffer.from(step.key), headers: { now: `${now}` } }
    return inbox.accept({ id, source: 'shopify', delivery, now, hintMs: 10 })
  }
  if (step.kind === 'claim') {
    const before = await inbox.get(id)
    const event = await inbox.claim(id, { now, leaseMs })
    const expected = before && claimed(before, { ...at, leaseMs })
    expect(event && anonymous(event)).toEqual(expected && anonymous(expected))
    if (event) lastClaim.set(id, event)
    return event && anonymous(event)
  }
  const event = step.stale ? lastClaim.get(id) : await inbox.get(id)
  if (!event) return 'none'
  await inbox.save(event, moves[step.move]?.(event, at) ?? event)
  return 'saved'
}

const listed = async (inbox: Inbox, now: number) => ({
  due: await inbox.due({ now, limit: 10 }),
  next: await inbox.due({ now: now + 200, limit: 1, after: { at: now, id: 'shopify/b' } }),
  walk: (await inbox.walk({ limit: 10 })).map(({ at, id, read }) => ({ at, id, event: anonymous(read()) })),
  all: await everyPage(inbox, { limit: 2 }),
  order: await everyPage(inbox, { orderId: 7, limit: 1 }),
  ...Object.fromEntries(
    await Promise.all(
      (['waiting', 'held', 'failed', 'done'] as const).map(
        async (status) => [status, await everyPage(inbox, { status, limit: 1 })] as const,
      ),
    ),
  ),
})

async function everyPage(inbox: Inbox, query: ListQuery): Promise<EventSummary[]> {
  const { events, cursor } = await inbox.list(query)
  return cursor ? [...events, ...(await everyPage(inbox, { ...query, cursor }))] : events
}

/** Ids of writes differ by how often a store asks for one. */
const anonymous = ({ writeId: _, ...event }: InboxEvent) => event
const isMemory = ({ backend }: Backend) => backend === 'memory'
const others = inboxBackends.filter((backend) => !isMemory(backend))

overEach(others, 'any history of events', ({ open: openInbox }) => {
  it('has the same answers as in memory', { timeout: 60_000 }, async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(operation, { minLength: 1, maxLength: 40, size: 'max' }), async (operations) => {
        const opened = [await memoryInbox.open(), await openInbox()] as const
        try {
          const [memory, other] = await Promise.all(opened.map((one) => play(one, operations)))
          expect(other).toEqual(memory)
        } finally {
          for (const { close } of opened) await close()
        }
      }),
      { numRuns: 40, seed: 20 },
    )
  })
})

overEach(inboxBackends.filter(isMemory), 'any history of events', ({ open: openInbox }) => {
  it('never lets an epoch fall, and never has an event done with an open write', { timeout: 30_000 }, async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(operation, { minLength: 1, maxLength: 80 }), async (operations) => {
        const opened = await openInbox()
        const epochs = new Map<string, number>()
        for (const step of (await play(opened, operations)) as { events: (InboxEvent | undefined)[] }[]) {
          for (const event of step.events.filter((it) => it !== undefined)) {
            // One that has expired and comes again is another event.
            const known = event.epoch === 0 ? 0 : (epochs.get(event.id) ?? 0)
            expect(event.epoch).toBeGreaterThanOrEqual(known)
            epochs.set(event.id, event.epoch)
            expect(event.attempts).toBeGreaterThanOrEqual(0)
            if (hasOpenWrite(event)) expect(event.status).not.toBe('done')
          }
        }
      }),
      { numRuns: 300, seed: 21 },
    )
  })
})
