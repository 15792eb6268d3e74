import { describe, expect, it } from 'vitest'
import { createHooks, toEvent } from './hooks.ts'
import {
  areAbsent as absent,
  jotformType,
  readFixture as read,
  type Vector,
  vectorHeaders,
  vectors,
} from './published-payloads.ts'

/** Whole deliveries that senders publish. The receiver gets them as an HTTP API passes them: as text, and as base64. */

/** The source for the vectors of a provider. fixtures.test.ts tests the constructions of the others. */
const sourceOf: Record<string, { family: 'forms' | 'shops'; name: string }> = {
  'standard-webhooks': { family: 'forms', name: 'standard' },
  svix: { family: 'forms', name: 'standard' },
  typeform: { family: 'forms', name: 'typeform' },
  shopify: { family: 'shops', name: 'shopify' },
}
const deliverable = vectors.filter(({ provider }) => sourceOf[provider])
/** Some examples have a secret that no source may have: fixtures.test.ts tests their signatures. */
const isLongEnough = ({ provider, secret }: Vector) => secret.length >= (provider === 'shopify' ? 8 : 16)
const usable = deliverable.filter(isLongEnough)

function requestOf(vector: Vector) {
  const { family, name } = sourceOf[vector.provider] as { family: 'forms' | 'shops'; name: string }
  const now = () => (vector.clock ?? 0) * 1000
  const body = Buffer.from(vector.body)
  const headers = { 'content-type': 'application/json', ...vectorHeaders(vector) }
  const event = toEvent(family, { method: 'POST', path: `/${family}/${name}`, query: '', headers, body })
  return { family, body, event, hooks: () => createHooks({ secrets: { [name]: [vector.secret] }, now }) }
}

const asBase64 = (event: ReturnType<typeof toEvent>, body: Buffer) => ({
  ...event,
  body: body.toString('base64'),
  isBase64Encoded: true,
})

describe.skipIf(absent)('published deliveries (skipped where the shared fixtures are absent)', () => {
  it.each(usable.map((vector) => [vector.id, vector] as const))('%s: as text and as base64', async (_id, vector) => {
    const { family, body, event, hooks } = requestOf(vector)
    for (const each of [event, asBase64(event, body)]) {
      const { receive, inbox } = hooks()
      const { status, body: answer } = await receive(family, each)
      expect(status).toBe(200)
      expect((await inbox.get(answer.id))?.delivery?.body.equals(body)).toBe(true)
    }
  })

  it("store and read Jotform's multipart body, which comes as base64, byte for byte", async () => {
    const token = 'a-long-token-for-the-jotform-source'
    const body = read('jotform/submission.multipart.txt')
    const { receive, inbox } = createHooks({ secrets: { jotform: [token] } })
    const path = `/forms/jotform/${token}`
    const event = toEvent('forms', { method: 'POST', path, query: '', headers: jotformType, body })
    expect(event.isBase64Encoded).toBe(true)
    const { status, body: answer } = await receive('forms', event)
    expect([status, answer]).toEqual([200, { id: 'jotform/6295760960429644172', status: 'accepted' }])
    const stored = await inbox.get(answer.id)
    expect(stored?.delivery?.body.equals(body)).toBe(true)
    expect(stored?.delivery?.headers).toEqual(jotformType)
  })
})
