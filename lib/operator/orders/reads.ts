import * as z from 'zod'
import { commentPlainText, isAutomaticComment } from '../../back-office/resources/comments.ts'
import { orderWith } from '../../back-office/routes.ts'
import { defineCommand, id } from '../operator.ts'
import { orderLinks, orderView } from '../views/order-view.ts'

/** One order of the back office with everything nested in it, without purchase prices; of its addresses only ids and countries. */
export const orderGet = defineCommand({
  name: 'order.get',
  input: z.strictObject({ orderId: id }),
  run: async ({ workflow, deadlineMs }, input) => {
    const backOffice = workflow.openBackOffice({ deadlineMs })
    const order = await backOffice.orders.read(input.orderId, { with: orderWith })
    return { ...orderView(order, workflow.constants), ...orderLinks([order.id], workflow.config) }
  },
})

/** As plain text: the one answer that holds customers' words. `automatic`: also what the back office wrote by itself. */
export const commentList = defineCommand({
  name: 'comment.list',
  input: z.strictObject({ orderId: id, automatic: z.boolean().default(false) }),
  run: async ({ workflow, deadlineMs }, input) => {
    const { comments: ofAll } = workflow.openBackOffice({ deadlineMs })
    const { entries } = await ofAll.ofOrder(input.orderId, { withAutomatic: input.automatic })
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
  input: z.strictObject({ email: z.string().trim().min(1).max(320) }),
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
