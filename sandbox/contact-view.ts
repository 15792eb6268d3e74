import type { Contact } from './records.ts'

/** A contact as reads show it (docs/back-office.md 8.1). */
export const contactView = (contact: Contact): Record<string, unknown> => ({
  ...contact,
  number: contact.number ?? String(contact.id),
  fullName: `${contact.firstName} ${contact.lastName}`.trim(),
})
