import { putOrder } from '../../sandbox/put-order.ts'
import { asked, created, flowFact, flowOrders, goodsOf, internal, line, shuffled } from './flow-draw.ts'
import type { Question } from './flow-fact.ts'
import type { WideDraw } from './wide-draw.ts'
import type { WideFact, WideOrder } from './wide-fact.ts'

export const severalFlows = {
  /** Two fail, two ask, two are done: each ends for itself, and no answer stands for another. */
  mixed(draw: WideDraw): WideFact {
    const [one, two, three, late] = flowOrders(draw, 4) as [WideOrder, WideOrder, WideOrder, WideOrder]
    const [a, c] = [line(two, 'A'), line(one, 'C')]
    const key = (name: string) => `w-desk/mixed-${name}-${draw.at}`
    const command = (name: string, rest: object) => ({ ...rest, key: `mixed-${name}-${draw.at}` })
    const lateId = late.id
    const list = shuffled(draw, [
      {
        name: 'f1',
        command: { type: 'create-return', order: { id: lateId }, lines: [{ sku: line(late, 'C').sku, quantity: 1 }] },
      },
      {
        name: 'f2',
        command: { type: 'create-return', order: { id: one.id }, lines: [{ sku: 'NO-SUCH', quantity: 1 }] },
      },
      {
        name: 'q1',
        command: {
          type: 'create-return',
          order: { id: two.id },
          lines: [{ orderItemId: a.id, quantity: a.quantity + 1 }],
        },
      },
      {
        name: 'q2',
        command: {
          type: 'add-comment',
          order: { id: three.id },
          text: 'A question',
          email: 'x@example.com',
          requireEmail: true,
        },
      },
      { name: 'g1', command: { type: 'add-comment', order: { id: one.id }, text: 'One of several' } },
      {
        name: 'g2',
        command: { type: 'create-return', order: { id: one.id }, lines: [{ orderItemId: c.id, quantity: 1 }] },
      },
    ])
    const reasons: Record<string, Record<string, unknown>> = {
      f1: { code: 'order_unknown', by: 'id', orderId: lateId, wanted: 'return' },
      f2: { code: 'line_unknown', orderId: one.id, line: 1, name: { by: 'sku' }, orderItemIds: [] },
    }
    const questions: Record<string, Question> = {
      q1: {
        ...{ status: 'held', code: 'too_many', act: 'release' },
        facts: {
          key: key('q1'),
          orderId: two.id,
          line: 1,
          orderItemIds: [a.id],
          quantity: a.quantity + 1,
          left: a.quantity,
        },
      },
      q2: {
        ...{ status: 'held', code: 'email_mismatch', act: 'release' },
        facts: { key: key('q2'), orderId: three.id, named: true },
      },
    }
    const names = list.map(({ name }) => name)
    const failed = (which: string[]) => {
      const those = names.flatMap((name, at) =>
        which.includes(name) ? [{ position: at + 1, key: key(name), because: reasons[name] }] : [],
      )
      const several = { count: those.length, of: 6, failed: those }
      const { code, ...facts } = reasons[names.find((name) => which.includes(name)) ?? ''] as { code: string }
      return { status: 'failed' as const, code, facts: { ...facts, several } }
    }
    return flowFact('a list of which some fail and some ask', {
      orders: [one, two, three],
      deliveries: [
        asked(
          draw,
          'mixed',
          list.map(({ name, command: rest }) => command(name, rest)),
        ),
      ],
      courses: [
        {
          questions: [
            ...names.flatMap((name) => questions[name] ?? []),
            {
              ...failed(['f1', 'f2']),
              act: 'release',
              before: (sandbox, now) => putLate(sandbox, lateId, late.lines, now),
            },
          ],
          ending: failed(['f2']),
        },
      ],
      wanted: [
        { order: one, goods: [goodsOf(c, 1)], comments: [created(), internal('One of several')] },
        { order: two, goods: [goodsOf(a)], comments: [created()] },
        { order: three, comments: [internal('A question')] },
      ],
    })
  },
}

const putLate = (
  sandbox: Parameters<NonNullable<Question['before']>>[0],
  id: number,
  lines: { id: number; typeId: number; variationId: number; quantity: number; name: string; sku?: string }[],
  now: number,
) => {
  const items = lines.map((one) => ({
    ...{
      id: one.id,
      typeId: one.typeId,
      itemVariationId: one.variationId,
      quantity: one.quantity,
      orderItemName: one.name,
    },
    properties: one.sku === undefined ? [] : [{ typeId: 98, value: one.sku }],
  }))
  const addressRelations = [1, 2].map((typeId) => ({ typeId, addressId: 2 * id + typeId }))
  putOrder(sandbox.world.store, { id, typeId: 1, statusId: 7, plentyId: 1, orderItems: items, addressRelations }, now)
}
