import * as z from 'zod'
import { Rejected } from '../../errors.ts'
import type { LockedItem, WriteRecord } from '../../state/write-record.ts'
import type { Workflow } from '../../workflow/workflow.ts'
import { withItems } from '../events/with-items.ts'
import { defineCommand, id, note, orNothing } from '../operator.ts'

/** A return stays although the shop has cancelled its parcel: the audit no longer finds it. Throws `Rejected` 404 or 409. */
export const findingAccept = defineCommand({
  name: 'finding.accept',
  input: z.strictObject({ returnId: id, note }),
  run: async ({ workflow, deadlineMs }, { returnId, note }) => {
    const { orders } = workflow.openBackOffice({ deadlineMs })
    const found = await orNothing(orders.read(returnId, { with: ['orderReferences'] }))
    for (const { referenceOrderId: orderId } of found?.orderReferences ?? [])
      if (await accept(workflow, { returnId, orderId, note })) return { returnId, orderId }
    throw new Rejected(`The bridge has made no return ${returnId} that is in the back office.`, { status: 404 })
  },
})

type Accepted = { returnId: number; orderId: number; note: string }

/** False: the item of that order has no record of it. */
async function accept(workflow: Workflow, { returnId, orderId, note }: Accepted): Promise<boolean> {
  const { records, newId, now, log } = workflow
  const isMade = (record: WriteRecord) =>
    record.kind === 'return' && record.state === 'done' && record.id === returnId && !record.linked
  const item = `order#${orderId}` as const
  // A lock would make an item that was not there.
  if (!Object.values((await records.get(item))?.records ?? {}).some(isMade)) return false
  const lock = { event: `finding.accept/${newId()}`, epoch: 0 }
  return await withItems(workflow, { ids: [item], lock }, async ([locked]) => {
    const made = Object.entries(locked?.records ?? {}).filter(([, record]) => isMade(record))
    const changes = Object.fromEntries(made.map(([key, record]) => [key, { ...record, accepted: note }]))
    await records.save(locked as LockedItem, { changes, now: now() })
    log.info('finding accepted', { returnId, orderId })
    return made.length > 0
  })
}
