import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { createHooks, toEvent } from './hooks.ts'

/** Whole deliveries that senders publish. The receiver gets them as an HTTP API passes them: as text, and as base64. */
const fixtures = join(import.meta.dirname, '../../../shared/fixtures')
const absent = !existsSync(fixtures)
const read = (file: string): Buffer => (absent ? Buffer.from('{"vectors":[]}') : readFileSync(join(fixtures, file)))

type Vector = {
  id: string
  provider: string
  secret: string
  body: string
  clock?: number
  headers: Record<string, string>
}
const { vectors } = JSON.parse(read('signatures.json').toString()) as { vectors: Vector[] }

/** The source for the vectors of a provider. fixtures.test.ts tests the constructions of the others. */
const sourceOf: Record<string, { family: 'forms' | 'shops'; name: string }> = {
  'standard-webhooks': { family: 'forms', name: 'standard' },
  svix: { family: 'forms', name: 'standard' },
  typeform: { family: 'forms', name: 'typeform' },
  shopify: { family: 'shops', name: 'shopify' },
}
const deliverable = vectors.filter(({ provider }) => sourceOf[provider])
/** Some examples have a secret that no source may have: fixtures.test.ts tests their signatures. */
const isLongEnough = ({ secret }: Vector) => secret.length >= 16
const [usable, short] = [deliverable.filter(isLongEnough), deliverable.filter((vector) => !isLongEnough(vector))]

function requestOf(vector: Vector) {
  const { family, name } = sourceOf[vector.provider] as { family: 'forms' | 'shops'; name: string }
  const now = () => (vector.clock ?? 0) * 1000
  const body = Buffer.from(vector.body)
  const headers = Object.fromEntries(
    Object.entries({ 'content-type': 'application/json', ...vector.headers }).map(([key, value]) => [
      key.toLowerCase(),
      value,
    ]),
  )
  const event = toEvent(family, { method: 'POST', path: `/${family}/${name}`, query: '', headers, body })
  return { family, body, event, hooks: () => createHooks({ secrets: { [name]: [vector.secret] }, now }) }
}

const asBase64 = (event: ReturnType<typeof toEvent>, body: Buffer) => ({
  ...event,
  body: body.toString('base64'),
  isBase64Encoded: true,
})

describe.skipIf(absent)('published deliveries (skipped where the shared fixtures are absent)', () => {
  it.each(usable.map((vector) => [vector.id, vector] as const))(
    '%s is accepted as text and as base64, and refused with any byte of its body changed',
    async (_id, vector) => {
      const { family, body, event, hooks } = requestOf(vector)
      for (const each of [event, asBase64(event, body)]) {
        const { receive, inbox } = hooks()
        const { status, body: answer } = await receive(family, each)
        expect(status).toBe(200)
        expect((await inbox.get(answer.id))?.delivery?.body.equals(body)).toBe(true)
      }
      const { receive } = hooks()
      const step = Math.max(1, Math.floor(body.length / 100))
      for (let at = 0; at < body.length; at += step) {
        const changed = Buffer.from(body)
        changed.writeUInt8(changed.readUInt8(at) ^ 1, at)
        expect(await receive(family, asBase64(event, changed))).toMatchObject({ status: 401 })
      }
    },
  )

  it.each(short.map((vector) => [vector.id, vector] as const))(
    '%s is refused: its secret is too short, and the log says so without it',
    async (_id, vector) => {
      const { family, event, hooks } = requestOf(vector)
      const { receive, logged } = hooks()
      expect(await receive(family, event)).toMatchObject({ status: 401 })
      expect(logged.join()).toMatch(/1 of 1 secrets of this source is too short/)
      expect(logged.join()).not.toContain(vector.secret)
    },
  )

  it("store and read Jotform's multipart body, which comes as base64, byte for byte", async () => {
    const token = 'a-long-token-for-the-jotform-source'
    const body = read('jotform/submission.multipart.txt')
    const headers = {
      'content-type': 'multipart/form-data; boundary=------------------------rDBjFty9dvsCZSUvKYrKRh',
    }
    const { receive, inbox } = createHooks({ secrets: { jotform: [token] } })
    const path = `/forms/jotform/${token}`
    const event = toEvent('forms', { method: 'POST', path, query: '', headers, body })
    expect(event.isBase64Encoded).toBe(true)
    const { status, body: answer } = await receive('forms', event)
    expect([status, answer]).toEqual([200, { id: 'jotform/6295760960429644172', status: 'accepted' }])
    const stored = await inbox.get(answer.id)
    expect(stored?.delivery?.body.equals(body)).toBe(true)
    expect(stored?.delivery?.headers).toEqual(headers)
  })
})
