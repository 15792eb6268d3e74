import { describe, expect, it } from 'vitest'
import type { BackOffice } from '../../../lib/back-office/back-office.ts'
import { constantsWith } from '../../../lib/back-office/constants.ts'
import { carriesLabel, ordersOfEmail } from '../../../lib/workflow/find-order/orders-of-email.ts'
import { anOrder } from '../an-order.ts'

const constants = constantsWith()
const numbered = (value: string) => ({ typeId: 7, value })

describe('a label', () => {
  const warehouse = { typeId: 1, value: '1001' }
  it.each([
    ['that equals the number is carried', '1001', [numbered('1001')], true],
    ['with another case is carried', 'Ab-1', [numbered('aB-1')], true],
    ['with blanks and # is carried, on either side', ' #1001 ', [numbered(' 1001 ')], true],
    ['without the # of the number is carried', '1001', [numbered('#1001')], true],
    ['that equals one of two numbers is carried', '1001', [numbered('1000'), numbered('1001')], true],
    ['that is a part of the number is not', '100', [numbered('1001')], false],
    ['of which # is a part is not the one without', '10#01', [numbered('1001')], false],
    ['that equals another property is not carried', '1001', [warehouse], false],
    ['of nothing but # is not that of an order without number', '#', [], false],
    ['of nothing but # is not that of an order with an empty number', '#', [numbered('')], false],
    ['is not that of an order that shows no properties', '1001', null, false],
  ])('%s', (_title, label, properties, expected) => {
    expect(carriesLabel(anOrder({ properties }), label, constants)).toBe(expected)
  })
})

describe('the orders of an e-mail address', () => {
  /** Contacts of the address with the numbers of their orders; remembers which of them were asked for. */
  async function search(contacts: Record<number, string[]>, label?: string) {
    const asked: number[] = []
    const listed = (entries: object[]) => ({ entries, unrelated: 0 })
    const backOffice = {
      contacts: { findByEmail: async () => listed(Object.keys(contacts).map((id) => ({ id: Number(id) }))) },
      orders: {
        ofContact: async (id: number) => {
          asked.push(id)
          return listed((contacts[id] ?? []).map((value) => anOrder({ id, properties: [numbered(value)] })))
        },
      },
    } as unknown as BackOffice
    const orders = await ordersOfEmail(backOffice, { email: 'anna@example.com', label }, constants)
    return { asked, found: orders.map(({ properties }) => properties?.[0]?.value) }
  }

  it('are those of the first contact, where no label is given', async () => {
    expect(await search({ 1: [], 2: ['B'] })).toEqual({ asked: [1], found: [] })
  })

  it('are all of the first contact that has an order with the label, and nobody is asked after it', async () => {
    expect(await search({ 1: ['A'], 2: ['B', 'C'], 3: ['C'] }, 'C')).toEqual({ asked: [1, 2], found: ['B', 'C'] })
  })

  it('are those of the first contact where no order carries the label, after ten were asked', async () => {
    const ten = Array.from({ length: 10 }, (_, at) => at + 1)
    const others = Object.fromEntries(ten.slice(1).map((id) => [id, ['C']]))
    const contacts = { 1: ['A', 'B'], ...others, 11: ['X'] }
    expect(await search(contacts, 'X')).toEqual({ asked: ten, found: ['A', 'B'] })
  })

  it('are none where nobody has it', async () => {
    expect(await search({}, 'X')).toEqual({ asked: [], found: [] })
  })

  it.each([
    ['one that shows the address', { id: 1, email: 'ANNA@example.com' }, ['A', 'B']],
    ['one that shows none: those orders that show it themselves', { id: 1 }, ['B']],
    ['one that shows another, whatever the answer says', { id: 1, email: 'joanna@example.com' }, ['B']],
  ])('of a contact are those that the address proves: %s', async (_title, contact, expected) => {
    const order = (value: string, shown: string) =>
      anOrder({ properties: [numbered(value)], addresses: [{ id: 42, options: [{ typeId: 5, value: shown }] }] })
    const listed = (entries: object[]) => ({ entries, unrelated: 0 })
    const backOffice = {
      contacts: { findByEmail: async () => listed([contact]) },
      orders: { ofContact: async () => listed([order('A', 'office@example.com'), order('B', 'anna@example.com')]) },
    } as unknown as BackOffice
    const orders = await ordersOfEmail(backOffice, { email: 'anna@example.com' }, constants)
    expect(orders.map(({ properties }) => properties?.[0]?.value)).toEqual(expected)
  })
})
