import { describe, expect, it } from 'vitest'
import { answering, createWorld } from '../world.ts'

const route = 'POST /rest/items/{itemId}/images/{imageId}/availabilities'
const onImages = { method: 'POST', path: '/rest/items', times: 1 }
const publish = (imageId: number, body: object = { type: 'mandant', value: 1 }, key?: string) => ({
  type: 'publish-image',
  itemId: 901,
  imageId,
  body,
  ...(key && { key }),
})

/** A world whose source says the commands themselves. */
function createImages(options: Parameters<typeof createWorld>[0] = {}) {
  const world = createWorld({
    config: { sources: { commands: { kind: 'standard', translate: ({ payload }) => payload as never } } },
    ...options,
  })
  const accept = (...commands: object[]) => world.accept('commands', commands)
  const availabilities = (imageId: number) => world.sandbox.world.store.images.get(imageId)?.availabilities
  const posts = async () => (await world.calls()).byRoute[route] ?? 0
  return { world, accept, availabilities, posts }
}

describe('an image', () => {
  it('becomes visible as asked for, by one read and one write', async () => {
    const { world, accept, availabilities } = createImages()
    const event = await world.finish(await accept(publish(7002, { type: 'marketplace', value: 177.01 })))
    expect([event.status, Object.values(event.progress)]).toEqual(['done', [{ publishedImageId: 7002, state: 'done' }]])
    expect(availabilities(7002)).toEqual([{ imageId: 7002, type: 'marketplace', value: 177.01 }])
    expect((await world.calls()).byRoute).toEqual({
      'POST /rest/login': 1,
      'GET /rest/items/{itemId}/images': 1,
      [route]: 1,
    })
  })

  it('that is visible so already is done, and nothing is sent', async () => {
    const { world, accept, posts } = createImages()
    const id = await accept(publish(7001))
    const event = await world.finish(id)
    expect([event.status, await posts()]).toEqual(['done', 0])
    expect(event.history).toContainEqual(expect.objectContaining({ code: 'found', kind: 'image' }))
    // Nobody is kept from it.
    const item = 'image#901/7001/mandant/1'
    expect(await world.workflow.records.get(item)).toEqual({ id: item, records: {} })
  })

  it.each(['id', 'createdAt', 'updatedAt'])('that is visible so already is, whatever its %s', async (name) => {
    const { world, accept, posts } = createImages()
    const { images } = world.sandbox.world.store
    const [shown] = images.list().filter(({ id }) => id === 7001)
    if (shown)
      images.put({ ...shown, availabilities: [{ ...publish(7001).body, imageId: 7001, [name]: '5' }] as never })
    expect(await world.finish(await accept(publish(7001)))).toMatchObject({ status: 'done' })
    expect(await posts()).toBe(0)
  })

  it.each([
    ['a second language', { language: 'de' }, { language: 'en' }],
    ['no language', { language: 'de' }, {}],
    ['another of any field', { scope: { ids: [1, 2] } }, { scope: { ids: [2, 1] } }],
  ])('that is visible for one is published for %s as well, as given', async (_title, first, second) => {
    const { world, accept, availabilities, posts } = createImages()
    const forAll = { type: 'mandant', value: 1 }
    for (const more of [first, second])
      expect(await world.finish(await accept(publish(7002, { ...forAll, ...more })))).toMatchObject({ status: 'done' })
    expect(await posts()).toBe(2)
    const shown = [first, second].map((more) => ({ imageId: 7002, ...forAll, ...more }))
    expect(availabilities(7002)).toEqual(shown)
    const again = await world.finish(await accept(publish(7002, { ...second, ...forAll })))
    expect([again.status, await posts()]).toEqual(['done', 2])
  })

  it.each([
    ['7002, which is not visible yet', 7002, 7001],
    ['7001, which is visible already', 7001, 7002],
    ['7001, by an id that is no number', 7001, '7001'],
  ])('of another id in the body is a mistake, and nothing is sent: %s', async (_title, imageId, other) => {
    const { world, accept, posts } = createImages()
    const event = await world.finish(await accept(publish(imageId, { imageId: other, type: 'mandant', value: 1 })))
    expect([event.status, event.reason?.code, await posts()]).toEqual(['failed', 'mapping', 0])
  })

  it('asked for twice under one key is sent once', async () => {
    const { world, accept, posts } = createImages()
    await world.finish(await accept(publish(7002, undefined, 'k-1')))
    const { status, reason } = await world.finish(await accept(publish(7002, undefined, 'k-1')))
    expect([status, reason?.code, await posts()]).toEqual(['ignored', 'already_done', 1])
  })

  it('of a variation, which no list of its item shows, is published all the same', async () => {
    const { world, accept, availabilities } = createImages()
    expect((await world.finish(await accept(publish(7003)))).status).toBe('done')
    expect(availabilities(7003)).toHaveLength(1)
  })

  it.each([
    ['another kind', { type: 'shop', value: 1 }, '0.body.type'],
    ['no value', { type: 'mandant' }, '0.body.value'],
  ])('cannot be published for %s', async (_title, body, field) => {
    const { world, accept } = createImages()
    const { status, reason } = await world.finish(await accept(publish(7002, body)))
    const problem = { problem: 'invalid_fields', of: 'translate', fields: [field] }
    expect([status, reason]).toEqual(['failed', { code: 'mapping', ...problem }])
  })
})

describe('a publication whose answer is lost', () => {
  it('is not proven by another language', async () => {
    const { world, accept, posts } = createImages()
    await world.finish(await accept(publish(7002, { type: 'mandant', value: 1, language: 'en' })))
    await world.fault({ ...onImages, kind: 'drop-before' })
    const lost = await world.finish(await accept(publish(7002, { type: 'mandant', value: 1, language: 'de' })))
    expect([lost.status, lost.reason]).toMatchObject(['held', { what: 'missing', tries: 1 }])
    await world.fault({ ...onImages, kind: 'drop-after' })
    const found = await world.finish(await accept(publish(7002, { type: 'mandant', value: 1, language: 'fr' })))
    expect([found.status, await posts()]).toEqual(['done', 3])
  })

  it('is read back from the image and not sent again', async () => {
    const { world, accept, availabilities, posts } = createImages()
    await world.fault({ ...onImages, kind: 'drop-after' })
    const id = await accept(publish(7002))
    const { event } = await world.run(id)
    expect(event.wakeAt).toBeGreaterThanOrEqual(world.now() + 74_000)
    expect((await world.finish(id)).status).toBe('done')
    expect([availabilities(7002)?.length, await posts()]).toEqual([1, 1])
  })

  it.each([
    ['that names no availabilities', (images: object[]) => images.map((image) => ({ ...image, availabilities: null }))],
    ['without the image', () => []],
  ])('is not proven by a list %s', async (_title, change) => {
    const { world, accept } = createImages({
      config: { sources: { commands: { kind: 'standard', translate: ({ payload }) => payload as never } } },
      fetch: answering<{ entries: object[] }>(/\/images/, ({ entries, ...page }) => ({
        ...page,
        entries: change(entries),
      })),
    })
    await world.fault({ ...onImages, kind: 'drop-after' })
    const { status, reason } = await world.finish(await accept(publish(7002)))
    expect([status, reason?.code]).toEqual(['held', 'outcome_unclear'])
  })
})
