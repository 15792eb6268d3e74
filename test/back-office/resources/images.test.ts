import { describe, expect, it } from 'vitest'
import { OutcomeUnknown, Rejected } from '../../../lib/errors.ts'
import { demoSandbox } from '../demo-sandbox.ts'
import { lyingOffice } from '../lying-office.ts'
import { errorOf, soon, startWorker } from '../one-worker.ts'

const sandbox = demoSandbox()
const office = lyingOffice()
const images = () => startWorker({ baseUrl: sandbox.url }).backOffice.images
const forShop = { imageId: 7002, type: 'mandant', value: 1 } as const

describe('item images', () => {
  it.each(['envelope', 'array'])('are read as %s', async (imagesAs) => {
    await sandbox.control('POST', '/options', { imagesAs })
    expect((await images().ofItem(901)).entries.map(({ id }) => id)).toContain(7001)
    expect((await images().ofVariation(901, 1101)).entries.map(({ id }) => id)).toEqual([7003])
  })

  it('of another article are unrelated, which is logged', async () => {
    const entries = [{ id: 1, itemId: 901 }, { id: 2, itemId: 902 }, { id: 3 }]
    const { backOffice, warned } = await office.facing(() => ({ body: entries }))
    const { entries: found, unrelated } = await backOffice.images.ofItem(901)
    expect(found.map(({ id }) => id)).toEqual([1, 3])
    expect(unrelated).toBe(1)
    expect(warned).toEqual([{ route: '/rest/items/{itemId}/images', unrelated: 1 }])
  })

  it('are read to the last page', async () => {
    await sandbox.control('POST', '/options', { itemsPerPageMax: 1 })
    expect((await images().ofItem(901)).entries.length).toBeGreaterThan(1)
  })

  it('are read and made available, and not uploaded: no mode of it is verified', () => {
    expect(Object.keys(images()).toSorted()).toEqual(['makeAvailable', 'ofItem', 'ofVariation'])
  })

  it('are rejected if the image does not exist, and not sent if the body is invalid', async () => {
    const missing = images().makeAvailable(901, 9999, { type: 'mandant', value: 1 }, soon())
    expect(await errorOf(missing)).toMatchObject({ status: 404 })
    const error = await errorOf(images().makeAvailable(901, 7002, { type: 'all' } as never, soon()))
    expect(error).toBeInstanceOf(Rejected)
    expect(error).toMatchObject({ status: 0 })
  })

  it.each([
    ['an error', { error: 'Image is locked' }, OutcomeUnknown],
    ['validation errors', { id: 7002, validation_errors: { value: ['odd'] } }, OutcomeUnknown],
    ['no success', { success: false }, OutcomeUnknown],
    ['a text', '"done"', OutcomeUnknown],
    ['a record', { imageId: 7002, error: null }, undefined],
    ['a list', [{ imageId: 7002 }], undefined],
  ])('are unknown or available after %s with 200, as far as it says so', async (_, body, expected) => {
    const { backOffice } = await office.facing(() => ({ body }))
    const error = await backOffice.images.makeAvailable(901, 7002, forShop, soon()).catch((failure: unknown) => failure)
    expect(error?.constructor).toBe(expected)
  })
})
