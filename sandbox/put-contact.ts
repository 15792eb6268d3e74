import type { Contact } from './records.ts'
import type { Store } from './store.ts'

export type ContactInput = Partial<Contact>

const emailOptionType = 2

const emailOf = (input: ContactInput): string =>
  input.email ?? input.options?.find((option) => option.typeId === emailOptionType)?.value ?? ''

/** Stores a contact. Its e-mail may be given as field or as option, and is kept as both. */
export const putContact = (store: Store, input: ContactInput): Contact => {
  const email = emailOf(input)
  const id = input.id ?? store.contacts.nextId()
  return store.contacts.put({
    firstName: '',
    lastName: '',
    singleAccess: '0',
    ...input,
    id,
    email,
    options: input.options ?? (email === '' ? [] : [{ typeId: emailOptionType, value: email }]),
  })
}
