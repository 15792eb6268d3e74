import type { NewReturn } from '../back-office/resources/schemas.ts'
import { held } from '../reasons.ts'
import { linesOfReturn, sameLines } from './judge-read-back.ts'
import { returnsOf } from './returns-of.ts'
import { endWith, proceed, type StepOutcome, type Work } from './workflow.ts'

/** Reads the status of a return whose creation did not tell it. */
export async function checkReturn(work: Work, index: number): Promise<StepOutcome> {
  const made = work.event().ledger[index]?.return
  if (made?.returnId === undefined) throw new TypeError('there is no return to check')
  const { statusId } = await work.backOffice.orders.read(made.returnId)
  work.record(index, { return: { ...made, statusId } }, { what: 'return checked', returnId: made.returnId, statusId })
  return proceed
}

/** An operator's release lets an incomplete return pass: this one, and none that comes after it. */
export function acceptReturn(work: Work, index: number): StepOutcome {
  const made = work.event().ledger[index]?.return
  if (made?.returnId === undefined) throw new TypeError('there is no return to accept')
  const { returnId, statusId } = made
  const story = { what: 'incomplete return accepted', returnId, statusId, honoured: ['return_incomplete'] as const }
  work.record(index, { return: { ...made, accepted: true } }, story)
  return proceed
}

/** A return that was sent twice is looked at once more, late enough for a straggler to have shown up. */
export async function lookAgain(work: Work, index: number): Promise<StepOutcome> {
  const { orderId, return: made } = work.event().ledger[index] ?? {}
  if (orderId === undefined || made?.returnId === undefined) throw new TypeError('there is no return to look at again')
  const { orders, log, constants } = work.workflow
  const remembered = (await orders.get(orderId))?.returns ?? {}
  const { ownerId } = made.body as NewReturn
  // A straggler is of the same body as ours; what others returned of these lines is none of our business.
  const twins = (await returnsOf(work.backOffice, orderId)).entries.filter(
    (order) =>
      order.id !== made.returnId &&
      order.statusId !== constants.statuses.cancelled &&
      order.ownerId === ownerId &&
      remembered[order.id] === undefined &&
      sameLines(linesOfReturn(order), made.lines),
  )
  const { lookAt: _done, ...looked } = made
  work.record(index, { return: looked }, { what: 'repeated return looked at again', orderId })
  if (twins.length === 0) return proceed
  log.error('two returns of the same lines', {
    event: work.event().id,
    orderId,
    returnId: made.returnId,
    twins: twins.map(({ id }) => id),
  })
  const ids = [made.returnId, ...twins.map((order) => order.id)].join(' and ')
  return endWith(
    held(
      'outcome_unclear',
      `Order ${orderId} has two returns of the same lines (${ids}): a first try came through late. Cancel one, then release the event.`,
    ),
  )
}
