import type { Reason } from '../../lib/reasons.ts'
import type { Chance } from './random.ts'

const kinds = ['return', 'comment', 'order', 'image'] as const

/** Ids that differ from each other, so that no sentence can name the wrong one unseen. */
function idsOf(chance: Chance) {
  let next = chance.between(100_000, 190_000)
  const id = () => {
    next += chance.between(1, 99)
    return next
  }
  return { id, some: (least: number, most: number) => Array.from({ length: chance.between(least, most) }, id) }
}

function lineOf(chance: Chance) {
  const { id, some } = idsOf(chance)
  const name = chance.pick([
    { by: 'orderItemId', id: id() },
    { by: 'itemVariationId', id: id() },
    { by: 'sku' },
    { by: 'name' },
  ] as const)
  return { orderId: id(), line: chance.between(2, 9), name, orderItemIds: some(1, 3) }
}

const held = (chance: Chance): (() => Reason)[] => {
  const { id, some } = idsOf(chance)
  const wanted = () => chance.pick(['return', 'comment'] as const)
  const key = 'a key'
  const kind = chance.pick(kinds)
  const ofOrder = kind === 'return' || kind === 'comment' ? { orderId: id() } : {}
  return [
    () => ({ code: 'possible_duplicate', key, what: 'same_lines', orderId: id(), by: `form/event-${id()}` }),
    () => ({
      ...{ code: 'possible_duplicate', key, what: 'number_taken', ids: some(1, 2) },
      ...(chance.hits(0.5) && { by: `form/event-${id()}` }),
    }),
    () => ({ code: 'possible_duplicate', key, what: 'number_cancelled', ids: some(1, 2), by: `form/event-${id()}` }),
    () => ({ code: 'same_parcel', key, orderId: id(), what: 'several', ids: some(2, 4) }),
    () => ({
      code: 'same_parcel',
      key,
      orderId: id(),
      what: chance.pick(['covered', 'part', 'gone']),
      ids: some(1, 1),
    }),
    () => {
      const left = chance.between(0, 2)
      return { code: 'too_many', key, quantity: left + chance.between(1, 2), left, ...lineOf(chance) }
    },
    () => ({
      ...{ code: 'order_ambiguous', key, wanted: wanted(), ids: some(1, 3) },
      what: chance.pick(['unlabelled', 'shared_label', 'unproven']),
    }),
    () => ({
      code: 'order_ambiguous',
      key,
      what: chance.pick(['label', 'several']),
      ids: some(2, 4),
      wanted: wanted(),
    }),
    () => ({ code: 'order_ambiguous', key, what: 'too_many', ids: [], wanted: wanted() }),
    () => ({ code: 'email_mismatch', key, orderId: id(), named: chance.hits(0.5) }),
    () => ({ code: 'addresses_missing', orderId: id(), relation: chance.pick([1, 3, 'billing']) }),
    () => ({ code: 'return_incomplete', returnId: id(), statusId: 1, wanted: 9.01 }),
    () => ({ code: 'outcome_unclear', key, what: 'missing', kind, tries: chance.between(2, 9), ids: [] }),
    () => ({
      ...{ code: 'outcome_unclear', key, kind, ...ofOrder, ids: some(1, 3) },
      what: chance.pick(['list_incomplete', 'list_mixed', 'similar', 'twice']),
    }),
    () => ({ code: 'deferred_too_long' }),
    () => ({ code: 'source_unknown', source: `gone-${id()}` }),
    () => ({
      code: 'withdrawal_unplaced',
      because: { code: 'order_unknown', by: 'id', orderId: id(), wanted: 'comment' },
    }),
    () => ({ code: 'write_cap', key, orderId: id(), most: 20 }),
  ]
}

const failed = (chance: Chance): (() => Reason)[] => {
  const { id } = idsOf(chance)
  return [
    () => ({ code: 'order_unknown', by: 'id', orderId: id(), wanted: 'return' }),
    () => ({ code: 'order_unknown', by: chance.pick(['email', 'number']), wanted: 'return' }),
    () => ({ code: 'not_a_sales_order', orderId: id(), typeId: 3, salesOrder: 1 }),
    () => ({ code: 'order_cancelled', orderId: id(), statusId: 8 }),
    () => ({ code: 'line_unknown', ...lineOf(chance), ...(chance.hits(0.5) && { orderItemIds: [] }) }),
    () => ({
      ...{ code: 'nothing_to_return', orderId: id() },
      what: chance.pick(['no_line', 'nothing_asked_for', 'nothing_left']),
    }),
    () => ({ code: 'rejected', words: `the back office says ${id()}` }),
    () => ({
      ...{ code: 'attempts_used_up', attempts: 10 },
      ...(chance.hits(0.7) && { cause: { code: 'cause', cause: `no answer to request ${id()}` } }),
    }),
  ]
}

const ignored = (chance: Chance): (() => Reason)[] => {
  const { id } = idsOf(chance)
  return [
    () => ({ code: 'test_delivery', sender: 'Tally' }),
    () => ({
      ...{ code: 'already_done', by: `form/event-${id()}` },
      ...(chance.hits(0.5) && { orderId: id() }),
    }),
    () => ({ code: 'order_not_named' }),
  ]
}

/** A reason as an event can end with it, or several of one event that failed. */
export function drawReason(chance: Chance, status: 'held' | 'failed' | 'ignored'): Reason {
  const own = chance.pick({ held, failed, ignored }[status](chance))()
  if (status !== 'failed' || chance.hits(0.7)) return own
  const count = chance.between(1, 4)
  const because = Array.from({ length: Math.min(count, 3) }, (_, index) => ({
    position: index + 1,
    key: `key ${index}`,
    because: index === 0 ? own : chance.pick(failed(chance))(),
  }))
  return { ...own, several: { count, of: count + chance.between(1, 3), failed: because } }
}
