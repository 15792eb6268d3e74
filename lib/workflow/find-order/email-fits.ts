import type { Order } from '../../back-office/resources/schemas.ts'
import type { Work } from '../workflow.ts'

/**
 * Whether an address of a sender belongs to the order: that of the order's contact, or the e-mail option of one of its addresses
 * (docs/back-office.md 4.6, 4.8).
 */
export async function emailFits(
  { backOffice, workflow }: Pick<Work, 'backOffice' | 'workflow'>,
  order: Order,
  email: string | undefined,
): Promise<boolean> {
  if (email === undefined) return false
  const wanted = email.trim().toLowerCase()
  const options = order.addresses?.flatMap((address) => address.options ?? []) ?? []
  const known = options.filter((option) => option.typeId === workflow.constants.emailOptionTypes.address)
  if (known.some((option) => option.value.trim().toLowerCase() === wanted)) return true
  const receiver = order.relations?.find(
    (relation) => relation.referenceType === 'contact' && relation.relation === 'receiver',
  )
  if (!receiver) return false
  const { entries: contacts } = await backOffice.contacts.findByEmail(email)
  return contacts.some((contact) => contact.id === receiver.referenceId)
}
