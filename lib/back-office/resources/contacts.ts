import { TooManyFound } from '../../errors.ts'
import type { Client } from '../client.ts'
import type { Constants } from '../constants.ts'
import { parameters } from '../routes.ts'
import type { BackOffice, Listed } from '../types.ts'
import { entriesOf, mostPagesOfPerson } from './paging.ts'
import { type Contact, contactLookupPage } from './schemas.ts'

export function createContacts(client: Client, constants: Constants): BackOffice['contacts'] {
  const { routes } = client

  /**
   * A filter that the server does not know finds everything: contacts that show another address are unrelated. One that shows none (only
   * `id` is specified) is answered where it is the only entry. That proves nothing: whoever relies on the address asks `showsEmail`.
   */
  async function lookUp(email: string): Promise<Listed<Contact>> {
    const ask = { route: routes.contacts, query: [[parameters.contactEmail, email.trim()]] as const }
    const found = await Array.fromAsync(entriesOf(client, ask, { page: contactLookupPage, atMost: mostPagesOfPerson }))
    const [only] = found
    if (found.length === 1 && only && emailsOf(only, constants).length === 0) return { entries: [only], unrelated: 0 }
    const entries = found.filter((one) => showsEmail(one, email, constants))
    return client.listed(routes.contacts, { entries, unrelated: found.length - entries.length })
  }

  /** One run asks for an address once, also where the answer was too long: a look-up of an order can come back to it in three ways. */
  const known = new Map<string, Promise<Listed<Contact>>>()
  async function findByEmail(email: string): Promise<Listed<Contact>> {
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
  }

  return { findByEmail }
}

/** Whether the contact's own record shows the address, in any case. */
export const showsEmail = (contact: Contact, email: string, constants: Pick<Constants, 'emailOptionTypes'>): boolean =>
  emailsOf(contact, constants).includes(normal(email))

const emailsOf = (
  { email, options = [] }: Contact,
  { emailOptionTypes }: Pick<Constants, 'emailOptionTypes'>,
): string[] => [
  ...(email ? [normal(email)] : []),
  ...options.filter(({ typeId }) => typeId === emailOptionTypes.contact).map(({ value }) => normal(value)),
]

const normal = (email: string): string => email.trim().toLowerCase()
