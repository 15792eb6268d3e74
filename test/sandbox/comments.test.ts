import { describe, expect, it } from 'vitest'
import { useSandbox } from './client.ts'

const sandbox = useSandbox('demo')
const internal = {
  referenceType: 'order',
  referenceValue: 10001,
  text: 'Called the customer',
  isVisibleForContact: false,
  userId: 77,
}
const write = async (body: unknown) => sandbox.rest('POST', '/rest/comments', body)
const read = async (id = 10001) => sandbox.rest('GET', `/rest/comments/order/${id}`)

describe('POST /rest/comments', () => {
  it('answers 200 with the stored record', async () => {
    const { status, json } = await write(internal)
    expect(status).toBe(200)
    expect(json).toEqual({
      id: 1,
      ...internal,
      createdAt: expect.stringMatching(/^\d{4}-\d\d-\d\dT[\d:]{8}[+-]\d\d:\d\d$/),
    })
  })

  it.each<[string, object, string]>([
    ['an unknown order', { referenceValue: 4 }, 'referenceValue'],
    ['an empty text', { text: '' }, 'text'],
    ['a visibility as number', { isVisibleForContact: 0 }, 'isVisibleForContact'],
    ['a userId as text', { userId: '77' }, 'userId'],
  ])('answers 422 for %s', async (_title, change, field) => {
    const { status, json } = await write({ ...internal, ...change })
    expect(status).toBe(422)
    expect(Object.keys(json.validation_errors)).toContain(field)
    expect((await read()).json).toEqual([])
  })

  it('keeps text exactly as it was sent, entities and tags included', async () => {
    const text = '<b>5 &lt; 6</b> &amp; "quotes" \n\u00e4'
    await write({ ...internal, text })
    expect((await read()).json[0].text).toBe(text)
  })

  it('stores a repeated comment twice', async () => {
    await write(internal)
    await write(internal)
    expect((await read()).json).toHaveLength(2)
  })
})

describe('GET /rest/comments/order/{orderId}', () => {
  it('answers a bare array with the comments of that order only', async () => {
    await write(internal)
    await write({ ...internal, referenceValue: 10002 })
    await write({ ...internal, referenceType: 'contact', referenceValue: 10001 })
    const { json } = await read()
    expect(json).toMatchObject([{ id: 1, ...internal }])
  })

  it('answers an empty array for an order without comments or one that does not exist', async () => {
    expect([(await read(10003)).json, (await read(4)).json]).toEqual([[], []])
  })

  it('shows a comment at once, while the user interface still lags behind by a minute', async () => {
    await write(internal)
    const stale = async () => (await sandbox.send('GET', '/sandbox/state')).json.staleUi
    expect((await read()).json).toHaveLength(1)
    expect(await stale()).toEqual({ commentIdsNotShownYet: [1] })
    await sandbox.send('POST', '/sandbox/clock', { advanceMs: 60_000 })
    expect(await stale()).toEqual({ commentIdsNotShownYet: [] })
  })
})
