import * as z from 'zod'
import { defineCommand } from './operator.ts'

/** Ids of the contacts with an e-mail address: no name, no address. */
export const contactFind = defineCommand({
  name: 'contact.find',
  input: z.strictObject({ email: z.string().trim().min(1).max(320) }),
  run: async ({ workflow, deadlineMs }, { email }) => {
    const contacts = await workflow.openBackOffice({ deadlineMs }).contacts.findByEmail(email)
    // The look-up drops contacts that show another address. A contact that shows no address counts if it is the only one.
    const shows = (contact: (typeof contacts)[number]) =>
      Boolean(contact.email) ||
      contact.options?.some(({ typeId }) => typeId === workflow.constants.emailOptionTypes.contact)
    return {
      contacts: contacts.map((contact) => ({ id: contact.id, emailMatches: shows(contact) ? 'yes' : 'not shown' })),
    }
  },
})
