import type { Contact } from './records.ts'

/** A contact as reads show it (public facts, Records: contact). */
export const contactView = (contact: Contact): Record<string, unknown> => ({
  ...contact,
  number: contact.number ?? String(contact.id),
  fullName: `${contact.firstName} ${contact.lastName}`.trim(),
})
