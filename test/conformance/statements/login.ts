import { expect } from 'vitest'
import * as z from 'zod'
import type { Statement } from '../statement.ts'
import { type Target, tokenOf } from '../target.ts'

const grant = z.looseObject({
  token_type: z.string().optional(),
  tokenType: z.string().optional(),
  expires_in: z.int().optional(),
  expiresIn: z.int().optional(),
  refresh_token: z.string().optional(),
  refreshToken: z.string().optional(),
})

/** docs/back-office.md 1.2, 2.1, 2.2. Compares types and lengths only: a failure must not print a token. */
export const loginStatements = ({ login, call, anonymous }: Target, statement: Statement) => {
  statement('answers a bearer token as access_token or accessToken', [], () => {
    expect(login.status).toBe(200)
    expect(tokenOf(login)?.length).toBeGreaterThan(0)
    const { token_type, tokenType } = grant.parse(login.json)
    expect((token_type ?? tokenType)?.toLowerCase()).toBe('bearer')
  })

  statement('grants a token for 86400 seconds, and one to renew it', [], () => {
    const answer = grant.parse(login.json)
    expect(answer.expires_in ?? answer.expiresIn).toBe(86_400)
    expect(typeof (answer.refresh_token ?? answer.refreshToken)).toBe('string')
  })

  statement('needs no header besides the token, and answers JSON', [], async () => {
    const { status, headers, json } = await call('GET', '/rest/orders?itemsPerPage=1')
    expect(status).toBe(200)
    expect(headers.get('content-type')).toMatch(/^application\/json/)
    expect(typeof json).toBe('object')
  })

  statement('refuses every other call without a token, with a JSON error', [], async () => {
    const { status, json } = await anonymous('GET', '/rest/orders?itemsPerPage=1')
    expect([401, 403]).toContain(status)
    expect(typeof json).toBe('object')
  })
}
