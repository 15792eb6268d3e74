import { describe, expect, it } from 'vitest'
import type { WriteRecord } from '../../../lib/state/write-record.ts'
import { numberTaken } from '../../../lib/workflow/kinds/create-order.ts'
import { anOrder } from '../an-order.ts'

const listed = (id: number, fields: Parameters<typeof anOrder>[0] = {}) => anOrder({ id, ownerId: 77, ...fields })
const cancelled = listed(50, { statusId: 8 })
const made = (id: number, fields: Partial<WriteRecord> = {}): WriteRecord => ({
  ...{ kind: 'order', by: 'desk/0', at: 0, fingerprint: 'same', tries: [] },
  ...{ state: 'done', id },
  ...(fields as object),
})
const ours = { 'desk/0': made(50) }
type Facts = Parameters<typeof numberTaken>[0]
const refusal = (fields: Partial<Facts>) =>
  numberTaken({ key: 'desk/1', listed: [], records: {}, fingerprint: 'same', cancelled: [[8, 9]], ...fields })?.reason

describe('an external number', () => {
  it.each<[string, Partial<Facts>]>([
    ['nobody uses', {}],
    ['only a cancelled order of others uses', { listed: [cancelled] }],
    [
      'an order of ours may use that is not known to be there',
      { records: { 'desk/0': { ...made(50), state: 'missing' } } },
    ],
  ])('that %s is free', (_title, fields) => {
    expect(refusal(fields)).toBeUndefined()
  })

  const done = { code: 'already_done', by: 'desk/0', orderId: 50 }
  const duplicate = { code: 'possible_duplicate', key: 'desk/1' }
  const taken = { ...duplicate, what: 'number_taken', ids: [50], by: 'desk/0' }
  const byOthers = { ...duplicate, what: 'number_taken', ids: [60] }
  it.each<[string, Partial<Facts>, object]>([
    ['ours, of the same pieces', { listed: [listed(50)], records: ours }, done],
    ['ours, of the same pieces, though no list shows it', { records: ours }, done],
    ['ours, of other pieces', { listed: [listed(50)], records: ours, fingerprint: 'other' }, taken],
    ['ours beside one of others', { listed: [listed(60), listed(50)], records: ours, fingerprint: 'other' }, taken],
    [
      'ours, of other pieces than those of a missing one',
      { records: { ...ours, 'desk/9': { ...made(0), fingerprint: 'other', state: 'missing' } }, fingerprint: 'other' },
      taken,
    ],
    [
      'ours, cancelled, until a person has decided',
      { listed: [cancelled], records: ours },
      { ...duplicate, what: 'number_cancelled', ids: [50], by: 'desk/0' },
    ],
    ['of others', { listed: [listed(60)] }, byOthers],
    ['of others beside a cancelled one of ours', { listed: [cancelled, listed(60)], records: ours }, byOthers],
  ])('is taken by an order %s', (_title, fields, reason) => {
    expect(refusal(fields)).toEqual(reason)
  })
})
