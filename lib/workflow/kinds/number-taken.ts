import type { Order } from '../../back-office/resources/schemas.ts'
import { type Ending, held, ignored } from '../../reasons.ts'
import type { Records } from '../../state/write-record.ts'

type Facts = {
  key: string
  /** All orders of the number, of any status. */
  listed: readonly Order[]
  records: Records
  fingerprint: string
  cancelledStatus: number
}

/**
 * Why an order must not be created: its number is taken. An external number names one order, so the same order under another key is done,
 * and all else is for a person. Only where every order of the number is cancelled can a release let it pass.
 */
export function numberTaken({ key, listed, records, fingerprint, cancelledStatus }: Facts): Ending | undefined {
  const isCancelled = (id: number) => listed.some((order) => order.id === id && order.statusId === cancelledStatus)
  const made = Object.values(records).flatMap((record) =>
    record.state === 'done' && record.id !== undefined ? [{ ...record, id: record.id }] : [],
  )
  // One that the list lacks is there all the same.
  const [ours] = made.filter(({ id }) => !isCancelled(id))
  if (ours && ours.fingerprint === fingerprint) return ignored({ code: 'already_done', by: ours.by, orderId: ours.id })
  const other = ours?.id ?? listed.find(({ statusId }) => statusId !== cancelledStatus)?.id
  if (other !== undefined) {
    const by = ours ? { by: ours.by } : {}
    return held({ code: 'possible_duplicate', key, what: 'number_taken', ids: [other], ...by })
  }
  const [gone] = made
  if (!gone) return undefined
  return held({ code: 'possible_duplicate', key, what: 'number_cancelled', ids: [gone.id], by: gone.by })
}
