import { describe, expect, it } from 'vitest'
import type { Order } from '../../lib/back-office/resources/schemas.ts'
import { type Evidence, judgeReadBack } from '../../lib/workflow/judge-read-back.ts'
import { aReturn } from './an-order.ts'

const evidence = (fields: Partial<Evidence>): Evidence => ({
  listed: [],
  strays: 0,
  intent: { known: [] },
  remembered: {},
  lines: [{ orderItemId: 1, quantity: 2 }],
  ownerId: 77,
  cancelledStatus: 8,
  ...fields,
})
const knowing = (...known: number[]) => ({ known })

describe('a return whose answer was lost', () => {
  it('did not happen when nothing new is listed', () => {
    expect(judgeReadBack(evidence({ listed: [aReturn(50, { 1: 2 })], intent: knowing(50) }))).toEqual({
      kind: 'absent',
    })
  })

  it('did not happen when only other lines were returned since', () => {
    expect(judgeReadBack(evidence({ listed: [aReturn(50, { 2: 1 })] }))).toEqual({ kind: 'absent' })
  })

  it('is the one new return of exactly our lines and our owner', () => {
    expect(judgeReadBack(evidence({ listed: [aReturn(50, { 1: 2 })] }))).toMatchObject({
      kind: 'adopt',
      return: { id: 50 },
    })
  })

  it('is adopted whatever status it came out with', () => {
    expect(judgeReadBack(evidence({ listed: [aReturn(50, { 1: 2 }, { statusId: 1 })] }))).toMatchObject({
      kind: 'adopt',
    })
  })

  it.each([
    ['another owner made it', [aReturn(50, { 1: 2 }, { ownerId: 5 })]],
    ['its quantity differs', [aReturn(50, { 1: 1 })]],
    ['it has a line more', [aReturn(50, { 1: 2, 2: 1 })]],
    ['there are two of them', [aReturn(50, { 1: 2 }), aReturn(51, { 1: 2 })]],
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
    expect(judgeReadBack(evidence({ listed }))).toMatchObject({
      kind: 'unclear',
      returnIds: listed.map(({ id }) => id),
    })
  })

  it('is never proven absent by a list that lacks what was there before', () => {
    expect(judgeReadBack(evidence({ listed: [], intent: knowing(49) }))).toMatchObject({
      kind: 'unclear',
      returnIds: [49],
    })
  })

  it('is never proven absent by a list that held entries of other orders, but may still be found in it', () => {
    expect(judgeReadBack(evidence({ strays: 1 }))).toMatchObject({ kind: 'unclear', returnIds: [] })
    expect(judgeReadBack(evidence({ strays: 1, listed: [aReturn(50, { 1: 2 })] }))).toMatchObject({ kind: 'adopt' })
  })

  it('is recognised by all of its lines, in whatever order they stand', () => {
    const lines = [
      { orderItemId: 1, quantity: 2 },
      { orderItemId: 2, quantity: 0.5 },
    ]
    const [first, second] = aReturn(50, { 1: 2, 2: 0.5 }).orderItems ?? []
    const turned = { ...aReturn(50, {}), orderItems: [second, first].filter((item) => item !== undefined) }
    expect(judgeReadBack(evidence({ listed: [turned], lines }))).toMatchObject({ kind: 'adopt' })
    const others: Record<number, number>[] = [{ 1: 2, 2: 1 }, { 1: 2 }, { 2: 0.5 }, { 1: 2, 3: 0.5 }]
    for (const theirs of others) {
      expect(judgeReadBack(evidence({ listed: [aReturn(50, theirs)], lines }))).toMatchObject({ kind: 'unclear' })
    }
  })

  it('might be one of which only some lines can be tied to the parent', () => {
    const [foreign, ...others] = aReturn(50, { 2: 1, 3: 1 }).orderItems ?? []
    const half = {
      ...aReturn(50, {}),
      orderItems: [{ ...foreign, references: null }, ...others] as Order['orderItems'],
    }
    expect(judgeReadBack(evidence({ listed: [half] }))).toMatchObject({ kind: 'unclear', returnIds: [50] })
  })

  it('is what is left when a person has cancelled what was too much', () => {
    const cancelled = { statusId: 8 }
    const listed = [aReturn(50, { 1: 2 }, cancelled), aReturn(51, { 1: 2 })]
    expect(judgeReadBack(evidence({ listed }))).toMatchObject({ kind: 'adopt', return: { id: 51 } })
  })

  it('happened also where it is there and cancelled: it is not sent again', () => {
    const listed = [aReturn(50, { 1: 2 }, { statusId: 8 })]
    expect(judgeReadBack(evidence({ listed }))).toMatchObject({ kind: 'adopt', return: { id: 50 } })
  })

  it('is never taken from another event', () => {
    const remembered = { 50: { event: 'shop/2', command: 0, lines: [{ orderItemId: 1, quantity: 2 }], at: 0 } }
    expect(judgeReadBack(evidence({ listed: [aReturn(50, { 1: 2 })], remembered }))).toEqual({ kind: 'absent' })
  })
})
