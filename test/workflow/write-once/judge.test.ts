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
    { listed, unrelated, cancelledStatus: 8 },
    { taken: new Set(taken), ...question },
  )

describe('a return whose answer was lost', () => {
  it('did not happen when nothing new is listed', () => {
    expect(judged({ listed: [aReturn(50, { 1: 2 })], known: [50] })).toEqual({
      kind: 'missing',
    })
  })

  it('did not happen when only other lines were returned since', () => {
    expect(judged({ listed: [aReturn(50, { 2: 1 })] })).toEqual({ kind: 'missing' })
  })

  it('is the one new return of exactly our lines and our owner', () => {
    expect(judged({ listed: [aReturn(50, { 1: 2 })] })).toMatchObject({
      kind: 'found',
      id: 50,
    })
  })

  it('is it whatever status it came out with', () => {
    expect(judged({ listed: [aReturn(50, { 1: 2 }, { statusId: 1 })] })).toMatchObject({
      kind: 'found',
    })
  })

  it.each([
    ['another owner made it', [aReturn(50, { 1: 2 }, { ownerId: 5 })]],
    ['its quantity differs', [aReturn(50, { 1: 1 })]],
    ['it has a line more', [aReturn(50, { 1: 2, 2: 1 })]],
    ['there are two of them', [aReturn(50, { 1: 2 }), aReturn(51, { 1: 2 })]],
    ['one of two that differ is cancelled', [aReturn(50, { 1: 1 }, { statusId: 8 }), aReturn(51, { 1: 1 })]],
    ['there is another with a part of the lines', [aReturn(50, { 1: 2 }), aReturn(51, { 1: 1 })]],
    [
      "its lines do not name the parent's",
      [
        {
          ...aReturn(50, { 1: 2 }),
          orderItems: (aReturn(50, { 1: 2 }).orderItems ?? []).map((item) => ({ ...item, references: null })),
        },
      ],
    ],
    ['its lines were not loaded', [{ ...aReturn(50, { 1: 2 }), orderItems: null }]],
  ])('is for a person when %s', (_title, listed) => {
    expect(judged({ listed })).toEqual({ kind: 'unclear', what: 'similar', ids: listed.map(({ id }) => id) })
  })

  it('is never proven missing by a list that lacks what was there before, or what another write has made', () => {
    const facts = { kind: 'unclear', what: 'list_incomplete' }
    expect(judged({ known: [49] })).toEqual({ ...facts, ids: [49] })
    expect(judged({ known: [48, 49], taken: [49, 50], listed: [aReturn(48, { 2: 1 })] })).toEqual({
      ...facts,
      ids: [49, 50],
    })
  })

  it('is never proven missing by a list that held entries of other orders, but may still be found in it', () => {
    expect(judged({ unrelated: 1 })).toEqual({ kind: 'unclear', what: 'list_mixed', ids: [] })
    expect(judged({ unrelated: 1, listed: [aReturn(50, { 1: 2 })] })).toMatchObject({ kind: 'found' })
  })

  it('is recognised by all of its lines, in whatever order they stand', () => {
    const lines = [
      { orderItemId: 1, quantity: 2 },
      { orderItemId: 2, quantity: 0.5 },
    ]
    const [first, second] = aReturn(50, { 1: 2, 2: 0.5 }).orderItems ?? []
    const turned = { ...aReturn(50, {}), orderItems: [second, first].filter((item) => item !== undefined) }
    expect(judged({ listed: [turned], lines })).toMatchObject({ kind: 'found' })
    const others: Record<number, number>[] = [{ 1: 2, 2: 1 }, { 1: 2 }, { 2: 0.5 }, { 1: 2, 3: 0.5 }]
    for (const theirs of others) {
      expect(judged({ listed: [aReturn(50, theirs)], lines })).toMatchObject({ kind: 'unclear', what: 'similar' })
    }
  })

  it('might be one of which only some lines can be tied to the parent', () => {
    const [foreign, ...others] = aReturn(50, { 2: 1, 3: 1 }).orderItems ?? []
    const half = {
      ...aReturn(50, {}),
      orderItems: [{ ...foreign, references: null }, ...others] as Order['orderItems'],
    }
    expect(judged({ listed: [half] })).toEqual({ kind: 'unclear', what: 'similar', ids: [50] })
  })

  it('is what is left when a person has cancelled what was too much', () => {
    const cancelled = { statusId: 8 }
    const listed = [aReturn(50, { 1: 2 }, cancelled), aReturn(51, { 1: 2 })]
    expect(judged({ listed })).toMatchObject({ kind: 'found', id: 51 })
  })

  it('happened also where it is there and cancelled: it is not sent again', () => {
    const listed = [aReturn(50, { 1: 2 }, { statusId: 8 })]
    expect(judged({ listed })).toMatchObject({ kind: 'found', id: 50 })
  })

  it('is never what another write has made', () => {
    expect(judged({ listed: [aReturn(50, { 1: 2 })], taken: [50] })).toEqual({ kind: 'missing' })
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
      { listed, cancelledStatus: 8 },
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
