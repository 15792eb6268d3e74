import type { Chance } from '../random.ts'
import { rows } from './parcel-table.ts'
import { allReturns, type Row, reportsOf } from './reports.ts'
import { createWork, endOf, type Work } from './world.ts'

const order = 10_001
const line = order * 10 + 1

/** Reports of one parcel (docs/parcels.md). */
export const parcelWork = {
  /** The table of the page: what was before, what then is reported, and what comes of it. */
  async table(work: Work, chance: Chance) {
    const first = chance.between(0, 6)
    for (let at = first; at < rows.length; at += 7) {
      const own = at === first ? work : createWork(chance)
      await playRow(own, rows[at] as Row)
      if (own !== work) work.wrong.push(...own.wrong)
    }
  },
  /** A return that a person chose is the one, whatever else would have been asked; a release makes one of its own. */
  async answered(work: Work, chance: Chance) {
    work.order(order)
    const { same, ask, world, sent } = work
    const { form, shop, released } = reportsOf(work)
    await form(1)
    await released(1)
    const ids = allReturns(work).map(({ id }) => id)
    const held = await shop(1)
    same('the question', endOf(held), {
      status: 'held',
      reason: { code: 'same_parcel', key: 'shop/p3', orderId: order, what: 'several', ids },
    })
    if (chance.hits(0.3)) {
      const end = await work.again(held.id)
      // Nothing is left for a third one.
      same('the end', endOf(end), {
        status: 'held',
        reason: {
          code: 'too_many',
          key: 'shop/p3',
          orderId: order,
          line: 1,
          name: { by: 'sku' },
          orderItemIds: [line],
          quantity: 1,
          left: 0,
        },
      })
      return
    }
    const chosen = chance.pick(ids)
    const isGone = chance.hits(0.3)
    const lookAgain = spoilOnce(work, chosen, isGone)
    const { ok, result } = await ask('event.link', { id: held.id, returnId: chosen })
    lookAgain.isOn = false
    const event = await world.get(held.id)
    if (isGone) {
      same('a link to what is gone', endOf(event), {
        status: 'held',
        reason: { code: 'same_parcel', key: 'shop/p3', orderId: order, what: 'gone', ids: [chosen] },
      })
      return
    }
    same('the answer', [ok, result?.status], [true, 'done'])
    same(
      'the link',
      [event.progress['shop/p3']?.returnId, event.progress['shop/p3']?.linked, event.status],
      [chosen, true, 'done'],
    )
    same('the returns', [work.made(order), sent('POST /rest/orders').length], [['1:1', '1:1'], 2])
    same(
      'what is said',
      work.said(order).at(-1),
      `A request from shop belongs to return ${chosen}. No other return was created.`,
    )
    // The other one can still be linked to the next refund, but for a person's eyes it looks like a second submit.
    const next = await shop(1)
    same('the next refund', endOf(next), {
      status: 'held',
      reason: { code: 'possible_duplicate', key: 'shop/p4', what: 'same_lines', orderId: order, by: held.id },
    })
    const [rest] = ids.filter((id) => id !== chosen)
    if (chance.hits(0.5)) {
      // Whoever says which return it is need not be asked whether it was reported before.
      const chosenNow = await ask('event.link', { id: next.id, returnId: rest })
      same('the second link', [chosenNow.ok, chosenNow.result?.status], [true, 'done'])
      return
    }
    same('released', (await work.again(next.id)).progress['shop/p4'], {
      orderId: order,
      returnId: rest,
      linked: true,
      comment: { orderId: order, commentId: commentOf(work) },
      done: true,
    })
  },
}

/** The chosen return is cancelled after the command has looked at it. */
function spoilOnce(work: Work, id: number, isGone: boolean): { isOn: boolean } {
  const state = { isOn: isGone }
  work.rules.push(async ({ line: asked }, real) => {
    if (!state.isOn || !asked.startsWith(`GET /rest/orders/${id}`)) return undefined
    const answer = await real()
    work.change(id, { statusId: 8 })
    return answer
  })
  return state
}

const commentOf = ({ world }: Work) => world.sandbox.world.store.comments.list().at(-1)?.id

async function playRow(work: Work, [name, play]: Row): Promise<void> {
  work.order(order)
  const reports = reportsOf(work)
  const { world, same } = work
  const wantedEnd = await play(reports, work)
  const { event, count, linked, reason } = wantedEnd
  const key = Object.keys(event.progress)[0] ?? Object.keys(await world.get(event.id).then((one) => one.progress))[0]
  same(
    `${name}: the end`,
    endOf(event),
    reason ? { status: 'held', reason: { ...reason, key: reason.key ?? key } } : { status: 'done' },
  )
  same(`${name}: the returns`, allReturns(work).length, count)
  const progress = Object.values(event.progress)[0]
  if (linked !== undefined)
    same(
      `${name}: the link`,
      [progress?.returnId, progress?.linked, event.history.filter(({ code }) => code === 'linked').length],
      [linked, true, 1],
    )
  if (linked !== undefined)
    same(
      `${name}: what is said`,
      work.said(order).at(-1),
      `A request from ${event.source} belongs to return ${linked}. No other return was created.`,
    )
}
