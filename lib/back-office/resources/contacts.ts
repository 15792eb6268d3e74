import { TooManyFound } from '../../errors.ts'
import type { Client } from '../client.ts'
import type { Constants } from '../constants.ts'
import { parameters } from '../routes.ts'
import type { BackOffice, Listed } from '../types.ts'
import { entriesOf, mostPagesOfPerson, split } from './paging.ts'
import { type Contact, contactLookupPage } from './schemas.ts'

export function createContacts(client: Client, constants: Constants): BackOffice['contacts'] {
  const { routes } = client

  /** An unknown filter finds everything: contacts of another address are unrelated; one without any proves nothing. */
  async function lookUp(email: string): Promise<Listed<Contact>> {
    const ask = { route: routes.contacts, query: [[parameters.contactEmail, email.trim()]] as const }
    const found = await Array.fromAsync(entriesOf(client, ask, { page: contactLookupPage, atMost: mostPagesOfPerson }))
    const [only] = found
    if (found.length === 1 && only && emailsOf(only, constants).length === 0) return { entries: [only], unrelated: 0 }
    const shown = split(found, (one) => showsEmail(one, email, constants))
    return client.listed(routes.contacts, shown)
  }

  /** A run asks for an address once, also where too many were found: the look-up of an order can ask in three ways. */
  const known = new Map<string, Promise<Listed<Contact>>>()
  return {
    async findByEmail(email) {
      const key = normal(email)
      if (key === '') return { entries: [], unrelated: 0 }
      const asked = known.get(key) ?? lookUp(email)
      known.set(key, asked)
      try {
        return await asked
      } catch (error) {
        if (!(error instanceof TooManyFound)) known.delete(key)
        throw error
      }
    },
  }
}

/** Whether the contact's own record shows the address, in any case. */
export const showsEmail = (contact: Contact, email: string, constants: Pick<Constants, 'emailOptionTypes'>): boolean =>
  emailsOf(contact, constants).includes(normal(email))

function emailsOf({ email, options = [] }: Contact, constants: Pick<Constants, 'emailOptionTypes'>): string[] {
  const given = options.filter(({ typeId }) => typeId === constants.emailOptionTypes.contact).map(({ value }) => value)
  return [...(email ? [email] : []), ...given].map(normal)
}

const normal = (email: string): string => email.trim().toLowerCase()
