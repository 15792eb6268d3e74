import { describe, expect, it } from 'vitest'
import { beginOf } from '../../lib/audit/auditor.ts'
import type { AuditRound } from '../../lib/state/audit-progress.ts'
import { day } from './audit-world.ts'

const now = 100 * day
const begin = (before?: AuditRound<string>) => beginOf(before, { now, placeAt: (time) => `at ${time / day}` })
const ended = (begunAt: number): AuditRound<string> => ({ from: 0, begunAt, at: 'its end', complete: true })

describe('a round of the audit', () => {
  it('looks one week back', () => {
    expect(begin()).toEqual({ from: 93 * day, begunAt: now, at: 'at 93', complete: false })
    expect(begin(ended(99 * day))).toMatchObject({ from: 93 * day })
  })

  it('looks back to where the one before began, if that took longer', () => {
    expect(begin(ended(80 * day))).toEqual({ from: 80 * day, begunAt: now, at: 'at 80', complete: false })
  })

  it('goes on where it was broken off', () => {
    const broken = { ...ended(80 * day), at: 'the middle', complete: false, stuck: true } as const
    expect(begin(broken)).toEqual(broken)
  })
})
