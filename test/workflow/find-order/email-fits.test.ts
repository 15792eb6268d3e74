import { expect, it } from 'vitest'
import { constantsWith } from '../../../lib/back-office/constants.ts'
import { emailFits } from '../../../lib/workflow/find-order/orders-of-email.ts'
import type { Work } from '../../../lib/workflow/workflow.ts'
import { anOrder } from '../an-order.ts'

/** A back office that answers this contact for every address. */
const workWith = (contact: object) =>
  ({
    backOffice: { contacts: { findByEmail: async () => ({ entries: [contact], unrelated: 0 }) } },
    workflow: { constants: constantsWith() },
  }) as unknown as Work
const work = workWith({ id: 501, email: 'Anna@example.com' })
const relation = (name: string, referenceId: number, referenceType = 'contact') => ({
  ...{ referenceType, referenceId, relation: name },
})
const fits = (relations: ReturnType<typeof relation>[] | null) =>
  emailFits(work, anOrder({ relations, addresses: null }), 'anna@example.com')

it.each([
  ['the receiver of the order fits', [relation('receiver', 501)], true],
  ['a contact in another relation to the order does not fit', [relation('sender', 501)], false],
  ['of several contacts the receiver alone counts', [relation('sender', 502), relation('receiver', 501)], true],
  ['the receiver alone counts, whoever stands before', [relation('sender', 501), relation('receiver', 502)], false],
  ['a receiver that is no contact does not fit', [relation('receiver', 501, 'account')], false],
  ['an order of nobody does not fit', [], false],
  ['an order that shows nobody does not fit', null, false],
])('an e-mail: %s', async (_title, relations, expected) => {
  expect(await fits(relations)).toBe(expected)
})

it.each([
  ['blanks around it aside', ' Anna@example.com ', true],
  ['as a whole', 'na@example.com', false],
])('an e-mail: it fits an address of the order %s', async (_title, email, expected) => {
  const addresses = [{ id: 41 }, { id: 42, options: [{ typeId: 5, value: 'anna@example.com' }] }]
  expect(await emailFits(work, anOrder({ relations: null, addresses }), email)).toBe(expected)
})

it.each([
  ['its contact has in an option', { id: 501, options: [{ typeId: 2, value: ' ANNA@example.com' }] }, true],
  ['its contact does not show, although the list answered it', { id: 501 }, false],
  ['its contact has in no e-mail option', { id: 501, options: [{ typeId: 4, value: 'anna@example.com' }] }, false],
  ['another contact has than the one that was answered', { id: 501, email: 'joanna@example.com' }, false],
])('an e-mail fits by what the record shows, not by the answer: one that %s', async (_title, contact, expected) => {
  const order = anOrder({ relations: [relation('receiver', 501)], addresses: null })
  expect(await emailFits(workWith(contact), order, 'anna@example.com')).toBe(expected)
})
