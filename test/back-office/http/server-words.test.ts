import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { isTooManySessions, serverWords } from '../../../lib/back-office/http/server-words.ts'

const words = (body: unknown) => serverWords(JSON.stringify(body))

describe('the words of an error body', () => {
  it.each([
    ['error as text', { error: 'invalid_credentials', message: 'Wrong.' }, ['invalid_credentials', 'Wrong.']],
    ['error as object', { error: { code: 12, message: 'Broken.' } }, ['Broken.', '12']],
    [
      'validation errors by field',
      { validation_errors: { userId: ['is missing.', 'is odd.'] } },
      ['userId: is missing.', 'userId: is odd.'],
    ],
    ['validation errors as an array', { validation_errors: ['One.', 'Two.'] }, ['One.', 'Two.']],
    ['arrays of arrays', { validation_errors: { amounts: [['Bad.'], ['Odd.']] } }, ['amounts: Bad.', 'amounts: Odd.']],
    ['objects in objects', { validation_errors: { lines: { 0: { amounts: ['Bad.'] } } } }, ['lines.amounts: Bad.']],
    [
      'missing permissions',
      { error: 'Forbidden', missing_permissions: ['order.create'] },
      ['Forbidden', 'missing permission: order.create'],
    ],
    [
      'missing permissions within the error',
      { error: { message: 'No.', missing_permissions: ['order.create', 'order.show'] } },
      ['No.', 'missing permission: order.create', 'missing permission: order.show'],
    ],
    ['the same twice', { error: 'Same.', message: 'Same.' }, ['Same.']],
    ['mark-up', { error: '<p>Not <b>so</b>.</p>' }, ['Not so .']],
    ['errors as objects', { errors: [{ message: 'One.' }, { msg: 'Two.' }] }, ['One.', 'Two.']],
    ['errors by field', { errors: { userId: ['is odd.'] } }, ['userId: is odd.']],
    ['an OAuth error', { error: 'invalid_request', error_description: 'No id.' }, ['invalid_request', 'No id.']],
    ['camel case', { validationErrors: { userId: 'is odd.' } }, ['userId: is odd.']],
    ['a msg', { msg: 'Broken.' }, ['Broken.']],
    ['nothing of an unknown shape, which may echo a record', { ok: false, name1: 'Anna', error: null }, []],
    ['the texts of an array', ['Bad.', { name1: 'Anna' }], ['Bad.']],
    ['a text', 'Bad.', ['Bad.']],
  ])('%s', (_, body, expected) => {
    expect(words(body)).toEqual(expected)
  })

  it.each([
    ['<html><style>p { color: red }</style><h1>Error</h1><script>go("x")</script></html>', ['Error']],
    ['Order is locked by anna@example.com', ['Order is locked by [e-mail]']],
    ['{"error": "cut', ['{"error": "cut']],
    ['', []],
    [' \n', []],
  ])('are the plain text of what is no JSON: %j', (body, expected) => {
    expect(serverWords(body)).toEqual(expected)
  })

  it('of a body that is no JSON are cut to 200 characters', () => {
    expect(serverWords('word '.repeat(1_000))[0]?.length).toBe(200)
  })

  it.each([
    ['of JSON', JSON.stringify({ message: `${'- '.repeat(249)}-😀 and more` }), 500],
    ['of a page', `${'- '.repeat(99)}-😀 and more`, 200],
  ])('leave no half of a character where they are cut: %s', (_, body, length) => {
    const [word = ''] = serverWords(body)
    expect([word.length, word.at(-1)]).toEqual([length, '\uFFFD'])
  })

  it('are cut to 500 characters and 20 entries', () => {
    const body = {
      error: 'word '.repeat(1_000),
      validation_errors: Object.fromEntries(Array.from({ length: 99 }, (_, at) => [`f${at}`, 'x'])),
    }
    expect(words(body)).toHaveLength(20)
    expect(words(body)[0]?.length).toBe(500)
  })

  it('show no e-mail address and nothing like a token', () => {
    const token = 'c0ffee00-1111-4222-8333-444455556666'
    const shown = words({ error: `User anna.b+shop@mail.example.com with Bearer abc.def and ${token} is unknown` })
    expect(shown).toEqual(['User [e-mail] with [token] and [token] is unknown'])
  })

  it.each([
    ['in JSON that is too long, nothing', JSON.stringify(Array.from({ length: 400 }, () => '<'.repeat(5_000))), []],
    ['in a page, its beginning', `Broken. ${'<script '.repeat(250_000)}`, ['Broken.']],
    ['in a text, its beginning', `Broken. ${'a'.repeat(2_000_000)}`, ['Broken. [token]']],
  ])('of two megabytes: %s', (_, body, expected) => {
    expect(body.length).toBeGreaterThan(1_800_000)
    expect(serverWords(body)).toEqual(expected)
  })

  const comment = { text: 'My mug is broken. '.repeat(1_500) }
  const lines = Array.from({ length: 500 }, (_, at) => ({ orderItemName: `Mug ${at}`, price: at + 0.5 }))
  const nested = (depth: number): unknown =>
    depth === 0 ? 'x' : Object.fromEntries(Array.from({ length: 20 }, (_, at) => [`f${at}`, nested(depth - 1)]))

  it.each([
    ['thousands of short words', Array.from({ length: 9_000 }, (_, at) => `${at}`), comment],
    ['thousands of short words, of a long return', Array.from({ length: 9_000 }, (_, at) => `${at}`), { lines }],
    ['objects in objects', { errors: nested(3) }, comment],
    ['one long word', { error: 'My mug is open. '.repeat(4_000) }, comment],
  ])('cost little time, whatever was sent: %s', { timeout: 3_000 }, (_, said, body) => {
    expect(serverWords(JSON.stringify(said), { sent: { body } }).length).toBeLessThanOrEqual(20)
  })

  it('are read from any JSON without a throw', () => {
    void fc.assert(
      fc.property(fc.json(), fc.json(), (error, fields) => {
        const found = serverWords(`{"error": ${error}, "validation_errors": ${fields}}`)
        expect(found.every((word) => word.length <= 500)).toBe(true)
      }),
    )
  })
})

describe('too many sessions', () => {
  it.each([
    ['{"error":"too_many_concurrent_sessions","max_current_sessions":3}', true],
    ['{"error":{"code":"too_many_concurrent_sessions"}}', true],
    ['{"message":"Too many users. Only 3 users can be logged in simultaneously"}', true],
    ['Too many open sessions', true],
    ['{"error":{"message":"short period read limit reached"}}', false],
    ['{"error":"Too Many Requests"}', false],
    ['{"message":"too many requests of this user"}', false],
  ])('is distinguished from a rate limit by its code or its words: %s', (body, is) => {
    expect(isTooManySessions(body)).toBe(is)
  })
})
