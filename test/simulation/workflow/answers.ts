import type { Chance } from '../random.ts'
import { endOf, type Work, wanted } from './world.ts'

const order = 10_001

/** What one answer of a person is about. */
export const answerWork = {
  /** A release says that what is left comes back, of this order and key alone. */
  async oneAnswer(work: Work, chance: Chance) {
    const { same } = work
    work.order(order)
    work.order(10_002)
    const commands = [
      wanted('a', order, { A: 3, C: 1 }),
      wanted('b', 10_002, { A: 3, C: 2 }),
      wanted('c', 10_002, { B: 2 }),
    ]
    let event = await work.done('desk', ...commands)
    const asked = (key: string, id: number, line: number, sku: number, [quantity, left]: [number, number]) => ({
      ...{
        code: 'too_many',
        key: `desk/${key}`,
        orderId: id,
        line,
        name: { by: 'sku' },
        orderItemIds: [id * 10 + sku],
        quantity,
        left,
      },
    })
    same('the first question', endOf(event), { status: 'held', reason: asked('a', order, 1, 1, [3, 2]) })
    same('at once', [work.made(order), work.made(10_002)], [[], ['2:2']])
    event = await work.again(event.id)
    same('the second one', endOf(event), { status: 'held', reason: asked('b', 10_002, 1, 1, [3, 2]) })
    same('after one answer', [work.made(order), work.made(10_002)], [['1:2,3:1'], ['2:2']])
    const isReplayed = chance.hits(0.4)
    event = await work.again(event.id, isReplayed ? 'event.replay' : 'event.release')
    if (isReplayed) same('after a replay', endOf(event), { status: 'held', reason: asked('b', 10_002, 1, 1, [3, 2]) })
    else same('after both', [endOf(event), work.made(10_002)], [{ status: 'done' }, ['2:2', '1:2,3:1']])
  },
}
