import { expect, it } from 'vitest'
import { useSandbox } from './client.ts'

// The statements of conformance/comments hold what comments need and where they are written.
const sandbox = useSandbox('demo')
const internal = { referenceType: 'order', referenceValue: 10001, text: 'Hi', isVisibleForContact: false, userId: 77 }
const write = async (body: unknown) => sandbox.rest('POST', '/rest/comments', body)
const read = async (id = 10001) => sandbox.rest('GET', `/rest/comments/order/${id}`)

it('a comment is answered with 200 and the record that is stored, which only its own order shows', async () => {
  const { status, json } = await write(internal)
  const createdAt = expect.stringMatching(/^\d{4}-\d\d-\d\dT[\d:]{8}[+-]\d\d:\d\d$/)
  expect([status, json]).toEqual([200, { id: 1, ...internal, createdAt }])
  await write({ ...internal, referenceValue: 10002 })
  await write({ ...internal, referenceType: 'contact', referenceValue: 10001 })
  expect((await read()).json).toEqual([json])
  expect([(await read(10003)).json, (await read(4)).json]).toEqual([[], []])
})

it.each<[string, object, string]>([
  ['an unknown order', { referenceValue: 4 }, 'referenceValue'],
  ['an empty text', { text: '' }, 'text'],
  ['a visibility as number', { isVisibleForContact: 0 }, 'isVisibleForContact'],
  ['a userId as text', { userId: '77' }, 'userId'],
])('a comment is answered with 422 for %s', async (_title, change, field) => {
  const { status, json } = await write({ ...internal, ...change })
  expect(status).toBe(422)
  expect(Object.keys(json.validation_errors)).toContain(field)
  expect((await read()).json).toEqual([])
})

it('a comment keeps its text exactly as it was sent, and is stored twice if it is sent twice', async () => {
  const text = '<b>5 &lt; 6</b> &amp; "quotes" \n\u00e4'
  for (let times = 0; times < 2; times += 1) await write({ ...internal, text })
  expect((await read()).json).toMatchObject([{ text }, { text }])
})

it('a comment is shown at once, while the user interface still lags behind by a minute', async () => {
  await write(internal)
  const stale = async () => (await sandbox.send('GET', '/sandbox/state')).json.staleUi
  expect((await read()).json).toHaveLength(1)
  expect(await stale()).toEqual({ commentIdsNotShownYet: [1] })
  await sandbox.send('POST', '/sandbox/clock', { advanceMs: 60_000 })
  expect(await stale()).toEqual({ commentIdsNotShownYet: [] })
})
