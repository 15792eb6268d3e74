import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import * as state from '../../../lib/back-office/session/login-state.ts'
import type { SessionItem } from '../../../lib/back-office/session/store.ts'

const now = 1_000_000
const item = (more: Partial<SessionItem> = {}): SessionItem => ({ ...state.emptyItem, ...more })
const token = { id: 't', sealed: '', issuedAt: now, expiresAt: now + 1000, version: 'v1', worked: false }

describe('the gate of the login', () => {
  it.each<[string, Partial<SessionItem>, state.Gate]>([
    ['a new item', {}, { gate: 'open' }],
    ['two tries', { tries: 2 }, { gate: 'open' }],
    ['three tries', { tries: 3 }, { gate: 'used-up' }],
    [
      'three tries of which the last still runs',
      { tries: 3, lease: { holder: 'h', until: now + 1 } },
      { gate: 'busy', until: now + 1 },
    ],
    ['a lease that is over', { tries: 1, lease: { holder: 'h', until: now } }, { gate: 'open' }],
    ['this version refused', { tries: 1, refused: ['v1'] }, { gate: 'refused' }],
    ['another version refused', { tries: 1, refused: ['v0'] }, { gate: 'open' }],
    ['a pause', { pausedUntil: now + 1 }, { gate: 'paused', until: now + 1 }],
    ['a pause that is over', { pausedUntil: now }, { gate: 'open' }],
    ['patience asked for', { notBefore: now + 1 }, { gate: 'later', until: now + 1 }],
  ])('with %s', (_, more, gate) => {
    expect(state.gateOf(item(more), { now, version: 'v1' })).toEqual(gate)
  })
})

describe('moves of the login', () => {
  const lease = { holder: 'h', until: now + 1 }

  it('counts the try with the lease', () => {
    expect(state.takeLogin(item({ tries: 1 }), lease)).toMatchObject({ tries: 2, lease })
  })

  it('a success clears count, refusals, pause and patience, and keeps the user', () => {
    const user = { id: 77, account: 'a' }
    const before = item({ tries: 2, refused: ['v0'], notBefore: 5, pausedUntil: 6, lease, user })
    expect(state.loginSucceeded(before, { holder: 'h', token })).toEqual({
      writeId: '',
      tries: 0,
      refused: [],
      token,
      user,
    })
  })

  it('a refusal closes its version besides those that are closed', () => {
    const refused = state.loginRefused(item({ tries: 2, refused: ['v1'] }), { holder: 'h', version: 'v2' })
    for (const version of ['v1', 'v2']) expect(state.gateOf(refused, { now, version })).toEqual({ gate: 'refused' })
    expect(state.gateOf(refused, { now, version: 'v3' })).toEqual({ gate: 'open' })
  })

  it('nobody frees the lease of somebody else', () => {
    const before = item({ tries: 2, lease: { holder: 'other', until: now + 1 } })
    const moves = [
      state.loginSucceeded(before, { holder: 'h', token }),
      state.loginRefused(before, { holder: 'h', version: 'v1' }),
      state.loginNotTried(before, { holder: 'h', notBefore: now }),
      state.loginUnknown(before, { holder: 'h', now }),
      state.loginReset(before),
    ]
    for (const move of moves) expect(move.lease?.holder).toBe('other')
  })

  it('a try is given back by whoever has the lease, not by one who lost it', () => {
    const before = item({ tries: 2, lease })
    expect(state.loginNotTried(before, { holder: lease.holder, notBefore: now }).tries).toBe(1)
    expect(state.loginNotTried(before, { holder: 'somebody late', notBefore: now }).tries).toBe(2)
  })

  it('a try without an answer waits longer every time', () => {
    const waits = [1, 2].map(
      (tries) => (state.loginUnknown(item({ tries }), { holder: 'h', now }).notBefore ?? 0) - now,
    )
    expect(waits[1]).toBeGreaterThan(waits[0] ?? 0)
  })

  it('a refused token that worked is forgotten, one that did not pauses all', () => {
    expect(state.tokenRefused(item({ token: { ...token, worked: true } }), { now, worked: false })).toEqual(item())
    expect(state.tokenRefused(item({ token }), { now, worked: true })).toEqual(item())
    expect(state.tokenRefused(item({ token }), { now, worked: false })).toEqual(item({ pausedUntil: now + 900_000 }))
  })

  /** Any story of tries and outcomes, told to the state machine with a count of what the back office sees. */
  const outcome = fc.constantFrom('refused', 'unknown', 'crash')
  it('never sends more than three tries that may have failed, whatever happens and however long it takes', () => {
    void fc.assert(
      fc.property(
        fc.array(fc.tuple(outcome, fc.constantFrom('v1', 'v2', 'v3', 'v4'), fc.nat(10 ** 9)), { maxLength: 50 }),
        (story) => {
          let current = item()
          let clock = now
          let sent = 0
          for (const [kind, version, waitMs] of story) {
            clock += waitMs
            if (state.gateOf(current, { now: clock, version }).gate !== 'open') continue
            current = state.takeLogin(current, { holder: 'h', until: clock + 15_000 })
            sent += 1
            if (kind === 'refused') current = state.loginRefused(current, { holder: 'h', version })
            if (kind === 'unknown') current = state.loginUnknown(current, { holder: 'h', now: clock })
          }
          expect(sent).toBeLessThanOrEqual(state.maxTries)
        },
      ),
    )
  })

  it('a reset grants one more try and no more', () => {
    const closed = item({ tries: 3, refused: ['v1'], pausedUntil: now + 1, notBefore: now + 1 })
    const open = state.loginReset(closed)
    expect(state.gateOf(open, { now, version: 'v1' })).toEqual({ gate: 'open' })
    const tried = state.loginUnknown(state.takeLogin(open, lease), { holder: 'h', now })
    expect(state.gateOf(tried, { now: now + 10 ** 9, version: 'v1' })).toEqual({ gate: 'used-up' })
  })
})
