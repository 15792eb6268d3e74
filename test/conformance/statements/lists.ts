import { expect } from 'vitest'
import * as shapes from '../shapes.ts'
import type { Statement } from '../statement.ts'
import type { Target } from '../target.ts'

const page = shapes.pageOf(shapes.order)
/** Of a contact's orders: somebody's server counts every call. */
const mostPages = 5

/** docs/back-office.md 7.1, 7.2, 7.3, 7.4, 8.2, 8.3. Paths and parameter names are the public ones: none are stated. */
export const listStatements = ({ call, known, may }: Target, statement: Statement) => {
  const list = async (query: string, path = '/rest/orders') => {
    const { status, json } = await call('GET', `${path}?${query}`)
    expect(status).toBe(200)
    return page.parse(json)
  }
  const contacts = async (query: string) => {
    const { json } = await call('GET', `/rest/accounts/contacts?${query}`)
    return shapes.pageOf(shapes.contact).parse(json).entries
  }

  statement('come as pages with entries, isLastPage and itemsPerPage', [], async () => {
    const { entries, itemsPerPage } = await list('itemsPerPage=5')
    expect(entries.length).toBeLessThanOrEqual(5)
    expect(itemsPerPage).toBeLessThanOrEqual(5)
  })

  statement('leave null what with[] does not name, as a single order does', [], async () => {
    const { entries } = await list('itemsPerPage=3&with[]=properties')
    for (const { properties, orderItems, addresses } of entries)
      expect([Array.isArray(properties), orderItems === null, addresses === null]).toEqual([true, true, true])
  })

  for (const typeId of [1, 3, 4])
    statement(`hold only orders of type ${typeId} with orderType=${typeId}`, [], async () => {
      const { entries } = await list(`orderType=${typeId}&itemsPerPage=20`)
      expect(entries.filter((order) => order.typeId !== typeId).length).toBe(0)
      // Somebody's server may have none of a kind.
      if (may.sandbox) expect(entries.length).toBeGreaterThan(0)
    })

  statement('hold only returns of the statuses 9.01 to 9.02 when asked for that range', [], async () => {
    const { entries } = await list('orderType=3&statusFrom=9.01&statusTo=9.02&itemsPerPage=50')
    expect(entries.filter(({ statusId }) => statusId < 9.01 || statusId > 9.02).length).toBe(0)
  })

  statement('have both ends of the range in the range', ['sandbox'], async () => {
    const { entries } = await list('orderType=3&parentOrderId=20000&statusFrom=9.01&statusTo=9.02&itemsPerPage=50')
    expect(new Set(entries.map(({ statusId }) => statusId))).toEqual(new Set([9.01, 9.02]))
  })

  statement(
    'hold cancelled returns too, unless a range leaves them out: the client does that',
    ['sandbox'],
    async () => {
      const { entries } = await list('orderType=3&parentOrderId=20000&itemsPerPage=50')
      expect(entries.some(({ statusId }) => statusId === 8)).toBe(true)
    },
  )

  statement('never give more than 250 entries a page', [], async () => {
    const { status, json } = await call('GET', '/rest/orders?itemsPerPage=1000')
    // "maximum 250" may be kept by clamping or by refusing.
    if (status === 200) {
      const { entries, itemsPerPage } = page.parse(json)
      expect([entries.length <= 250, itemsPerPage <= 250]).toEqual([true, true])
    } else expect([status >= 400, status < 500]).toEqual([true, true])
  })

  statement('give every entry once when paged until isLastPage', ['sandbox'], async () => {
    const ids: number[] = []
    for (let number = 1, last = false; !last; number += 1) {
      const answer = await list(`orderType=3&parentOrderId=20000&itemsPerPage=250&page=${number}`)
      ids.push(...answer.entries.map(({ id }) => id))
      last = answer.isLastPage
      expect(number).toBeLessThanOrEqual(3)
    }
    expect([ids.length, new Set(ids).size]).toEqual([600, 600])
  })

  statement('are full and last when the entries fill the last page exactly', ['sandbox'], async () => {
    const { entries, isLastPage } = await list('orderType=3&parentOrderId=20000&itemsPerPage=200&page=3')
    expect([entries.length, isLastPage]).toEqual([200, true])
  })

  statement('find the orders of an external number', ['externalNumber'], async () => {
    const { entries } = await list(
      `externalOrderId=${encodeURIComponent(known.externalNumber ?? '')}&with[]=properties`,
    )
    expect(entries.length).toBeGreaterThan(0)
    const numbers = entries.map(({ properties }) => properties?.find(({ typeId }) => typeId === 7)?.value)
    expect(numbers.filter((number) => number !== known.externalNumber).length).toBe(0)
  })

  statement(
    'find nothing for the label of a hosted shop: the property stores its internal id',
    ['shopLabel'],
    async () => {
      const label = encodeURIComponent(known.shopLabel ?? '')
      for (const query of [label, encodeURIComponent('#') + label])
        expect((await list(`externalOrderId=${query}`)).entries.length).toBe(0)
    },
  )

  statement('find a contact by e-mail and then its orders', ['contactEmail'], async () => {
    const [first] = await contacts(`contactEmail=${encodeURIComponent(known.contactEmail ?? '')}`)
    const { entries, isLastPage } = await list('itemsPerPage=250', `/rest/orders/contacts/${first?.id}`)
    expect(entries.length).toBeGreaterThan(0)
    if (known.orderId !== undefined && isLastPage) expect(entries.map(({ id }) => id)).toContain(known.orderId)
  })

  statement('give the orders of a contact once each, in pages of one until isLastPage', ['contactEmail'], async () => {
    const [first] = await contacts(`contactEmail=${encodeURIComponent(known.contactEmail ?? '')}`)
    const path = `/rest/orders/contacts/${first?.id}`
    const whole = await list('itemsPerPage=250', path)
    const ids: number[] = []
    for (let number = 1, last = false; !last && number <= mostPages; number += 1) {
      const { entries, isLastPage } = await list(`itemsPerPage=1&page=${number}`, path)
      expect(entries.length).toBe(1)
      ids.push(...entries.map(({ id }) => id))
      last = isLastPage
      expect(last).toBe(whole.isLastPage && number === whole.entries.length)
    }
    expect(new Set(ids).size).toBe(ids.length)
    expect(whole.entries.map(({ id }) => id)).toEqual(expect.arrayContaining(ids))
  })

  statement('are empty and last for what nothing matches', [], async () => {
    const { entries, isLastPage } = await list('externalOrderId=no-such-number-anywhere')
    expect([entries.length, isLastPage]).toEqual([0, true])
    expect((await contacts('contactEmail=nobody%40nowhere.invalid')).length).toBe(0)
  })
}
