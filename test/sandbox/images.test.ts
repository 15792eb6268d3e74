import { expect, it } from 'vitest'
import type { Json } from './client.ts'
import { useSandbox } from './client.ts'

const sandbox = useSandbox('demo')
const makeAvailable = async (path: string, body: unknown) =>
  sandbox.rest('POST', `/rest/items/${path}/availabilities`, body)
const upload = async (body?: unknown) => sandbox.rest('POST', '/rest/items/902/images/upload', body)
const imagesOf = async (item: number) => (await sandbox.rest('GET', `/rest/items/${item}/images`)).json

it('images come in the list envelope, or as a bare array if that option is set', async () => {
  expect(await imagesOf(901)).toMatchObject({ isLastPage: true, totalsCount: 2 })
  await sandbox.send('POST', '/sandbox/options', { imagesAs: 'array' })
  expect(await imagesOf(901)).toMatchObject([{ id: 7001 }, { id: 7002 }])
})

it('images become visible by availabilities, each of them once, with whatever else it has', async () => {
  const given = [
    ...[
      { type: 'mandant', value: 1 },
      { type: 'marketplace', value: 177.01 },
      { type: 'listing', value: -1 },
    ],
    ...['de', 'en'].map((language) => ({ type: 'mandant', value: 1, language })),
  ].map((one) => ({ imageId: 7002, ...one }))
  // Without its id in the body the image is that of the path.
  for (const one of given) {
    expect((await makeAvailable('901/images/7002', { ...one, imageId: undefined })).status).toBe(200)
    const { status, json } = await makeAvailable('901/images/7002', one)
    expect([status, json]).toEqual([200, one])
  }
  expect((await imagesOf(901)).entries[1].availabilities).toEqual(given)
})

it.each<[string, string, unknown, number]>([
  ['an unknown image', '901/images/1', { type: 'mandant', value: 1 }, 404],
  ['an image of another article', '902/images/7001', { type: 'mandant', value: 1 }, 404],
  ['an unknown type', '901/images/7001', { type: 'shop', value: 1 }, 422],
  ['no value', '901/images/7001', { type: 'mandant' }, 422],
  ['another image in the body', '901/images/7001', { imageId: 7002, type: 'mandant', value: 1 }, 422],
])('images refuse an availability for %s', async (_title, path, body, status) => {
  expect((await makeAvailable(path, body)).status).toBe(status)
})

it('images are uploaded by address or as base64 with a file name, visible nowhere at first', async () => {
  const byUrl = await upload({ uploadUrl: 'https://example.com/a/pot.png', fileType: 'png' })
  const path = 'item/images/902/pot.png'
  expect(byUrl.json).toMatchObject({ id: 8001, itemId: 902, fileType: 'png', path, availabilities: [] })
  const byData = await upload({ uploadImageData: 'aGVsbG8=', uploadFileName: 'cup.jpg' })
  expect(byData.json).toMatchObject({ id: 8002, path: 'item/images/902/cup.jpg' })
  for (const body of [undefined, {}, { uploadImageData: 'aGVsbG8=' }, { uploadUrl: 'no address' }])
    expect((await upload(body)).status).toBe(422)
  expect((await imagesOf(902)).entries).toMatchObject([{ id: 8001 }, { id: 8002 }])
})

it('return reasons are a bare array; 1 means that no reason is known', async () => {
  const { json } = await sandbox.rest('GET', '/rest/returns/reasons')
  expect(json[0]).toEqual({ id: 1, reason: 'No reason known', names: [{ lang: 'en', name: 'No reason known' }] })
  for (const field of ['id', 'reason']) expect(new Set(json.map((one: Json) => one[field])).size).toBe(39)
})

it('countries are those of the specification', async () => {
  const { json } = await sandbox.rest('GET', '/rest/orders/shipping/countries')
  const table = '1=DE 2=AT 3=BE 4=CH 8=DK 9=ES 12=FR 14=GB 19=IE 20=IT 25=NL 27=PL 28=PT 33=SE 51=HR 165=US'
  expect(json.map(({ id, isoCode2 }: Json) => `${id}=${isoCode2}`).join(' ')).toBe(table)
})
