import { describe, expect, it } from 'vitest'
import { refuseTwin } from '../../../lib/workflow/kinds/refuse-twin.ts'
import { judgeNewOrder, type NumberEvidence } from '../../../lib/workflow/write-once/judge.ts'
import { anItem, anOrder } from '../an-order.ts'

const body = { orderItems: [{ typeId: 1, itemVariationId: 1001, quantity: 2 }] }
const lines = [anItem({ id: 1, quantity: 2 })]
const listed = (id: number, fields: Parameters<typeof anOrder>[0] = {}) =>
  anOrder({ id, ownerId: 77, orderItems: lines, ...fields })
const evidence = (fields: Partial<NumberEvidence>): NumberEvidence => ({
  ...{ listed: [], strays: 0, remembered: {}, body, ownerId: 77, cancelledStatus: 8 },
  intent: { known: [] },
  ...fields,
})
const knowing = (...known: number[]) => ({ known })
const made = { event: 'desk/0', command: 0, lines: [], at: 0 }

describe('a new order whose answer was lost', () => {
  it.each<[string, Partial<NumberEvidence>, unknown]>([
    ['is the new one of our owner and lines', { listed: [listed(50)] }, { kind: 'adopt', return: { id: 50 } }],
    ['is it whatever its status', { listed: [listed(50, { statusId: 1 })] }, { kind: 'adopt' }],
    ['is it though it was cancelled since', { listed: [listed(50, { statusId: 8 })] }, { kind: 'adopt' }],
    [
      'is it though its pieces stand on two lines',
      { listed: [listed(50, { orderItems: [anItem({ id: 1 }), anItem({ id: 2, itemVariationId: 1001 })] })] },
      { kind: 'adopt' },
    ],
    ['is not there where nothing carries its number', {}, { kind: 'absent' }],
    ['is not what stood there before', { listed: [listed(50)], intent: knowing(50) }, { kind: 'absent' }],
    ['is not what another event made', { listed: [listed(50)], remembered: { 50: made } }, { kind: 'absent' }],
    ['is unclear for another owner', { listed: [listed(50, { ownerId: 5 })] }, { kind: 'unclear', returnIds: [50] }],
    ['is unclear for other pieces', { listed: [listed(50, { orderItems: [anItem({ id: 1 })] })] }, { kind: 'unclear' }],
    [
      'is unclear where two could be it',
      { listed: [listed(50), listed(51)] },
      { kind: 'unclear', returnIds: [50, 51] },
    ],
    [
      'is the one that is left of two',
      { listed: [listed(50), listed(51, { statusId: 8 })] },
      { kind: 'adopt', return: { id: 50 } },
    ],
    ['is unclear where the list lacks what was there', { intent: knowing(49) }, { kind: 'unclear', returnIds: [49] }],
    ['is unclear where the list was mixed', { strays: 1 }, { kind: 'unclear', returnIds: [] }],
  ])('%s', (_title, fields, verdict) => {
    expect(judgeNewOrder(evidence(fields))).toMatchObject(verdict as object)
  })
})

type Twin = Parameters<typeof refuseTwin>[0]
const twin = (fields: Partial<Twin>) =>
  refuseTwin({
    ...{ listed: [], memory: { returns: {}, fingerprints: {} }, fingerprint: 'same', cancelledStatus: 8, waived: [] },
    ...fields,
  })
const remembered = { returns: { 50: made }, fingerprints: { same: { event: 'desk/0', at: 0 } } }
const cancelled = listed(50, { statusId: 8 })

describe('an external number', () => {
  it.each<[string, Partial<Twin>]>([
    ['nobody uses', {}],
    ['only a cancelled order of others uses', { listed: [cancelled] }],
    [
      'an order of ours used, which is cancelled, once released',
      { listed: [cancelled], memory: remembered, waived: ['possible_duplicate'] },
    ],
  ])('that %s is free', (_title, fields) => {
    expect(twin(fields)).toBeUndefined()
  })

  it.each<[string, Partial<Twin>, string]>([
    ['ours, of the same pieces', { listed: [listed(50)], memory: remembered }, 'already_done'],
    ['ours, of the same pieces, though no list shows it', { memory: remembered }, 'already_done'],
    ['ours, of other pieces', { listed: [listed(50)], memory: remembered, fingerprint: 'other' }, 'possible_duplicate'],
    [
      'ours, of pieces that a third event wanted',
      { memory: { ...remembered, fingerprints: { same: { event: 'desk/9', at: 0 } } } },
      'possible_duplicate',
    ],
    ['ours, cancelled, until a person has decided', { listed: [cancelled], memory: remembered }, 'possible_duplicate'],
    ['of others', { listed: [listed(60)] }, 'possible_duplicate'],
    [
      'of others, whatever was released',
      { listed: [listed(60)], waived: ['possible_duplicate'] },
      'possible_duplicate',
    ],
    [
      'of others beside a cancelled one of ours',
      { listed: [cancelled, listed(60)], memory: remembered, waived: ['possible_duplicate'] },
      'possible_duplicate',
    ],
  ])('is taken by an order %s', (_title, fields, code) => {
    expect(twin(fields)?.reason.code).toBe(code)
  })
})
