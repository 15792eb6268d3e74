import { contactView } from '../contact-view.ts'
import type { Call, Operation } from '../operation.ts'
import { listReply } from '../page.ts'
import type { Contact } from '../records.ts'

const emailsOf = (contact: Contact): string[] =>
  [contact.email, ...contact.options.filter((option) => option.typeId === 2).map((option) => option.value)].map((one) =>
    one.toLowerCase(),
  )

const fits = (contact: Contact, { query, world }: Call): boolean => {
  const asked = (name: string) =>
    world.options.ignoredFilters.includes(name) ? undefined : query.get(name)?.toLowerCase()
  const similar = asked('contactEmail')
  const exact = asked('email')
  const emails = emailsOf(contact)
  return (
    (similar === undefined || emails.some((email) => email.includes(similar))) &&
    (exact === undefined || emails.includes(exact))
  )
}

/** `contactEmail` finds similar addresses, `email` only equal ones (docs/back-office.md 8.2). */
export const listContacts: Operation = {
  method: 'GET',
  template: '/rest/accounts/contacts',
  right: 'contacts.read',
  answer: (call) => {
    const contacts = call.world.store.contacts.list().filter((contact) => fits(contact, call))
    return listReply(contacts, call, contactView)
  },
}
