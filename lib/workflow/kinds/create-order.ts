import { isCancelled, type StatusRange } from '../../back-office/constants.ts'
import type { Order } from '../../back-office/resources/schemas.ts'
import type { CreateOrder } from '../../commands.ts'
import { RetryLater } from '../../errors.ts'
import { invariant } from '../../invariant.ts'
import { type Ending, held, ignored } from '../../reasons.ts'
import { idsOf, type Records } from '../../state/write-record.ts'
import { isApproved } from '../approvals.ts'
import { ordersOfNumber } from '../find-order/orders-of-number.ts'
import { fingerprintOf } from '../plan-return/fingerprint.ts'
import { type Looking, proceed, type StepOutcome, type Work } from '../workflow.ts'
import { judge, type Listed, type Question } from '../write-once/judge.ts'
import type { Kind, ReadBack } from '../write-once/kind.ts'
import { withLock } from '../write-once/lock-item.ts'
import { secondLook } from '../write-once/second-look.ts'
import { writeOnce } from '../write-once/write-once.ts'
import { externalNumberOf, numberItem } from './new-order.ts'

/** Creates a sales order, once: recognised by its external number, sent again only after a release. */
export async function createOrder(work: Work, key: string, command: CreateOrder): Promise<StepOutcome> {
  const number = externalNumberOf(command.body, work.workflow.constants)
  // The translation refuses an order without one.
  invariant(number !== undefined, 'step_out_of_order')
  return await withLock(work, { id: numberItem(number) }, async (item) => {
    const kind = orderKind(work, command, { key, number })
    if (work.progress(key).createdOrderId === undefined) {
      const made = await writeOnce(work, item, kind)
      if (made.kind !== 'done') return made
      const { by, id } = made.record ?? {}
      invariant(id !== undefined, 'done_without_its_work', { type: 'create-order' })
      if (by !== work.event().id) {
        work.record(key, { ...(by !== undefined && { by }), done: true }, { code: 'already_done', by: by ?? '' })
        return proceed
      }
      work.record(key, { orderId: id, createdOrderId: id })
    }
    const looked = await secondLook(work, item, { kind, isOurs: question.isOurs })
    if (looked && looked.kind !== 'counts') return looked
    work.record(key, { done: true, ...(looked && { orderId: looked.id, createdOrderId: looked.id }) })
    return proceed
  })
}

/** Whatever carries the number since then may be it; exactly the same pieces of the same articles are it. */
export const question: Question = {
  isRelated: () => true,
  isOurs: ({ orderItems }, { content }) => fingerprintOf('order', orderItems ?? []) === content,
}

/** An order is recognised by its external number and its content. */
export function orderReadBack(looking: Looking, { key, number }: { key: string; number: string }): ReadBack<Listed> {
  const { cancelled } = looking.workflow.constants.statuses
  return {
    name: 'order',
    key,
    hasSecondLook: true,
    isExclusive: true,
    look: async () => ({ ...(await ordersOfNumber(looking, number)), cancelled }),
    evidence: (seen, record, taken) => judge(record, seen, { taken, ...question }),
  }
}

function orderKind(work: Work, { body }: CreateOrder, { key, number }: { key: string; number: string }): Kind<Listed> {
  const { workflow, backOffice } = work
  const { cancelled } = workflow.constants.statuses
  const content = fingerprintOf('order', body.orderItems)
  return {
    ...orderReadBack(work, { key, number }),
    command: key,
    isLast: true,
    repeats: 'after_release',
    waitsFor: () => true,
    async plan({ listed, unrelated }, records) {
      const taken = numberTaken({ key, listed, records, fingerprint: content, cancelled })
      if (taken && !isReleased(work, taken)) return taken
      // A list mixed with other orders does not show that ours is not there.
      if (unrelated > 0) throw new RetryLater('[GET] /rest/orders by external number answered entries of other orders')
      const ownerId = body.ownerId ?? (await backOffice.user.id())
      const made = idsOf(records, 'order')
      return {
        recognise: { known: [...new Set([...listed.map(({ id }) => id), ...made])], content, ownerId },
        fingerprint: content,
        send: async (options) => ({ id: (await backOffice.orders.create({ ...body, ownerId }, options)).id }),
      }
    },
  }
}

/** No release creates a second order of a number; one of ours that was cancelled is created once more. */
function isReleased(work: Work, { reason }: NonNullable<ReturnType<typeof numberTaken>>): boolean {
  if (reason.code !== 'possible_duplicate' || reason.what !== 'number_cancelled') return false
  const { key, what, ids } = reason
  return isApproved(work.event(), 'possible_duplicate', { key, what, ids })
}

type Facts = {
  key: string
  listed: readonly Order[]
  records: Records
  fingerprint: string
  cancelled: readonly StatusRange[]
}

/** The same order under another key is done, else it is for a person. Of cancelled ones a release can pass it. */
export function numberTaken({ key, listed, records, fingerprint, cancelled }: Facts): Ending | undefined {
  const live = listed.filter(({ statusId }) => !isCancelled(statusId, { cancelled }))
  const isGone = (id: number) => listed.some((order) => order.id === id && !live.includes(order))
  const made = Object.values(records).flatMap((record) =>
    record.state === 'done' && record.id !== undefined ? [{ ...record, id: record.id }] : [],
  )
  // One that the list lacks is there all the same.
  const [ours] = made.filter(({ id }) => !isGone(id))
  if (ours && ours.fingerprint === fingerprint) return ignored({ code: 'already_done', by: ours.by, orderId: ours.id })
  const other = ours?.id ?? live[0]?.id
  if (other !== undefined) {
    const by = ours ? { by: ours.by } : {}
    return held({ code: 'possible_duplicate', key, what: 'number_taken', ids: [other], ...by })
  }
  const [gone] = made
  if (!gone) return undefined
  return held({ code: 'possible_duplicate', key, what: 'number_cancelled', ids: [gone.id], by: gone.by })
}
