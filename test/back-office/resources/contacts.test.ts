import { describe, expect, it } from 'vitest'
import { RetryLater } from '../../../lib/errors.ts'
import { demoSandbox } from '../demo-sandbox.ts'
import { lyingOffice } from '../lying-office.ts'
import { startWorker } from '../one-worker.ts'

const sandbox = demoSandbox()
const office = lyingOffice()
async function found(entries: object[]) {
  const worker = await office.facing(() => ({ body: { entries } }))
  const { entries: contacts, unrelated } = await worker.backOffice.contacts.findByEmail('anna@example.com')
  return { ids: contacts.map(({ id }) => id), unrelated, warned: worker.warned }
}

describe('finding a contact by e-mail address', () => {
  it('asks for the equal address, not for what resembles it', async () => {
    await found([])
    const [asked] = office.received.filter(({ path }) => path === '/rest/accounts/contacts') ?? []
    expect(asked?.query.get('email')).toBe('anna@example.com')
    expect(asked?.query.has('contactEmail')).toBe(false)
  })

  it('drops addresses that only resemble', async () => {
    const { ids, unrelated, warned } = await found([
      { id: 1, email: 'joanna@example.com' },
      { id: 2, email: 'ANNA@example.com' },
      { id: 3, options: [{ typeId: 2, value: 'anna@example.com' }] },
      { id: 4, options: [{ typeId: 4, value: 'anna@example.com' }] },
    ])
    expect(ids).toEqual([2, 3])
    expect(unrelated).toBe(2)
    expect(warned).toEqual([{ route: '/rest/accounts/contacts', unrelated: 2 }])
  })

  it('accepts an entry that shows no address where it is the only one', async () => {
    expect((await found([{ id: 1 }])).ids).toEqual([1])
    expect((await found([{ id: 1 }, { id: 2 }])).ids).toEqual([])
  })

  it('is asked for again only where nobody answered', async () => {
    let asked = 0
    const { backOffice } = await office.facing(() => {
      asked += 1
      return asked === 1 ? { status: 500 } : { body: { entries: [{ id: 2, email: 'anna@example.com' }] } }
    })
    const { contacts } = backOffice
    await expect(contacts.findByEmail('anna@example.com')).rejects.toThrow(RetryLater)
    for (let times = 0; times < 2; times += 1)
      expect(await contacts.findByEmail('anna@example.com')).toMatchObject({ entries: [{ id: 2 }] })
    expect(asked).toBe(2)
  })

  it('sends nothing for an empty address', async () => {
    expect((await startWorker({ baseUrl: sandbox.url }).backOffice.contacts.findByEmail(' ')).entries).toEqual([])
    expect(await sandbox.calls()).toEqual({})
  })
})
