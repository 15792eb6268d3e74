import * as z from 'zod'
import { settleFindings } from '../../audit/findings.ts'
import { commentPlainText, isAutomaticComment } from '../../back-office/resources/comments.ts'
import { addCommentData, publishImageData } from '../../commands.ts'
import { Rejected } from '../../errors.ts'
import type { Finding } from '../../reasons.ts'
import { withItems } from '../../state/with-items.ts'
import type { LockedItem, WriteRecord } from '../../state/write-record.ts'
import type { Workflow } from '../../workflow/workflow.ts'
import { requestId, submitted } from '../events/submit.ts'
import { defineCommand, email, id, note, orNothing } from '../operator.ts'

/** What is loaded together: a chunk for each command, and for what some of them share, would be larger than all of it. */
export { orderList } from './order-list.ts'
export { orderCreate, orderFind, orderGet } from './orders.ts'
export { recordForget } from './record-forget.ts'
export { returnCreate } from './return-create.ts'
export { returnList } from './return-list.ts'

/** Comments an order through the inbox; internal unless `visibleForContact` says otherwise. */
export const commentAdd = defineCommand({
  name: 'comment.add',
  input: addCommentData.pick({ text: true, visibleForContact: true }).extend({ orderId: id, requestId }).strict(),
  run: async (operator, { orderId, requestId: request, text, visibleForContact }) => {
    // `false` is the default: with and without it, the command is the same.
    const shown = visibleForContact ? { visibleForContact } : {}
    const command = { type: 'add-comment', order: { id: orderId }, text, ...shown } as const
    const answer = await submitted(operator, command, request, ({ commentIds: [commentId] }) => ({ commentId }))
    if (answer.status === 'done')
      await settleFindings(operator, (one) => one.what === 'comment_gone' && one.orderId === orderId)
    return answer
  },
})

/** As plain text: the one answer that holds customers' words. `automatic`: also what the back office wrote by itself. */
export const commentList = defineCommand({
  name: 'comment.list',
  input: z.strictObject({ orderId: id, automatic: z.boolean().default(false) }),
  run: async ({ workflow, deadlineMs }, { orderId, automatic: withAutomatic }) => {
    const { entries } = await workflow.openBackOffice({ deadlineMs }).comments.ofOrder(orderId, { withAutomatic })
    return {
      comments: entries.map((comment) => {
        const { id, createdAt, userId, isVisibleForContact } = comment
        const automatic = isAutomaticComment(comment, workflow.constants.automaticComments)
        return { id, createdAt, userId, isVisibleForContact, automatic, text: commentPlainText(comment.text) }
      }),
    }
  },
})

/** Ids of the contacts with an e-mail address: no name, no address. */
export const contactFind = defineCommand({
  name: 'contact.find',
  input: z.strictObject({ email }),
  run: async ({ workflow, deadlineMs }, { email }) => {
    const { entries } = await workflow.openBackOffice({ deadlineMs }).contacts.findByEmail(email)
    // The look-up drops contacts that show another address; one that shows none counts where it is the only one.
    const shows = (contact: (typeof entries)[number]) =>
      Boolean(contact.email) ||
      contact.options?.some(({ typeId }) => typeId === workflow.constants.emailOptionTypes.contact)
    return {
      contacts: entries.map((contact) => ({ id: contact.id, emailMatches: shows(contact) ? 'yes' : 'not shown' })),
    }
  },
})

/** The images of an item, or of one of its variations, as the back office has them. */
export const imageList = defineCommand({
  name: 'image.list',
  input: z.strictObject({ itemId: id, variationId: id.optional() }),
  run: async ({ workflow, deadlineMs }, { itemId, variationId }) => {
    const { images } = workflow.openBackOffice({ deadlineMs })
    const { entries } =
      variationId === undefined ? await images.ofItem(itemId) : await images.ofVariation(itemId, variationId)
    return { images: entries }
  },
})

export const imagePublish = defineCommand({
  name: 'image.publish',
  input: publishImageData.extend({ requestId }).strict(),
  run: async (operator, { requestId: request, ...data }) => {
    const command = { type: 'publish-image', ...data } as const
    return await submitted(operator, command, request, ({ publishedImageIds: [imageId] }) => ({ imageId }))
  },
})

/** A return stays as it is, although the shop has cancelled its parcel or somebody the return: the audit no longer finds it. Throws `Rejected` 404 or 409. */
export const findingAccept = defineCommand({
  name: 'finding.accept',
  input: z.strictObject({ returnId: id, note }),
  run: async ({ workflow, audits, deadlineMs }, { returnId, note }) => {
    const { orders } = workflow.openBackOffice({ deadlineMs })
    const found = await orNothing(orders.read(returnId, { with: ['orderReferences'] }))
    for (const { referenceOrderId: orderId } of found?.orderReferences ?? [])
      if (await accept(workflow, { returnId, orderId, note })) {
        const isIt = ({ what, returnId: one }: Finding) =>
          (what === 'shop_cancelled' || what === 'return_cancelled') && one === returnId
        await settleFindings({ audits, workflow }, isIt)
        return { returnId, orderId }
      }
    throw new Rejected(`The bridge has made no return ${returnId} that is in the back office.`, { status: 404 })
  },
})

type Accepted = { returnId: number; orderId: number; note: string }

/** False: the item of that order has no record of it. */
async function accept(workflow: Workflow, { returnId, orderId, note }: Accepted): Promise<boolean> {
  const { records, newId, now, log } = workflow
  const isMade = (record: WriteRecord) => record.kind === 'return' && record.state === 'done' && record.id === returnId
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
