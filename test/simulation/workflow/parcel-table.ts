import { settingRows } from './parcel-settings.ts'
import { allReturns, type Reports, type Row, withoutTimes } from './reports.ts'
import { status, type Work } from './world.ts'

const order = 10_001
const day = 24 * 60 * 60_000

const idsOf = (work: Work) => allReturns(work).map(({ id }) => id)
const parcel = (what: string, ids: number[]) => ({ code: 'same_parcel', orderId: order, what, ids })
/** Announced, and then refunded after so long. */
const refundedAfter = async ({ form, shop }: Reports, { world }: Work, ms: number) => {
  const first = await form(1)
  await world.advance(ms)
  return { first, event: await shop(1), returnId: first.progress['form/p1']?.returnId ?? 0 }
}

/** Of docs/parcels.md, and what is like it. */
export const rows: Row[] = [
  ...settingRows,
  ['nothing before', async ({ form }) => ({ event: await form(1), count: 1 })],
  [
    'announced, then refunded',
    async (reports, work) => {
      const { event, returnId } = await refundedAfter(reports, work, 60_000)
      return { event, count: 1, linked: returnId }
    },
  ],
  [
    'refunded at the end of the window',
    async (reports, work) => {
      const { event, returnId } = await refundedAfter(reports, work, 60 * day - 60_000)
      return { event, count: 1, linked: returnId }
    },
  ],
  [
    'refunded after the window',
    async (reports, work) => ({ event: (await refundedAfter(reports, work, 60 * day + 60_000)).event, count: 2 }),
  ],
  [
    'refunded, then announced',
    async ({ form, shop }) => {
      const first = await shop(1)
      return { event: await form(1), count: 1, linked: first.progress['shop/p1']?.returnId ?? 0 }
    },
  ],
  ['entered, then refunded', async ({ person, shop }) => ({ linked: person(1), event: await shop(1), count: 1 })],
  [
    'entered without a tie, then refunded',
    async ({ person, shop }) => ({ linked: person(1, {}, false), event: await shop(1), count: 1 }),
  ],
  [
    'entered long ago',
    async ({ person, shop }, { world }) => {
      person(1, { createdAtMs: world.now() - 61 * day })
      return { event: await shop(1), count: 2 }
    },
  ],
  [
    'entered at no time',
    async ({ person, shop }, work) => {
      const id = person(1, { createdAtMs: work.world.now() - 61 * day })
      withoutTimes(work)
      return { linked: id, event: await shop(1), count: 1 }
    },
  ],
  [
    'announced, then by hand',
    async ({ form, byHand }, work) => {
      await form(1)
      const ids = idsOf(work)
      const event = await byHand(1)
      return { event, count: 1, reason: { ...parcel('covered', ids), key: Object.keys(event.progress)[0] ?? '' } }
    },
  ],
  [
    'refunded twice',
    async (reports, work) => {
      const { first, event } = await refundedAfter(reports, work, 60_000)
      await work.world.advance(7 * day)
      const again = await reports.shop(1)
      return {
        event: again,
        count: 1,
        reason: { code: 'possible_duplicate', key: 'shop/p3', what: 'same_lines', orderId: order, by: event.id },
        first,
      }
    },
  ],
  [
    'refunded twice, later',
    async (reports, work) => {
      await refundedAfter(reports, work, 60_000)
      await work.world.advance(7 * day + 60_000)
      return { event: await reports.shop(1), count: 2 }
    },
  ],
  [
    'two returns, then refunded',
    async ({ form, released, shop }, work) => {
      await form(1)
      await released(1)
      return { event: await shop(1), count: 2, reason: parcel('several', idsOf(work)) }
    },
  ],
  [
    'one entered, then both announced',
    async ({ person, form }, work) => {
      person(1)
      return { event: await form(2), count: 1, reason: parcel('part', idsOf(work)) }
    },
  ],
  [
    'both entered, then one announced',
    async ({ person, form }) => ({ linked: person(2), event: await form(1), count: 1 }),
  ],
  [
    'the only return is cancelled',
    async (reports, work) => {
      const first = await reports.form(1)
      work.change(first.progress['form/p1']?.returnId ?? 0, { statusId: 8 })
      return { event: await reports.shop(1), count: 1 }
    },
  ],
  [
    'announced by the desk as well',
    async ({ form, desk }) => {
      const first = await form(1)
      return {
        event: await desk(1),
        count: 1,
        reason: { code: 'possible_duplicate', key: 'desk/p2', what: 'same_lines', orderId: order, by: first.id },
      }
    },
  ],
  [
    'a lost announcement, then refunded',
    async ({ form, shop }, work) => {
      let isLost = true
      work.rules.push(({ line: asked }) => (isLost && asked === 'POST /rest/orders' ? status(422) : undefined))
      await form(1)
      isLost = false
      return { event: await shop(1), count: 1 }
    },
  ],
]
