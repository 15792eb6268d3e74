import type { Chance } from '../random.ts'
import { type Shown, shown } from './hand.ts'
import { lastOf, status, type Work } from './world.ts'

const newOrder = (number: string, quantity = 1) => ({
  ...{ typeId: 1, plentyId: 1, properties: [{ typeId: 7, value: number }] },
  orderItems: [{ typeId: 1, itemVariationId: 5, quantity }],
})

/** What an operator hears who asks for an order by hand (docs/operator.md, docs/reliability.md). */
export const orderWork = {
  /** An order: created once for its number, which is what makes it known. */
  async orderByHand(work: Work, chance: Chance) {
    const { same, sent, ask, world, rules } = work
    const fate = chance.pick(['done', 'done', 'unheard', 'lost', 'refused'] as const)
    let isOn = true
    rules.push(({ line }) =>
      !isOn || line !== 'POST /rest/orders' || fate === 'done' ? undefined : fate === 'refused' ? status(422) : fate,
    )
    for (const [what, body] of [
      ['no number', { ...newOrder('x'), properties: [] }],
      ['two numbers', { ...newOrder('x'), properties: [1, 2].map((value) => ({ typeId: 7, value: `X${value}` })) }],
      ['a number with spaces', newOrder(' X ')],
      ['a number that is too long', newOrder('X'.repeat(201))],
      ['another type', { ...newOrder('X'), typeId: 3 }],
    ] as const)
      same(
        `an order with ${what}`,
        [(await ask('order.create', { body })).error?.code, sent('POST /rest/orders')],
        ['rejected', []],
      )
    const made = await ask('order.create', { body: newOrder('BY-HAND'), requestId: 'o' })
    const orders = () => world.sandbox.world.store.orders.list().filter(({ typeId }) => typeId === 1)
    const [first] = orders()
    const ends = {
      done: { status: 'done', orderId: first?.id },
      refused: { status: 'failed', reason: 'rejected' },
      unheard: { status: 'waiting' },
      lost: { status: 'waiting' },
    }
    same(`the answer to one that is ${fate}`, shown(made.result), { id: 'operator/o', ...ends[fate] })
    isOn = false
    if (fate === 'refused') {
      same('tried again', [(await work.again('operator/o')).status, orders().length], ['done', 1])
      return
    }
    if (fate === 'lost' || fate === 'unheard') {
      const settling = await world.get('operator/o')
      same('the wait', lastOf(settling).why, { code: 'settling', kind: 'order' })
      const end = await world.finish('operator/o')
      const reason = {
        code: 'outcome_unclear',
        key: Object.keys(end.progress)[0],
        what: 'missing',
        kind: 'order',
        tries: 1,
        ids: [],
      }
      same(
        'read back',
        [end.status, end.reason, orders().length],
        fate === 'lost' ? ['held', reason, 0] : ['done', undefined, 1],
      )
      if (fate === 'lost') {
        if (chance.hits(0.4)) {
          rules.push(({ line }) => (line === 'POST /rest/orders' ? status(422) : undefined))
          const refused = (await work.again('operator/o')).reason as { code: string; what: string; because: string }
          same(
            'refused',
            [refused?.code, refused?.what, refused?.because],
            ['outcome_unclear', 'cannot_continue', 'rejected'],
          )
          return
        }
        await ask('event.release', { id: 'operator/o' })
        const { event } = await world.run('operator/o')
        same(
          'sent again',
          [orders().length, lastOf(event)],
          [1, { code: 'deferred', why: { code: 'second_look', kind: 'order' }, until: world.now() + 15 * 60_000 }],
        )
        same('at last', (await world.finish('operator/o')).status, 'done')
      }
    }
    const isSame = chance.hits(0.5)
    const twice = await ask('order.create', { body: newOrder('BY-HAND', isSame ? 1 : 2) })
    const told = shown(twice.result) as Shown & { reason?: string }
    same(
      'its number again',
      [told.status, told.reason, orders().length],
      isSame ? ['ignored', 'already_done', 1] : ['held', 'possible_duplicate', 1],
    )
  },
}
