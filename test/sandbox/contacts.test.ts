import { describe, expect, it } from 'vitest'
import type { Json } from './client.ts'
import { useSandbox } from './client.ts'

const sandbox = useSandbox('demo')
const find = async (query: string): Promise<Json> =>
  (await sandbox.rest('GET', `/rest/accounts/contacts?${query}`)).json
const ids = (page: Json): number[] => page.entries.map((entry: { id: number }) => entry.id)

describe('GET /rest/accounts/contacts', () => {
  it.each([
    ['contactEmail=anna.beispiel@example.com', [501, 507]],
    ['contactEmail=ANNA.BEISPIEL%40example.com', [501, 507]],
    ['email=Anna.Beispiel@Example.com', [501]],
    ['email=beispiel@example.com', []],
  ])('finds by contactEmail whatever resembles it, by email the equal address: %s', async (query, found) => {
    expect(ids(await find(query))).toEqual(found)
  })

  it('finds addresses that only the options contain', async () => {
    const options = [{ typeId: 2, value: 'second@example.com' }]
    const { json } = await sandbox.send('POST', '/sandbox/contacts', { email: 'first@example.com', options })
    expect(ids(await find('email=second@example.com'))).toEqual([json.id])
    expect(ids(await find('email=first@example.com'))).toEqual([json.id])
  })

  it('ignores an unknown filter and answers all contacts in the list envelope', async () => {
    const envelope = { page: 1, totalsCount: 8, isLastPage: true, itemsPerPage: 50 }
    expect(await find('mail=anna.beispiel@example.com')).toMatchObject(envelope)
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
