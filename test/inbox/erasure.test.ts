import { describe, expect, it } from 'vitest'
import { erased } from '../../lib/inbox/erasure.ts'
import type { InboxEvent } from '../../lib/inbox/event.ts'
import { withEntry } from '../../lib/inbox/history.ts'

const at = { now: 90_000, writeId: 'write-9', expiresAt: 400_500 }
/** Stands in every place that can hold what a customer or an operator wrote. */
const words = 'Eve, eve@example.com'
const marker = '[bridge:AAAAAAAAAAAA]'

const event = (fields: Partial<InboxEvent> = {}): InboxEvent => ({
  id: 'typeform/1',
  source: 'typeform',
  status: 'done',
  endedAt: 50_000,
  epoch: 4,
  attempts: 2,
  delivery: { body: Buffer.from(words), headers: { 'x-name': words } },
  commands: [
    {
      type: 'create-return',
      key: 'submission-1',
      order: { email: words, label: words },
      email: words,
      lines: [{ name: words, quantity: 1, reason: words }],
      reason: words,
      note: words,
    },
    {
      type: 'add-comment',
      key: 'submission-1',
      order: { externalNumber: words },
      text: words,
      visibleForContact: true,
    },
  ],
  ledger: [
    {
      orderId: 10_001,
      return: { body: { note: words }, lines: [{ orderItemId: 5, quantity: 1 }], returnId: 600_001, statusId: 9.01 },
      comment: { orderId: 10_001, text: `${marker} ${words}`, marker, sendBefore: 7, written: true, commentId: 31 },
    },
  ],
  history: [
    { at: 1, what: 'accepted' },
    { at: 2, what: 'deferred', why: words, until: 3, facts: [words] },
    { at: 4, what: 'held', reason: 'too_many' },
    { at: 5, what: 'released', note: words },
  ],
  orderId: 10_001,
  reason: { code: 'already_done', text: words },
  waived: ['too_many'],
  receivedAt: 1,
  updatedAt: 50_000,
  writeId: 'write-8',
  ...fields,
})

describe('an erased event', () => {
  it.each(['done', 'failed', 'ignored', 'discarded'] as const)(
    'that was %s holds nobody’s words any more',
    (status) => {
      const gone = erased(event({ status }), at)
      expect(JSON.stringify(gone)).not.toMatch(/eve|@/i)
      expect(gone).not.toHaveProperty('delivery')
    },
  )

  it('keeps what answers late duplicates and says what was done', () => {
    const gone = erased(event(), at)
    expect(gone).toMatchObject({ id: 'typeform/1', status: 'done', orderId: 10_001, endedAt: 50_000, epoch: 5 })
    expect(gone.ledger).toEqual([
      {
        orderId: 10_001,
        return: { body: null, lines: [{ orderItemId: 5, quantity: 1 }], returnId: 600_001, statusId: 9.01 },
        comment: { orderId: 10_001, text: marker, marker, sendBefore: 7, written: true, commentId: 31 },
      },
    ])
    expect(gone.commands).toMatchObject([
      { type: 'create-return', key: 'submission-1' },
      { type: 'add-comment', key: 'submission-1', visibleForContact: true },
    ])
    expect(gone.history).toEqual([
      { at: 1, what: 'accepted' },
      { at: 2, what: 'deferred', why: '[erased]', until: 3, facts: '[erased]' },
      { at: 4, what: 'held', reason: 'too_many' },
      { at: 5, what: 'released', note: '[erased]' },
      { at: 90_000, what: 'erased' },
    ])
    expect(gone.reason?.code).toBe('already_done')
  })

  it('says when it was erased, and when the table may drop it, in whole seconds', () => {
    expect(erased(event(), at)).toMatchObject({
      erasedAt: 90_000,
      expiresAt: 401_000,
      updatedAt: 90_000,
      writeId: 'write-9',
    })
  })

  it('that had failed is given up, with a line in its history', () => {
    const gone = erased(event({ status: 'failed' }), at)
    expect(gone).toMatchObject({ status: 'discarded', endedAt: 50_000 })
    expect(gone.history.at(-1)).toEqual({ at: 90_000, what: 'given up' })
    expect(gone).not.toHaveProperty('commands')
  })

  it('that was given up while its write was not found keeps when that was told, and no body', () => {
    const key = 'number/N-1' as const
    const ledger = [{ newOrder: { key, body: { note: words }, toldAbsent: 7 } }]
    const gone = erased(event({ status: 'discarded', ledger }), at)
    expect(gone.ledger).toEqual([{ newOrder: { key, body: null, toldAbsent: 7 } }])
  })

  it('keeps of what its ledger may hold one day only what was named as harmless, and numbers', () => {
    const unknown = {
      greeting: { words, at: 7, said: [words], to: { name: words }, sent: true },
      remark: words,
      all: [words],
    }
    const ledger = [{ orderId: 10_001, ...unknown }] as InboxEvent['ledger']
    expect(erased(event({ ledger }), at).ledger).toEqual([
      {
        orderId: 10_001,
        greeting: { words: '[erased]', at: 7, said: [], to: {}, sent: true },
        remark: '[erased]',
        all: [],
      },
    ])
  })

  it('can be erased once more: what was told since goes as well', () => {
    const gone = erased(event(), at)
    const told = { ...gone, history: withEntry(gone.history, { at: 95_000, what: 'replayed', note: words }) }
    expect(JSON.stringify(erased(told, { ...at, now: 99_000 }))).not.toMatch(/eve/i)
  })

  it.each(['ready', 'running', 'waiting', 'held'] as const)('was never a %s one', (status) => {
    const { endedAt: _, ...open } = event({ status })
    expect(() => erased(open, at)).toThrow(`is ${status}: only an ended event can be erased`)
  })
})
