import { describe, expect, it } from 'vitest'
import type { Json } from './client.ts'
import { useSandbox } from './client.ts'

const sandbox = useSandbox('demo')
const ids = (page: Json): number[] => page.entries.map((entry: { id: number }) => entry.id)
const makeAvailable = async (path: string, body: unknown) =>
  sandbox.rest('POST', `/rest/items/${path}/availabilities`, body)

describe('item images', () => {
  it('come in the list envelope, or as a bare array if that option is set', async () => {
    expect((await sandbox.rest('GET', '/rest/items/901/images')).json).toMatchObject({
      isLastPage: true,
      totalsCount: 2,
    })
    await sandbox.send('POST', '/sandbox/options', { imagesAs: 'array' })
    expect((await sandbox.rest('GET', '/rest/items/901/images')).json).toMatchObject([{ id: 7001 }, { id: 7002 }])
  })

  it.each([
    ['mandant', 1],
    ['marketplace', 177.01],
    ['listing', -1],
  ])('become visible by an availability of type %s', async (type, value) => {
    const { status, json } = await makeAvailable('901/images/7002', { imageId: 7002, type, value })
    expect([status, json]).toEqual([200, { imageId: 7002, type, value }])
    const read = (await sandbox.rest('GET', '/rest/items/901/images')).json.entries[1]
    expect(read.availabilities).toEqual([{ imageId: 7002, type, value }])
  })

  it('keep whatever else an availability has: another language is another one', async () => {
    for (const language of ['de', 'en', 'de'])
      await makeAvailable('901/images/7002', { type: 'mandant', value: 1, language })
    const read = (await sandbox.rest('GET', '/rest/items/901/images')).json.entries[1]
    const both = ['de', 'en'].map((language) => ({ imageId: 7002, type: 'mandant', value: 1, language }))
    expect(read.availabilities).toEqual(both)
  })

  it('have each availability once, even if it is sent again', async () => {
    await makeAvailable('901/images/7001', { type: 'mandant', value: 1 })
    const read = (await sandbox.rest('GET', '/rest/items/901/images')).json.entries[0]
    expect(read.availabilities).toEqual([{ imageId: 7001, type: 'mandant', value: 1 }])
  })

  it.each<[string, string, unknown, number]>([
    ['an unknown image', '901/images/1', { type: 'mandant', value: 1 }, 404],
    ['an image of another article', '902/images/7001', { type: 'mandant', value: 1 }, 404],
    ['an unknown type', '901/images/7001', { type: 'shop', value: 1 }, 422],
    ['no value', '901/images/7001', { type: 'mandant' }, 422],
    ['another image in the body', '901/images/7001', { imageId: 7002, type: 'mandant', value: 1 }, 422],
  ])('refuse an availability for %s', async (_title, path, body, status) => {
    expect((await makeAvailable(path, body)).status).toBe(status)
  })

  it('are uploaded by address or as base64, visible nowhere at first', async () => {
    const byUrl = await sandbox.rest('POST', '/rest/items/902/images/upload', {
      uploadUrl: 'https://example.com/a/pot.png',
      fileType: 'png',
    })
    expect(byUrl.json).toMatchObject({
      id: 8001,
      itemId: 902,
      fileType: 'png',
      path: 'item/images/902/pot.png',
      availabilities: [],
    })
    const byData = await sandbox.rest('POST', '/rest/items/902/images/upload', {
      uploadImageData: 'aGVsbG8=',
      uploadFileName: 'cup.jpg',
    })
    expect(byData.json).toMatchObject({ id: 8002, path: 'item/images/902/cup.jpg' })
    expect(ids((await sandbox.rest('GET', '/rest/items/902/images')).json)).toEqual([8001, 8002])
  })

  it('are not uploaded without an address, nor as base64 without a file name', async () => {
    for (const body of [undefined, {}, { uploadImageData: 'aGVsbG8=' }, { uploadUrl: 'no address' }])
      expect((await sandbox.rest('POST', '/rest/items/902/images/upload', body)).status).toBe(422)
  })
})

describe('the lists that each deployment defines', () => {
  it('name return reasons as a bare array; 1 means that no reason is known', async () => {
    const { json } = await sandbox.rest('GET', '/rest/returns/reasons')
    expect(json[0]).toEqual({ id: 1, reason: 'No reason known', names: [{ lang: 'en', name: 'No reason known' }] })
    expect(new Set(json.map(({ id }: Json) => id)).size).toBe(39)
    expect(new Set(json.map(({ reason }: Json) => reason)).size).toBe(39)
  })

  it('name the countries of the specification', async () => {
    const { json } = await sandbox.rest('GET', '/rest/orders/shipping/countries')
    const table = '1=DE 2=AT 3=BE 4=CH 8=DK 9=ES 12=FR 14=GB 19=IE 20=IT 25=NL 27=PL 28=PT 33=SE 51=HR 165=US'
    expect(json.map(({ id, isoCode2 }: Json) => `${id}=${isoCode2}`).join(' ')).toBe(table)
  })
})
