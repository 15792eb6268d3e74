import { describe, expect, it } from 'vitest'
import type { Json } from './client.ts'
import { useSandbox } from './client.ts'

const sandbox = useSandbox('demo')
const find = async (query: string): Promise<Json> =>
  (await sandbox.rest('GET', `/rest/accounts/contacts?${query}`)).json
const ids = (page: Json): number[] => page.entries.map((entry: { id: number }) => entry.id)

describe('GET /rest/accounts/contacts', () => {
  it('finds by contactEmail whatever resembles it', async () => {
    expect(ids(await find('contactEmail=anna.beispiel@example.com'))).toEqual([501, 507])
    expect(ids(await find('contactEmail=ANNA.BEISPIEL%40example.com'))).toEqual([501, 507])
  })

  it('finds by email only equal addresses, in upper or lower case', async () => {
    expect(ids(await find('email=anna.beispiel@example.com'))).toEqual([501])
    expect(ids(await find('email=Anna.Beispiel@Example.com'))).toEqual([501])
    expect(ids(await find('email=beispiel@example.com'))).toEqual([])
  })

  it('finds addresses that only the options contain', async () => {
    const options = [{ typeId: 2, value: 'second@example.com' }]
    const { json } = await sandbox.send('POST', '/sandbox/contacts', { email: 'first@example.com', options })
    expect(ids(await find('email=second@example.com'))).toEqual([json.id])
    expect(ids(await find('email=first@example.com'))).toEqual([json.id])
  })

  it('ignores an unknown filter and answers all contacts in the list envelope', async () => {
    expect(await find('mail=anna.beispiel@example.com')).toMatchObject({
      page: 1,
      totalsCount: 8,
      isLastPage: true,
      itemsPerPage: 50,
    })
  })

  it('shows name, e-mail, options and whether the contact is a guest', async () => {
    expect((await find('email=gast.einmal@example.com')).entries).toEqual([
      {
        id: 508,
        number: '508',
        firstName: 'Gast',
        lastName: 'Einmal',
        fullName: 'Gast Einmal',
        email: 'gast.einmal@example.com',
        singleAccess: '1',
        options: [{ typeId: 2, value: 'gast.einmal@example.com' }],
      },
    ])
    expect((await find('email=ben.muster@example.com')).entries[0].singleAccess).toBe('0')
  })
})
