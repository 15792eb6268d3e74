import { describe, expect, it } from 'vitest'
import type { Order } from '../../../lib/back-office/resources/schemas.ts'
import type { ReturnLine, Try } from '../../../lib/state/write-record.ts'
import { question } from '../../../lib/workflow/kinds/return-kind.ts'
import { judge, otherResults } from '../../../lib/workflow/write-once/judge.ts'
import { aReturn } from '../an-order.ts'

type Given = {
  listed?: readonly Order[]
  unrelated?: number
  /** What was there when it was sent last. */
  known?: readonly number[]
  /** What other writes have made. */
  taken?: readonly number[]
  lines?: readonly ReturnLine[]
  /** Before the last one. */
  earlier?: readonly Try[]
}
const aTry = (fields: Partial<Try> = {}): Try => ({
  ...{ sendBefore: 0, known: [], lines: [{ orderItemId: 1, quantity: 2 }], ownerId: 77 },
  ...fields,
})
const judged = ({ listed = [], unrelated = 0, known = [], taken = [], lines, earlier = [] }: Given) =>
  judge(
    { tries: [...earlier, aTry({ known, ...(lines && { lines }) })] },
    { listed, unrelated, cancelled: [[8, 9]] },
    { taken: new Set(taken), ...question },
  )

describe('a return whose answer was lost', () => {
  const ours = aReturn(50, { 1: 2 })
  const cancelled = { statusId: 8 }
  const untied = (order: Order, from: number): Order => ({
    ...order,
    orderItems: (order.orderItems ?? []).map((item, at) => (at >= from ? { ...item, references: null } : item)),
  })
  const missing = { kind: 'missing' }
  const found = (id = 50) => ({ kind: 'found', id })
  const incomplete = (...ids: number[]) => ({ kind: 'unclear', what: 'list_incomplete', ids })

  it.each<[title: string, given: Given, verdict: object]>([
    ['did not happen when nothing new is listed', { listed: [ours], known: [50] }, missing],
    ['did not happen when only other lines were returned since', { listed: [aReturn(50, { 2: 1 })] }, missing],
    ['is the one new return of exactly our lines and our owner', { listed: [ours] }, found()],
    ['is it whatever status it came out with', { listed: [aReturn(50, { 1: 2 }, { statusId: 1 })] }, found()],
    ['is what is left where the rest is cancelled', { listed: [aReturn(49, { 1: 2 }, cancelled), ours] }, found()],
    ['happened, also if cancelled: it is not sent again', { listed: [aReturn(50, { 1: 2 }, cancelled)] }, found()],
    ['is never what another write has made', { listed: [ours], taken: [50] }, missing],
    ['is never proven missing by a list that lacks what was there', { known: [49] }, incomplete(49)],
    [
      'is never proven missing by a list that lacks what another write has made',
      { known: [48, 49], taken: [49, 50], listed: [aReturn(48, { 2: 1 })] },
      incomplete(49, 50),
    ],
    ['is never proven missing by a mixed list', { unrelated: 1 }, { kind: 'unclear', what: 'list_mixed', ids: [] }],
    ['may still be found in a list that held entries of other orders', { unrelated: 1, listed: [ours] }, found()],
  ])('%s', (_title, given, verdict) => {
    expect(judged(given)).toMatchObject(verdict)
  })

  it.each([
    ['another owner made it', [aReturn(50, { 1: 2 }, { ownerId: 5 })]],
    ['its quantity differs', [aReturn(50, { 1: 1 })]],
    ['it has a line more', [aReturn(50, { 1: 2, 2: 1 })]],
    ['there are two of them', [ours, aReturn(51, { 1: 2 })]],
    ['one of two that differ is cancelled', [aReturn(50, { 1: 1 }, { statusId: 8 }), aReturn(51, { 1: 1 })]],
    ['there is another with a part of the lines', [ours, aReturn(51, { 1: 1 })]],
    ["its lines do not name the parent's", [untied(ours, 0)]],
    ['only some of its lines can be tied to the parent', [untied(aReturn(50, { 3: 1, 2: 1 }), 1)]],
    ['its lines were not loaded', [{ ...ours, orderItems: null }]],
  ])('is for a person when %s', (_title, listed) => {
    expect(judged({ listed })).toEqual({ kind: 'unclear', what: 'similar', ids: listed.map(({ id }) => id) })
  })

  it('is recognised by all of its lines, in whatever order they stand', () => {
    const lines = [
      { orderItemId: 1, quantity: 2 },
      { orderItemId: 2, quantity: 0.5 },
    ]
    const whole = aReturn(50, { 1: 2, 2: 0.5 })
    const turned = { ...whole, orderItems: whole.orderItems?.toReversed() ?? null }
    expect(judged({ listed: [turned], lines })).toMatchObject({ kind: 'found' })
    const others: Record<number, number>[] = [{ 1: 2, 2: 1 }, { 1: 2 }, { 2: 0.5 }, { 1: 2, 3: 0.5 }]
    for (const theirs of others)
      expect(judged({ listed: [aReturn(50, theirs)], lines })).toMatchObject({ kind: 'unclear', what: 'similar' })
  })
})

describe('a return that was sent more than once', () => {
  const first = aTry({ sendBefore: 1, lines: [{ orderItemId: 2, quantity: 1 }], ownerId: 5 })

  it('is found by whichever attempt made it, with what that one sent', () => {
    const last = aTry()
    const found = (order: Order) => judged({ earlier: [first], listed: [order] })
    expect(found(aReturn(50, { 2: 1 }, { ownerId: 5 }))).toEqual({ kind: 'found', id: 50, of: first, statusId: 9.01 })
    expect(found(aReturn(51, { 1: 2 }))).toEqual({ kind: 'found', id: 51, of: last, statusId: 9.01 })
  })

  it('has the owner and the lines of one attempt, not those of two', () => {
    expect(judged({ earlier: [first], listed: [aReturn(50, { 2: 1 })] })).toMatchObject({ kind: 'unclear' })
  })

  it('is not what was there before the last attempt', () => {
    const listed = [aReturn(50, { 2: 1 }, { ownerId: 5 })]
    expect(judged({ earlier: [first], known: [50], listed })).toEqual({ kind: 'missing' })
  })

  const beside = (...listed: Order[]) =>
    otherResults(
      { tries: [first, aTry({ known: [40] })] },
      { listed, cancelled: [[8, 9]] },
      { taken: new Set([50]), isOurs: question.isOurs },
    )
  it.each<[string, Order, number[]]>([
    ['a return of the first attempt', aReturn(51, { 2: 1 }, { ownerId: 5 }), [51]],
    ['a return of the last attempt', aReturn(51, { 1: 2 }), [51]],
    ['no return that was there before', aReturn(40, { 1: 2 }), []],
    ['no return of another write', aReturn(50, { 1: 2 }), []],
    ['no return that is cancelled', aReturn(51, { 1: 2 }, { statusId: 8 }), []],
    ['no return of another owner', aReturn(51, { 1: 2 }, { ownerId: 6 }), []],
    ['no return of other pieces', aReturn(51, { 1: 1 }), []],
  ])('has as another result %s', (_title, order, ids) => {
    expect(beside(order)).toEqual(ids)
  })
})
