import { allReturns, type Row } from './reports.ts'

const order = 10_001
const day = 24 * 60 * 60_000

/** What settings and people's choices change (docs/parcels.md, "Settings"). */
export const settingRows: Row[] = [
  [
    'all is back, and asked for later',
    async ({ form }, { world }) => {
      await form(2)
      await world.advance(8 * day)
      const line = { orderId: order, line: 1, name: { by: 'sku' }, orderItemIds: [order * 10 + 1] }
      return { event: await form(2), count: 1, reason: { code: 'too_many', ...line, quantity: 2, left: 0 } }
    },
  ],
  [
    'chosen, however old',
    async ({ person, form }, { world, ask }) => {
      const id = person(1, { createdAtMs: world.now() - 61 * day })
      const held = await form(3)
      await ask('event.link', { id: held.id, returnId: id })
      return { event: await world.get(held.id), count: 1, linked: id }
    },
  ],
  [
    'a person is always asked',
    async ({ form, shop }, work) => {
      work.world.workflow.config.sameParcel = 'hold'
      await form(1)
      return {
        event: await shop(1),
        count: 1,
        reason: { code: 'same_parcel', orderId: order, what: 'covered', ids: allReturns(work).map(({ id }) => id) },
      }
    },
  ],
  [
    'parcels are not looked for',
    async ({ form, shop }, work) => {
      work.world.workflow.config.sameParcel = 'off'
      const first = await form(1)
      await work.world.advance(7 * day - 60_000)
      const event = await shop(1)
      return {
        event,
        count: 1,
        reason: { code: 'possible_duplicate', what: 'same_lines', orderId: order, by: first.id },
      }
    },
  ],
  [
    'parcels are not looked for, later',
    async ({ form, shop }, work) => {
      work.world.workflow.config.sameParcel = 'off'
      await form(1)
      await work.world.advance(7 * day + 60_000)
      return { event: await shop(1), count: 2 }
    },
  ],
]
