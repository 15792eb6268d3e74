import { expect, it } from 'vitest'
import { traceOf } from '../lib/log.ts'

it('shows the frames of an error, and no line of its message that looks like one', () => {
  const { error, at } = traceOf(new TypeError('cannot read\n    at ben.muster@example.com\n    at home (x.ts:1:1)'))
  expect(error).toBe('TypeError')
  expect(at.length).toBeGreaterThan(0)
  expect(at[0]).toContain('log.test.ts')
  expect(at.join()).not.toMatch(/ben|home/)
})

it('shows the frames of an error whose message was changed later', () => {
  const error = new Error('first')
  error.message = 'second'
  expect(traceOf(error).at[0]).toContain('log.test.ts')
})
