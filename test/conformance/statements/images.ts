import { expect } from 'vitest'
import * as z from 'zod'
import type { Statement } from '../statement.ts'
import type { Target } from '../target.ts'

const image = z.looseObject({ id: z.int(), availabilities: z.array(z.looseObject({})).nullish() })
// Neither the record nor the shape of the list is stated.
const images = z.union([z.array(image), z.looseObject({ entries: z.array(image) }).transform(({ entries }) => entries)])

/** Of the demo seed: visible nowhere. */
const uploaded = 7002

/** docs/back-office.md 9.1, 9.2 */
export const imageStatements = ({ call, known }: Target, statement: Statement) => {
  const list = async (path: string) => {
    const { status, json } = await call('GET', `/rest/items/${known.itemId}${path}`)
    expect(status).toBe(200)
    return images.parse(json)
  }

  statement('of an article are read by its id', ['itemId'], async () => {
    expect((await list('/images')).length).toBeGreaterThan(0)
  })

  statement('of a variation are read by article and variation', ['itemId', 'variationId'], async () => {
    await list(`/variations/${known.variationId}/images`)
  })

  statement('of an article are those that all variations share', ['sandbox'], async () => {
    expect((await list('/images')).map(({ id }) => id)).toEqual([7001, 7002])
    expect((await list(`/variations/${known.variationId}/images`)).map(({ id }) => id)).toEqual([7003])
  })

  // Last: an availability cannot be taken back through the interface.
  statement('are visible nowhere until an availability is given to them', ['sandbox', 'fields'], async () => {
    const shown = async () => (await list('/images')).find(({ id }) => id === uploaded)?.availabilities
    expect(await shown()).toEqual([])
    const path = `/rest/items/${known.itemId}/images/${uploaded}/availabilities`
    for (const [type, value] of [
      ['mandant', 1],
      ['marketplace', 177.01],
    ] as const)
      expect([200, 201]).toContain((await call('POST', path, { body: { imageId: uploaded, type, value } })).status)
    expect(await shown()).toHaveLength(2)
  })
}
