import { describe, expect, it } from 'vitest'
import type { Order } from '../../../lib/back-office/resources/schemas.ts'
import { question } from '../../../lib/workflow/kinds/create-order.ts'
import { fingerprintOf } from '../../../lib/workflow/plan-return/fingerprint.ts'
import { judge } from '../../../lib/workflow/write-once/judge.ts'
import { anItem, anOrder } from '../an-order.ts'

const lines = [anItem({ id: 1, quantity: 2 })]
const listed = (id: number, fields: Parameters<typeof anOrder>[0] = {}) =>
  anOrder({ id, ownerId: 77, orderItems: lines, ...fields })

type Given = { listed?: Order[]; unrelated?: number; known?: number[]; taken?: number[] }
const judged = ({ listed = [], unrelated = 0, known = [], taken = [] }: Given) =>
  judge(
    { tries: [{ sendBefore: 0, known, ownerId: 77, content: fingerprintOf('order', lines) }] },
    { listed, unrelated, cancelled: [[8, 9]] },
    { taken: new Set(taken), ...question },
  )

describe('a new order whose answer was lost', () => {
  const found = { kind: 'found', id: 50 }
  const missing = { kind: 'missing' }
  const unclear = (what: string, ...ids: number[]) => ({ kind: 'unclear', what, ids })
  const onTwoLines = [anItem({ id: 1 }), anItem({ id: 2, itemVariationId: 1001 })]
  const cancelled = { statusId: 8 }
  it.each<[string, Given, object]>([
    ['is the new one of our owner and lines', { listed: [listed(50)] }, found],
    ['is it whatever its status', { listed: [listed(50, { statusId: 1 })] }, found],
    ['is it though it was cancelled since', { listed: [listed(50, cancelled)] }, found],
    ['is it though its pieces stand on two lines', { listed: [listed(50, { orderItems: onTwoLines })] }, found],
    ['is not there where nothing carries its number', {}, missing],
    ['is not what stood there before', { listed: [listed(50)], known: [50] }, missing],
    ['is not what another event made', { listed: [listed(50)], taken: [50] }, missing],
    ['is unclear for another owner', { listed: [listed(50, { ownerId: 5 })] }, unclear('similar', 50)],
    ['is unclear by its pieces', { listed: [listed(50, { orderItems: [anItem({ id: 1 })] })] }, unclear('similar', 50)],
    ['is unclear where two could be it', { listed: [listed(50), listed(51)] }, unclear('similar', 50, 51)],
    ['is the one that is left of two', { listed: [listed(50), listed(51, cancelled)] }, found],
    ['is unclear where the list lacks what was there', { known: [49] }, unclear('list_incomplete', 49)],
    ['is unclear where the list was mixed', { unrelated: 1 }, unclear('list_mixed')],
  ])('%s', (_title, fields, verdict) => {
    expect(judged(fields)).toMatchObject(verdict)
  })
})
