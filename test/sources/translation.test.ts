import { describe, expect, it } from 'vitest'
import { clip } from '../../lib/plain-text.ts'
import { hashKey, pickHeaders, readHeader } from '../../lib/sources/shared/delivery-parts.ts'
import { deliveryKeyOf, mappingOf, topicFact } from '../../lib/sources/shared/translation.ts'
import { notOn, unknownTopic } from './problem-endings.ts'

describe('clip', () => {
  it.each([
    [undefined, 20, undefined],
    [null, 20, undefined],
    ['', 20, undefined],
    ['  ', 20, undefined],
    [' a ', 20, 'a'],
    ['a'.repeat(20), 20, 'a'.repeat(20)],
    ['a'.repeat(21), 20, 'aaaaaaaa [shortened]'],
    [`${'a'.repeat(7)}${'😀'.repeat(9)}`, 20, 'aaaaaaa [shortened]'],
    [`${'a'.repeat(6)}${'😀'.repeat(9)}`, 20, 'aaaaaa😀 [shortened]'],
  ])('cuts %j to at most %i characters', (text, max, clipped) => {
    expect(clip(text, max)).toBe(clipped)
  })
})

describe('the mapping of a topic', () => {
  const reports = [{ topics: ['c'], effect: 'comment', onRequest: true }] as const
  const known = { mappings: { a: 1, b: 2, c: 3 }, reports }

  it.each([
    ['a', undefined, { mapping: 1 }],
    ['c', undefined, notOn('c')],
    ['d', undefined, unknownTopic('d')],
    ['constructor', undefined, unknownTopic('constructor')],
    ['a', ['a'], { mapping: 1 }],
    ['b', ['a'], notOn('b')],
    ['c', ['a', 'c'], { mapping: 3 }],
    ['d', ['d'], unknownTopic('d')],
    ['constructor', ['constructor'], unknownTopic('constructor')],
    ['a', [], notOn('a')],
  ])('of %s with `on` %j', (topic, on, expected) => {
    expect(mappingOf(topic, known, on)).toEqual(expected)
  })
})

it.each([
  ['orders/cancelled', { topic: 'orders/cancelled' }],
  ['order.updated', { topic: 'order.updated' }],
  ['a b', {}],
  ['a'.repeat(81), {}],
])('shows the topic %j as %j', (topic, shown) => {
  expect(topicFact(topic)).toEqual(shown)
})

it('reads the delivery key after the first slash of an event id', () => {
  const event = { id: 'shopify/a/b', source: 'shopify', headers: {}, body: Buffer.from(''), receivedAt: 0 }
  expect(deliveryKeyOf(event)).toBe('a/b')
})

it('gives different hashes when bytes move from one part to the next', () => {
  expect(hashKey('ab', 'c')).not.toBe(hashKey('a', 'bc'))
  expect(hashKey('ab', Buffer.from('c'))).toBe(hashKey(Buffer.from('ab'), 'c'))
})

describe('headers', () => {
  const headers = { topic: 'a', empty: '', missing: undefined, long: 'x'.repeat(301) }

  it.each([
    ['topic', 'a'],
    ['empty', undefined],
    ['missing', undefined],
    ['absent', undefined],
    ['constructor', undefined],
  ])('reads %s as %j', (name, value) => {
    expect(readHeader({ headers }, name)).toBe(value)
  })

  it('does not read a value that is not text', () => {
    const odd = { list: ['a'], number: 1 } as unknown as Record<string, string>
    expect(readHeader({ headers: odd }, 'list')).toBeUndefined()
    expect(readHeader({ headers: odd }, 'number')).toBeUndefined()
  })

  it('picks the named ones and cuts long values', () => {
    expect(pickHeaders({ headers }, ['topic', 'missing', 'empty', 'long'])).toEqual({
      topic: 'a',
      long: 'x'.repeat(300),
    })
  })
})
