import { describe, expect, it } from 'vitest'
import { matchesPattern, type Pattern } from './matches-pattern.ts'

const pattern: Pattern = { name: ['INSERT', 'MODIFY'], image: { status: { S: ['ready'] } } }

describe('an event filter', () => {
  it.each([
    [true, { name: 'INSERT', image: { status: { S: 'ready' }, id: { S: '1' } }, more: 1 }],
    [true, { name: 'MODIFY', image: { status: { S: 'ready' } } }],
    [false, { name: 'REMOVE', image: { status: { S: 'ready' } } }],
    [false, { name: 'INSERT', image: { status: { S: 'Ready' } } }],
    [false, { name: 'INSERT', image: { status: { N: 'ready' } } }],
    [false, { name: 'INSERT', image: { status: 'ready' } }],
    [false, { name: 'INSERT' }],
    [false, { image: { status: { S: 'ready' } } }],
    [false, undefined],
  ])('answers %s to %j', (passes, record) => {
    expect(matchesPattern(pattern, record)).toBe(passes)
  })

  it.each([[{ prefix: 'rea' }], [1], [null]])('with a rule that these tests do not support throws: %j', (rule) => {
    expect(() => matchesPattern({ status: [rule] }, { status: 'ready' })).toThrow('not a text in the pattern of status')
  })
})
