import { describe, expect, it } from 'vitest'
import type { Json } from './client.ts'
import { useSandbox } from './client.ts'

const sandbox = useSandbox('demo')
const list = async (query: string): Promise<Json> => (await sandbox.rest('GET', `/rest/orders?${query}`)).json
const ids = (page: Json): number[] => page.entries.map((entry: { id: number }) => entry.id)

describe('a page of a list', () => {
  it('holds 50 entries by default, sorted by id ascending, in the public envelope', async () => {
    const page = await list('')
    expect(page).toMatchObject({
      page: 1,
      totalsCount: 617,
      isLastPage: false,
      lastPageNumber: 13,
      firstOnPage: 1,
      lastOnPage: 50,
      itemsPerPage: 50,
    })
    expect(ids(page).slice(0, 2)).toEqual([10001, 10002])
    expect(ids(page)).toEqual([...ids(page)].sort((a, b) => a - b))
  })

  it.each([
    ['251', 250],
    ['7', 7],
    ['-1', 50],
    ['abc', 50],
  ])('asked for %s entries has %i', async (asked, got) => {
    const page = await list(`itemsPerPage=${asked}`)
    expect([page.itemsPerPage, page.entries.length]).toEqual([got, got])
  })

  it('is smaller than asked for, and gives its number as a string, if options say so', async () => {
    await sandbox.send('POST', '/sandbox/options', { itemsPerPageMax: 100, numbersAs: 'string' })
    const { page, itemsPerPage, entries, lastPageNumber } = await list('itemsPerPage=250&orderType=3&page=2')
    expect([page, itemsPerPage, entries.length, lastPageNumber]).toEqual(['2', 100, 100, 6])
  })

  it('is sorted as sortBy and sortOrder say, or by id if the field is unknown', async () => {
    expect(ids(await list('sortOrder=desc&itemsPerPage=2'))).toEqual([610001, 600600])
    expect(ids(await list('contactId=501&sortBy=createdAt&sortOrder=desc'))).toEqual([10013, 10001, 10012])
    expect(ids(await list('contactId=501&sortBy=createdAt'))).toEqual([10012, 10001, 10013])
    expect(ids(await list('contactId=501&sortBy=toString'))).toEqual([10001, 10012, 10013])
  })
})

describe('a filter', () => {
  it.each([
    ['orderType=3', 600],
    ['externalOrderId=B-143-0014&orderType=1', 2],
    ['orderType=3&statusFrom=9.01&statusTo=9.02', 400],
    ['statusTo=8&orderType=3', 200],
    ['referrerId=143.2', 1],
    ['referrerId=14.00', 1],
    ['contactId=501', 3],
    ['parentOrderId=20000', 600],
    ['parentOrderId=10001', 0],
    ['externalOrderId=TWIN-77', 2],
    ['externalOrderId=TWIN', 0],
    ['externalOrderId=%231001', 0],
    ['createdAtFrom=2026-09-08T10:00:00%2B02:00', 4],
    ['createdAtFrom=2026-09-08T08:00:01Z', 3],
    ['createdAtFrom=2026-09-08T08:00:00Z&createdAtTo=2026-09-08T08:00:00Z', 1],
    ['createdAtTo=2026-09-08T09:59:59%2B02:00', 613],
    ['updatedAtFrom=2026-09-08T15:00:00%2B02:00', 3],
    ['updatedAtTo=2026-09-08T14:59:59%2B02:00', 614],
    ['orderType=1&referrerId=143', 2],
    // A filter that the service does not know is ignored.
    ['externalOrderNumber=6203001001&toString=1', 617],
  ])('%s leaves %i orders', async (query, count) => {
    expect((await list(query)).totalsCount).toBe(count)
  })

  it('by external number also finds returns, which carry a copy of it', async () => {
    const types = (await list('externalOrderId=6203020000')).entries.map((entry: { typeId: number }) => entry.typeId)
    expect(types.slice(0, 2)).toEqual([1, 3])
  })

  it.each([
    ['orderType', 'abc'],
    ['statusFrom', ''],
    ['createdAtFrom', '2026-09-08T10:00:00+02:00'],
    ['updatedAtTo', 'yesterday'],
  ])('%s with the value "%s" that cannot be read answers 422', async (name, value) => {
    const { status, json } = await sandbox.rest('GET', `/rest/orders?${name}=${value}`)
    expect(status).toBe(422)
    expect(json.validation_errors).toEqual({ [name]: [`The ${name} format is invalid.`] })
  })
})

describe('GET /rest/orders/contacts/{contactId}', () => {
  it('answers a page of the orders of that contact, of every type', async () => {
    const page = (await sandbox.rest('GET', '/rest/orders/contacts/501')).json
    expect(page).toMatchObject({ itemsPerPage: 50, isLastPage: true, totalsCount: 3 })
    const mixed = (await sandbox.rest('GET', '/rest/orders/contacts/506?itemsPerPage=5&with[]=properties')).json
    expect(ids(mixed)).toEqual([10006, 10007, 20000, 600001, 600002])
    expect(mixed.entries[0].properties).toContainEqual({ typeId: 7, value: '6203001006' })
    const none = (await sandbox.rest('GET', '/rest/orders/contacts/507')).json
    expect(none).toMatchObject({ entries: [], isLastPage: true })
  })
})
