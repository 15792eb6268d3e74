import { expect } from 'vitest'
import * as shapes from '../shapes.ts'
import type { Statement } from '../statement.ts'
import type { Target } from '../target.ts'

/** docs/back-office.md 6.1, 6.2 */
export const commentStatements = ({ call, known }: Target, statement: Statement) => {
  const needs = ['writes', 'commentOrderId'] as const
  const texts = async (id: number | undefined) => {
    const { status, json } = await call('GET', `/rest/comments/order/${id}`)
    expect(status).toBe(200)
    return shapes.comments.parse(json).map(({ text }) => text)
  }
  /** Counted, not compared: a failure must not print what customers and colleagues wrote. */
  const count = async () => (await texts(known.commentOrderId)).length
  const post = (fields: Record<string, unknown>) => {
    const order = { referenceType: 'order', referenceValue: known.commentOrderId }
    return call('POST', '/rest/comments', {
      body: { ...order, text: 'conformance', isVisibleForContact: true, ...fields },
    })
  }
  const refused = async (fields: Record<string, unknown>) => {
    const before = await count()
    const answer = await post(fields)
    expect(await count()).toBe(before)
    return answer
  }

  statement('are read as a bare array without an envelope, each with its text', ['orderId'], async () => {
    expect(Array.isArray(await texts(known.orderId))).toBe(true)
  })

  statement('refuse an internal comment without userId with 422 and say that it is required', [...needs], async () => {
    const { status, text } = await refused({ isVisibleForContact: false })
    expect(status).toBe(422)
    expect(text).toMatch(/user ?id/i)
    expect(text).toMatch(/required/i)
  })

  statement(
    'take an internal comment with userId, and a read through the API shows it at once',
    [...needs, 'userId'],
    async () => {
      const before = await count()
      const { status } = await post({ isVisibleForContact: false, userId: known.userId, text: 'conformance, internal' })
      expect([200, 201]).toContain(status)
      const after = await texts(known.commentOrderId)
      expect(after.length).toBe(before + 1)
      expect(after.some((text) => text.includes('conformance, internal'))).toBe(true)
    },
  )

  // Only in the sandbox: against a server that keeps it, the customer would read it.
  statement('take a comment that the contact may see without userId', ['sandbox'], async () => {
    expect([200, 201]).toContain((await post({ text: 'visible' })).status)
    expect(await texts(known.commentOrderId)).toContainEqual(expect.stringContaining('visible'))
  })

  statement('take an order id as an integer, not as a string', ['sandbox'], async () => {
    expect((await refused({ referenceValue: String(known.commentOrderId) })).status).toBe(422)
    expect((await refused({ referenceValue: 10_003.5 })).status).toBe(422)
  })

  for (const field of ['referenceType', 'referenceValue', 'text', 'isVisibleForContact'])
    statement(`need ${field}`, ['sandbox'], async () => {
      const { status, json } = await refused({ [field]: undefined })
      expect([status, typeof json]).toEqual([422, 'object'])
    })

  statement(
    'are not written by POST /rest/comments/order/{orderId}: 200, HTML, x-location, nothing stored',
    [...needs, 'userId'],
    async () => {
      const before = await count()
      const body = { text: 'conformance, wrong path', isVisibleForContact: false, userId: known.userId }
      const { status, headers, json } = await call('POST', `/rest/comments/order/${known.commentOrderId}`, { body })
      expect([status, json]).toEqual([200, undefined])
      expect(headers.get('x-location')).toMatch(/index/)
      expect(await count()).toBe(before)
    },
  )
}
