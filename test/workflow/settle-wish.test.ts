import { describe, expect, it } from 'vitest'
import type { EventStatus, InboxEvent } from '../../lib/inbox/event.ts'
import type { OrderMemory } from '../../lib/state/order-memory.ts'
import { settleWish } from '../../lib/workflow/claim-wish.ts'
import { timingAt } from '../../lib/workflow/timing.ts'
import type { Work } from '../../lib/workflow/workflow.ts'
import { anEvent } from './an-event.ts'

const command = { type: 'add-comment', key: 'w', order: { id: 1 }, text: 'x' } as const
const memoryOf = (fields: Partial<OrderMemory> = {}): OrderMemory => ({
  orderId: 1,
  returns: {},
  fingerprints: {},
  wishes: { 'standard/w': { event: 'standard/earlier', command: 0, at: 0 } },
  ...fields,
})

async function settled(owner: Partial<InboxEvent> | undefined, memory = memoryOf()) {
  const passed: string[] = []
  const workflow = {
    inbox: { get: async () => owner && anEvent({ id: 'standard/earlier', ...owner }) },
    orders: {
      passWish: async (_: number, { from, event }: { from: string; event: string }) => {
        passed.push(`${from} to ${event}`)
        return true
      },
    },
    now: () => 1_000,
    random: () => 0.5,
    timing: timingAt(1, 0),
  }
  const work = {
    workflow,
    event: () => anEvent({ id: 'standard/newcomer' }),
    record: () => {},
    save: async () => {},
  } as unknown as Work
  const outcome = await settleWish(work, 0, { command, memory })
  if (outcome?.kind === 'end') return outcome.ending.reason.code
  return outcome?.kind ?? (passed[0] || 'ours')
}

describe('a wish that another event has', () => {
  const pass = 'standard/earlier to standard/newcomer'
  it.each<[EventStatus | 'gone', string]>([
    ['ready', 'wait'],
    ['running', 'wait'],
    ['waiting', 'wait'],
    ['done', 'already_done'],
    ['held', 'possible_duplicate'],
    ['failed', pass],
    ['ignored', pass],
    ['discarded', pass],
    ['gone', pass],
  ])('which is %s and has written nothing: %s', async (status, expected) => {
    expect(await settled(status === 'gone' ? undefined : { status })).toBe(expected)
  })

  const frozen = { body: {}, lines: [] }
  const record = { key: 'number/N-1', body: {} } as const
  const comment = { orderId: 1, text: 't', marker: 'm', sendBefore: -69_000 }
  it.each<[string, InboxEvent['ledger'], string]>([
    ['its return', [{ return: { ...frozen, returnId: 5 } }], 'already_done'],
    ['its comment', [{ comment: { ...comment, written: true } }], 'already_done'],
    ['its new order', [{ newOrder: { ...record, orderId: 7 } }], 'already_done'],
    ['its visible image', [{ image: { ...record, published: true } }], 'already_done'],
    ['a return without an answer', [{ return: frozen }], pass],
    ['a new order without an answer', [{ newOrder: record }], pass],
    ['an image without an answer', [{ image: record }], pass],
    ['a comment without an answer', [{ comment }], pass],
    ['a comment that is not settled', [{ comment: { ...comment, sendBefore: -68_999 } }], 'wait'],
    ['what another command of it asked for', [{}, { return: { ...frozen, returnId: 5 } }], pass],
  ])('which failed with %s in its ledger: %s', async (_title, ledger, expected) => {
    expect(await settled({ status: 'failed', ledger })).toBe(expected)
  })

  const other = { ...command, key: 'another' }
  const written = { comment: { ...comment, written: true } } as const
  it.each<[string, EventStatus, Partial<InboxEvent>, string]>([
    ['is open and not done there', 'running', { commands: [other, command], ledger: [written, {}] }, 'wait'],
    ['failed and was not done there', 'failed', { commands: [other, command], ledger: [written, {}] }, pass],
    ['failed and was done there', 'failed', { commands: [other, command], ledger: [{}, written] }, 'already_done'],
    ['is done and does not tell it any more', 'done', { commands: [other], ledger: [written] }, pass],
    ['is open and does not tell it any more', 'running', { commands: [other], ledger: [written] }, pass],
  ])('which a new translation has moved, and whose event %s', async (_title, status, fields, expected) => {
    expect(await settled({ status, ...fields })).toBe(expected)
  })

  it.each([
    [0, 'earlier', 'already_done'],
    [1, 'earlier', pass],
    [0, 'other', pass],
  ])('whose return (of command %i of the %s event) only the order remembers: %s', async (made, of, expected) => {
    const returns = { 5: { event: `standard/${of}`, command: made, lines: [], at: 0 } }
    expect(await settled({ status: 'failed' }, memoryOf({ returns }))).toBe(expected)
  })

  it('is ours where it is our own command’s, or nobody’s', async () => {
    const own = { 'standard/w': { event: 'standard/newcomer', command: 0, at: 0 } }
    expect(await settled(undefined, memoryOf({ wishes: own }))).toBe('ours')
    expect(await settled(undefined, memoryOf({ wishes: {} }))).toBe('ours')
  })

  it('moves with our own command to the place that a new translation gives it', async () => {
    const own = { 'standard/w': { event: 'standard/newcomer', command: 1, at: 0 } }
    const pass = 'standard/newcomer to standard/newcomer'
    expect(await settled({ status: 'running', ledger: [] }, memoryOf({ wishes: own }))).toBe(pass)
  })
})
