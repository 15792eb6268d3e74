import fc from 'fast-check'
import { afterAll, expect, it } from 'vitest'
import { erased } from '../../lib/inbox/erasure.ts'
import type { EventSummary, InboxEvent } from '../../lib/inbox/event.ts'
import type { Inbox, ListQuery } from '../../lib/inbox/inbox.ts'
import { discarded, released, replayed } from '../../lib/inbox/operator-transitions.ts'
import { toDone, toEnded, toWaiting, withProgress } from '../../lib/inbox/transitions.ts'
import { held, ignored } from '../../lib/reasons.ts'
import { inboxBackends } from './backends.ts'

const leaseMs = 20
const written = { orderId: 1, text: 't', marker: '[bridge:AAAAAAAAAAAA]', sendBefore: 5, written: true } as const
const open = { orderId: 1, text: 't', marker: '[bridge:AAAAAAAAAAAA]', sendBefore: 5 }

type At = { now: number; writeId: string }
const moves: Record<string, (event: InboxEvent, at: At) => InboxEvent> = {
  wait: (event, at) => toWaiting(event, { ...at, until: at.now + 15, deferral: false, why: 'later' }),
  defer: (event, at) => toWaiting(event, { ...at, until: at.now + 5, deferral: true, why: 'pace' }),
  open: (event, at) =>
    withProgress(event, { ...at, ledger: [{ orderId: 7, comment: open }], orderId: 7, what: 'frozen' }),
  answer: (event, at) =>
    withProgress(event, { ...at, ledger: [{ orderId: 7, comment: written }], orderId: 8, what: 'written' }),
  tellAbsent: (event, at) => {
    const newOrder = { key: 'number/N-1', body: {}, toldAbsent: at.now } as const
    const told = withProgress(event, { ...at, ledger: [{ newOrder }], waived: [], what: 'not found' })
    return toEnded(told, held('outcome_unclear', 'x'), at)
  },
  done: toDone,
  hold: (event, at) => toEnded(event, held('too_many', 'x'), at),
  ignore: (event, at) => toEnded(event, ignored('already_done', 'x'), at),
  release: released,
  replay: replayed,
  discard: discarded,
  erase: (event, at) => erased(event, { ...at, expiresAt: 9_999_500 }),
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
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('endLeases' as const), key }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('remove' as const), key, stale: fc.boolean() }) },
)
type Operation = typeof operation extends fc.Arbitrary<infer T> ? T : never

/** What each operation answered and left behind, and what the lists show in the end. */
async function play(inbox: Inbox, operations: readonly Operation[], newId: () => string): Promise<unknown[]> {
  const seen: unknown[] = []
  const lastClaim = new Map<string, InboxEvent>()
  for (const [index, step] of operations.entries()) {
    const now = 1_000 + index * 3
    const answer = await perform(inbox, step, { now, writeId: newId(), lastClaim }).catch((error: Error) => error.name)
    seen.push({ step, answer, events: await stored(inbox, step.kind === 'endLeases' ? keys : [step.key]) })
  }
  seen.push({ events: await stored(inbox, keys), ...(await listed(inbox, 1_000 + operations.length * 3)) })
  return seen
}

const stored = (inbox: Inbox, of: string[]) =>
  Promise.all(of.map((name) => inbox.get(`shopify/${name}`).then((event) => event && anonymous(event))))

async function perform(
  inbox: Inbox,
  step: Operation,
  { lastClaim, ...at }: At & { lastClaim: Map<string, InboxEvent> },
): Promise<unknown> {
  const id = `shopify/${step.key}`
  const { now } = at
  if (step.kind === 'endLeases') return inbox.endLeases(now)
  if (step.kind === 'accept') {
    return inbox.accept({
      id,
      source: 'shopify',
      delivery: { body: Buffer.from(step.key), headers: { now: `${now}` } },
      now,
      hintMs: 10,
    })
  }
  if (step.kind === 'claim') {
    const event = await inbox.claim(id, { now, leaseMs })
    if (event) lastClaim.set(id, event)
    return event && anonymous(event)
  }
  const event = step.stale ? lastClaim.get(id) : await inbox.get(id)
  if (!event) return 'none'
  if (step.kind === 'remove') return await inbox.remove(event)
  await inbox.save(event, moves[step.move]?.(event, at) ?? event)
  return 'saved'
}

async function listed(inbox: Inbox, now: number) {
  return {
    due: (await inbox.due({ now, limit: 10 })).map(({ id }) => id),
    ended: await everyStage(inbox, now),
    all: await everyPage(inbox, { limit: 2 }),
    order: await everyPage(inbox, { orderId: 7, limit: 1 }),
    waiting: await everyPage(inbox, { status: 'waiting', limit: 1 }),
  }
}

const everyStage = (inbox: Inbox, until: number) =>
  Promise.all((['failed', 'ended', 'erased'] as const).map((stage) => inbox.ended({ stage, until, limit: 10 })))

async function everyPage(inbox: Inbox, query: ListQuery): Promise<EventSummary[]> {
  const { events, cursor } = await inbox.list(query)
  return cursor ? [...events, ...(await everyPage(inbox, { ...query, cursor }))] : events
}

/** Ids of writes differ by how often a store asks for one. */
const anonymous = ({ writeId: _, ...event }: InboxEvent) => event

const present = inboxBackends.filter(({ absent }) => absent === undefined)
const names = present.map(({ backend }) => backend).join(', ')
afterAll(async () => void (await Promise.all(present.map(({ end }) => end?.()))))

it(`gives the same answers over ${names}, whatever happens in whatever order`, {
  timeout: 60_000,
}, async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(operation, { minLength: 1, maxLength: 40, size: 'max' }), async (operations) => {
      const runs = present.map(async ({ open: openInbox }) => {
        const { inbox, newId, close } = await openInbox()
        try {
          return await play(inbox, operations, newId)
        } finally {
          await close()
        }
      })
      const [memory, ...others] = await Promise.all(runs)
      for (const other of others) expect(other).toEqual(memory)
    }),
    { numRuns: 10, seed: 20 },
  )
})

it('never lets an epoch fall, and never ends an event with an open write', { timeout: 30_000 }, async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(operation, { minLength: 1, maxLength: 80 }), async (operations) => {
      const [memory] = inboxBackends
      const { inbox, newId } = (await memory?.open()) ?? expect.fail('no memory')
      const epochs = new Map<string, number>()
      for (const step of (await play(inbox, operations, newId)) as { events: (InboxEvent | undefined)[] }[]) {
        for (const event of step.events.filter((it) => it !== undefined)) {
          expect(event.epoch).toBeGreaterThanOrEqual(epochs.get(event.id) ?? 0)
          epochs.set(event.id, event.epoch)
          expect(event.attempts).toBeGreaterThanOrEqual(0)
          const isOpen = event.ledger.some(
            ({ comment, newOrder }) => (comment && !comment.written) || (newOrder && newOrder.orderId === undefined),
          )
          if (isOpen) expect(['done', 'failed', 'ignored']).not.toContain(event.status)
        }
      }
    }),
    { numRuns: 300, seed: 21 },
  )
})
