import type { Chance } from '../random.ts'
import { status, type Work, wanted } from './world.ts'

const order = 10_001
export type Shown = { id?: string; status?: string; reason?: { code: string; text?: string } }
/** With the code of its reason alone. */
export const shown = (result: unknown) => {
  const { reason, ...rest } = result as Shown
  return { ...rest, ...(reason && { reason: reason.code }) }
}

/** What an operator hears who asks for a write by hand (docs/operator.md). */
export const handWork = {
  /** A comment: written once for each requestId, refused where the id was used for something else, and what became of it otherwise. */
  async commentByHand(work: Work, chance: Chance) {
    const { same, rules, sent, ask, world } = work
    work.order(order)
    const fate = chance.pick(['done', 'refused', 'unheard', 'lost'] as const)
    let isOn = true
    rules.push(({ line }) =>
      !isOn || line !== 'POST /rest/comments' || fate === 'done' ? undefined : fate === 'refused' ? status(422) : fate,
    )
    const visibleForContact = chance.pick([{}, { visibleForContact: true }, { visibleForContact: false }])
    const given = { orderId: order, text: 'By hand', requestId: 'r-1' }
    const first = await ask('comment.add', { ...given, ...visibleForContact })
    const stored = () => world.sandbox.world.store.comments.list().filter((one) => one.referenceValue === order)
    const commentId = stored()[0]?.id
    const ends = {
      done: { status: 'done', commentId },
      refused: { status: 'failed', reason: 'rejected' },
      unheard: { status: 'waiting' },
      lost: { status: 'waiting' },
    }
    same(`the answer to one that is ${fate}`, shown(first.result), { id: 'operator/r-1', ...ends[fate] })
    const isVisible = 'visibleForContact' in visibleForContact && visibleForContact.visibleForContact
    same(
      'what is written',
      stored().map((one) => [one.isVisibleForContact, one.text.endsWith(' By hand')]),
      fate === 'done' || fate === 'unheard' ? [[isVisible, true]] : [],
    )
    const again = await ask('comment.add', { ...given, ...(isVisible && { visibleForContact: true }) })
    same(
      'the same again',
      [again.ok, shown(again.result), sent('POST /rest/comments').length],
      [true, shown(first.result), 1],
    )
    const other = await ask('comment.add', {
      ...given,
      ...chance.pick([{ text: 'Another' }, { orderId: 10_002 }, { visibleForContact: !isVisible }]),
    })
    same('another one under its id', [other.ok, other.error?.code], [false, 'conflict'])
    if (fate === 'unheard' || fate === 'lost') {
      isOn = false
      const end = await world.finish('operator/r-1')
      same(
        'the end',
        [end.status, stored().length, sent('POST /rest/comments').length],
        ['done', 1, fate === 'lost' ? 2 : 1],
      )
    }
    isOn = false
    const free = await ask('comment.add', { orderId: order, text: 'By hand' })
    same('without a requestId', [shown(free.result).status, stored().length], ['done', fate === 'refused' ? 1 : 2])
    const nowhere = await ask('comment.add', { orderId: 99_999, text: 'Nowhere' })
    same('of no order', [shown(nowhere.result).status, shown(nowhere.result).reason], ['failed', 'rejected'])
  },
  /** A return: made, held with what is asked, or shown as it would be, with why of each line. */
  async returnByHand(work: Work, chance: Chance) {
    const { same, sent, ask, world } = work
    work.order(order)
    work.order(10_005, { contactId: order + 1 })
    const quantity = chance.between(1, 3)
    const lines = [
      { sku: 'a', quantity, reason: 'defective' },
      { orderItemId: order * 10 + 3, quantity: 1 },
    ]
    const ref = chance.pick([{ id: order }, { externalNumber: `#N-${order}` }])
    const dry = await ask('return.create', { order: ref, lines, dryRun: true })
    same(
      'nothing is sent',
      [sent('POST /rest/orders'), (await world.workflow.inbox.list({ limit: 5 })).events.length],
      [[], 0],
    )
    const {
      body,
      reason,
      lines: why,
    } = (dry.result ?? {}) as {
      body?: { orderItems: { quantity: number; properties: object[] }[] }
      reason?: { code: string; key?: string }
      lines: { included: boolean; quantity: number; why: string }[]
    }
    const fits = quantity <= 2
    same(
      'the plan',
      [body?.orderItems.map((one) => one.quantity), reason?.code, reason?.key],
      fits ? [[quantity, 1], undefined, undefined] : [undefined, 'too_many', undefined],
    )
    same(
      'its lines',
      why.map((one) => [one.included, one.quantity, one.why.length > 10]),
      [
        [fits, fits ? quantity : 0, true],
        [false, 0, true],
        [fits, fits ? 1 : 0, true],
      ],
    )
    const made = await ask('return.create', { order: ref, lines, requestId: 'r' })
    const id = world.sandbox.world.store.orders.childrenOf(order)[0]?.id
    same('the answer', shown(made.result), {
      id: 'operator/r',
      ...(fits ? { status: 'done', returnId: id } : { status: 'held', reason: 'too_many' }),
    })
    same('what is made', work.made(order), fits ? [`1:${quantity},3:1`] : [])
    same(
      'the same again',
      [
        shown((await ask('return.create', { order: ref, lines, requestId: 'r' })).result),
        sent('POST /rest/orders').length,
      ],
      [shown(made.result), fits ? 1 : 0],
    )
    await work.done('form', wanted('f', 10_005, { A: 1 }))
    const beside = shown(
      (await ask('return.create', { order: { id: 10_005 }, lines: [{ sku: 'A', quantity: 1 }] })).result,
    )
    same('beside an announcement', [beside.status, beside.reason, work.made(10_005)], ['held', 'same_parcel', ['1:1']])
    const unknown = await ask('return.create', { order: { externalNumber: 'NONE' }, lines, dryRun: true })
    same('of no order', unknown.error?.code, 'not_found')
    const several = await ask('return.create', {
      order: { email: `kunde.${order + 1}@example.com` },
      lines,
      dryRun: true,
    })
    same(
      'of several orders',
      [several.error?.code, /10001/.test(several.error?.message ?? ''), /10005/.test(several.error?.message ?? '')],
      ['conflict', true, true],
    )
    if (!fits) return
    const twice = await ask('return.create', { order: ref, lines: [lines[0]] })
    const left = 2 - quantity
    const question = shown(twice.result) as Shown & { reason?: string }
    same('once more', [question.status, question.reason], left >= quantity ? ['done', undefined] : ['held', 'too_many'])
  },
}
