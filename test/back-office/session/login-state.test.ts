import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { decideLogin, type LoginDecision } from '../../../lib/back-office/session/decide-login.ts'
import * as state from '../../../lib/back-office/session/login-state.ts'
import { emptyItem, type SessionItem } from '../../../lib/back-office/session/store.ts'

const now = 1_000_000
const item = (more: Partial<SessionItem> = {}): SessionItem => ({ ...emptyItem, ...more })
const token = { id: 't', sealed: '', issuedAt: now, expiresAt: now + 1000, version: 'v1', worked: false }

describe('whether a login may begin', () => {
  it.each<[string, Partial<SessionItem>, LoginDecision]>([
    ['a new item', {}, { kind: 'allowed' }],
    ['two attempts', { attempts: 2 }, { kind: 'allowed' }],
    ['three attempts', { attempts: 3 }, { kind: 'used-up' }],
    [
      'three attempts, the last of which still runs',
      { attempts: 3, lease: { owner: 'h', until: now + 1 } },
      { kind: 'leased', until: now + 1 },
    ],
    ['a lease that is over', { attempts: 1, lease: { owner: 'h', until: now } }, { kind: 'allowed' }],
    ['this version refused', { attempts: 1, refused: ['v1'] }, { kind: 'refused' }],
    ['another version refused', { attempts: 1, refused: ['v0'] }, { kind: 'allowed' }],
    ['a pause', { pausedUntil: now + 1 }, { kind: 'paused', until: now + 1 }],
    ['a pause that is over', { pausedUntil: now }, { kind: 'allowed' }],
    ['patience asked for', { notBefore: now + 1 }, { kind: 'later', until: now + 1 }],
  ])('with %s', (_, more, decision) => {
    expect(decideLogin(item(more), { now, version: 'v1' })).toEqual(decision)
  })
})

describe('changes of the login', () => {
  const lease = { owner: 'h', until: now + 1 }

  it('counts the attempt with the lease', () => {
    expect(state.loginBegun(item({ attempts: 1 }), lease)).toMatchObject({ attempts: 2, lease })
  })

  it('a success clears count, refusals, pause and patience, and keeps the user', () => {
    const user = { id: 77, account: 'a' }
    const before = item({ attempts: 2, refused: ['v0'], notBefore: 5, pausedUntil: 6, lease, user })
    expect(state.loginSucceeded(before, { owner: 'h', token })).toEqual({
      writeId: '',
      attempts: 0,
      refused: [],
      token,
      user,
    })
  })

  it('a refusal closes its version besides those that are closed', () => {
    const refused = state.loginRefused(item({ attempts: 2, refused: ['v1'] }), { owner: 'h', version: 'v2' })
    for (const version of ['v1', 'v2']) expect(decideLogin(refused, { now, version })).toEqual({ kind: 'refused' })
    expect(decideLogin(refused, { now, version: 'v3' })).toEqual({ kind: 'allowed' })
  })

  it('nobody releases the lease of another owner', () => {
    const before = item({ attempts: 2, lease: { owner: 'other', until: now + 1 } })
    const changes = [
      state.loginSucceeded(before, { owner: 'h', token }),
      state.loginRefused(before, { owner: 'h', version: 'v1' }),
      state.loginNotMade(before, { owner: 'h', notBefore: now }),
      state.loginUnknown(before, { owner: 'h', now }),
      state.loginReset(before),
    ]
    for (const changed of changes) expect(changed.lease?.owner).toBe('other')
  })

  it('the owner of the lease stops counting its attempt, who lost the lease does not', () => {
    const before = item({ attempts: 2, lease })
    expect(state.loginNotMade(before, { owner: lease.owner, notBefore: now }).attempts).toBe(1)
    expect(state.loginNotMade(before, { owner: 'somebody late', notBefore: now }).attempts).toBe(2)
  })

  it('an attempt without an answer waits longer every time', () => {
    const [first = 0, second] = [1, 2]
      .map((attempts) => state.loginUnknown(item({ attempts }), { owner: 'h', now }))
      .map(({ notBefore }) => notBefore)
    expect(second).toBeGreaterThan(first)
  })

  it('a refused token that worked is forgotten, one that did not pauses all', () => {
    expect(state.tokenRefused(item({ token: { ...token, worked: true } }), { now, worked: false })).toEqual(item())
    expect(state.tokenRefused(item({ token }), { now, worked: true })).toEqual(item())
    expect(state.tokenRefused(item({ token }), { now, worked: false })).toEqual(item({ pausedUntil: now + 900_000 }))
  })

  /** Any story of attempts and outcomes, with a count of what the back office sees. */
  const outcome = fc.constantFrom('refused', 'unknown', 'crash')
  it('never sends more than three attempts that may have failed, whatever happens and however long it takes', () => {
    void fc.assert(
      fc.property(
        fc.array(fc.tuple(outcome, fc.constantFrom('v1', 'v2', 'v3', 'v4'), fc.nat(10 ** 9)), { maxLength: 50 }),
        (story) => {
          let current = item()
          let clock = now
          let sent = 0
          for (const [kind, version, waitMs] of story) {
            clock += waitMs
            if (decideLogin(current, { now: clock, version }).kind !== 'allowed') continue
            current = state.loginBegun(current, { owner: 'h', until: clock + 15_000 })
            sent += 1
            if (kind === 'refused') current = state.loginRefused(current, { owner: 'h', version })
            if (kind === 'unknown') current = state.loginUnknown(current, { owner: 'h', now: clock })
          }
          expect(sent).toBeLessThanOrEqual(state.maxAttempts)
        },
      ),
    )
  })

  it('a reset grants one more attempt and no more', () => {
    const closed = item({ attempts: 3, refused: ['v1'], pausedUntil: now + 1, notBefore: now + 1 })
    const open = state.loginReset(closed)
    expect(decideLogin(open, { now, version: 'v1' })).toEqual({ kind: 'allowed' })
    const tried = state.loginUnknown(state.loginBegun(open, lease), { owner: 'h', now })
    expect(decideLogin(tried, { now: now + 10 ** 9, version: 'v1' })).toEqual({ kind: 'used-up' })
  })
})
