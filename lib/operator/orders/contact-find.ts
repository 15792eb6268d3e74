import * as z from 'zod'
import { defineCommand, email } from '../operator.ts'

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
