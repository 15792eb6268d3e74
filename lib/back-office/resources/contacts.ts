import type { Client } from '../client.ts'
import type { Constants } from '../constants.ts'
import { parameters } from '../routes.ts'
import type { BackOffice, Listed } from '../types.ts'
import { entriesOf } from './paging.ts'
import { type Contact, contactLookupPage } from './schemas.ts'

export function createContacts(client: Client, { emailOptionTypes }: Constants): BackOffice['contacts'] {
  const { routes } = client

  const emailsOf = ({ email, options = [] }: Contact): string[] => [
    ...(email ? [normal(email)] : []),
    ...options.filter(({ typeId }) => typeId === emailOptionTypes.contact).map(({ value }) => normal(value)),
  ]

  /**
   * The filter also finds addresses that only resemble, and a filter that the server does not know finds everything: contacts that
   * show another address are unrelated. One that shows none (only `id` is specified) counts where it is the only entry.
   */
  async function findByEmail(email: string): Promise<Listed<Contact>> {
    const wanted = normal(email)
    if (wanted === '') return { entries: [], unrelated: 0 }
    const ask = { route: routes.contacts, query: [[parameters.contactEmail, email.trim()]] as const }
    const found = await Array.fromAsync(entriesOf(client, ask, { page: contactLookupPage, lookup: true }))
    const [only] = found
    if (found.length === 1 && only && emailsOf(only).length === 0) return { entries: [only], unrelated: 0 }
    const entries = found.filter((one) => emailsOf(one).includes(wanted))
    return client.listed(routes.contacts, { entries, unrelated: found.length - entries.length })
  }

  return { findByEmail }
}

const normal = (email: string): string => email.trim().toLowerCase()
