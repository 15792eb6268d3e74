import { describe, expect, it } from 'vitest'
import { accountOf, openToken, sealToken } from '../../../lib/back-office/session/token.ts'

const owner = { baseUrl: 'https://back-office.example', username: 'api-bridge', password: 'demo-password' }
const token = 'eyJ.token.value'

describe('sealing a token', () => {
  it('opens for the same account, password and id', () => {
    expect(openToken(sealToken(token, { id: 'a', owner }), { id: 'a', owner })).toBe(token)
  })

  it.each([
    ['password', { ...owner, password: 'another' }, 'a'],
    ['user', { ...owner, username: 'another' }, 'a'],
    ['base URL', { ...owner, baseUrl: 'https://another.example' }, 'a'],
    ['id', owner, 'b'],
  ])('stays shut for another %s', (_, other, id) => {
    expect(openToken(sealToken(token, { id: 'a', owner }), { id, owner: other })).toBeUndefined()
  })

  it('stays shut when damaged or cut', () => {
    const sealed = sealToken(token, { id: 'a', owner })
    const damaged = (sealed[0] === 'A' ? 'B' : 'A') + sealed.slice(1)
    for (const bad of [damaged, sealed.slice(0, -4), sealed.slice(0, 8), '', '!!'])
      expect(openToken(bad, { id: 'a', owner })).toBeUndefined()
  })

  it('looks different under every id and shows nothing', () => {
    const [a, b] = ['a', 'b'].map((id) => sealToken(token, { id, owner }))
    expect(a).not.toBe(b)
    expect(a).not.toContain('token')
    expect(accountOf(owner)).not.toContain('api')
  })
})
