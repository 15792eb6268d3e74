import { expect, it } from 'vitest'
import { constantsWith } from '../../lib/back-office/constants.ts'
import { emailFits } from '../../lib/workflow/find-order/email-fits.ts'
import type { Work } from '../../lib/workflow/workflow.ts'
import { anOrder } from './an-order.ts'

/** A back office in which every address is that of contact 501. */
const work = {
  backOffice: { contacts: { findByEmail: async () => ({ entries: [{ id: 501 }], unrelated: 0 }) } },
  workflow: { constants: constantsWith() },
} as unknown as Work
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
