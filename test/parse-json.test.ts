import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { keepBigIntegers, parseJson } from '../lib/parse-json.ts'

describe('parseJson', () => {
  it.each([
    ['{"id": 820982911946154508}', { id: '820982911946154508' }],
    ['{"id": -820982911946154508}', { id: '-820982911946154508' }],
    ['[9007199254740991, 9007199254740992]', [9007199254740991, '9007199254740992']],
    ['{"a": {"b": [9007199254740993]}}', { a: { b: ['9007199254740993'] } }],
    ['{"price": 12.5, "big": 1e21, "text": "9007199254740993"}', { price: 12.5, big: 1e21, text: '9007199254740993' }],
    ['9007199254740993', '9007199254740993'],
    ['null', null],
  ])('keeps every digit of %s', (text, value) => {
    expect(parseJson(text)).toEqual({ ok: true, value })
    expect(parseJson(Buffer.from(text))).toEqual({ ok: true, value })
  })

  it('skips a byte order mark', () => {
    expect(parseJson(Buffer.from('\uFEFF{"a":1}'))).toEqual({ ok: true, value: { a: 1 } })
  })

  it('replaces broken bytes within a text and reads the rest', () => {
    const body = Buffer.concat([Buffer.from('{"note":"'), Buffer.from([0xff]), Buffer.from('","id":1}')])
    expect(parseJson(body)).toEqual({ ok: true, value: { note: '\uFFFD', id: 1 } })
  })

  it.each(['', '{', 'webhook_id=1', '{"a":1}x', "{'a':1}"])('refuses %j', (text) => {
    expect(parseJson(text)).toEqual({ ok: false, isTooDeep: false })
  })

  it('refuses JSON that is nested too deeply, without throwing', () => {
    const refused = { ok: false, isTooDeep: true }
    expect(parseJson('['.repeat(500_000) + ']'.repeat(500_000))).toEqual(refused)
    expect(parseJson(`${'{"a":'.repeat(10_000)}1${'}'.repeat(10_000)}`)).toEqual(refused)
    expect(parseJson(`${'["]",'.repeat(10_000)}1${']'.repeat(10_000)}`)).toEqual(refused)
    expect(parseJson(`${'["\\"]",'.repeat(10_000)}1${']'.repeat(10_000)}`)).toEqual(refused)
    expect(parseJson(`${'["\\\\",'.repeat(10_000)}1${']'.repeat(10_000)}`)).toEqual(refused)
    expect(parseJson('{"a":'.repeat(10_000))).toEqual({ ok: false, isTooDeep: false })
  })

  it('reads a long list without a call for each value', () => {
    const list = Array.from({ length: 2_000 }, (_, id) => ({ id, text: `[{"\\${id}`, more: [] }))
    const looked: unknown[] = []
    const revival = { reviver: (_: string, value: unknown) => looked.push(value), isNeededFor: () => false }
    expect(parseJson(JSON.stringify(list), revival)).toEqual({ ok: true, value: list })
    expect(looked).toEqual([])
  })

  it('gives the same as a reviver called for each value', () => {
    const integers = fc.oneof(fc.bigInt(-(10n ** 20n), 10n ** 20n), fc.bigInt(2n ** 53n - 3n, 2n ** 53n + 3n))
    const number = fc.oneof(
      integers.map(String),
      fc.double({ noNaN: true, noDefaultInfinity: true }).map((one) => JSON.stringify(one)),
    )
    fc.assert(
      fc.property(fc.json(), number, (json, digits) => {
        const text = `{"a": ${json}, "b": [${digits}]}`
        expect(parseJson(text)).toEqual({ ok: true, value: JSON.parse(text, keepBigIntegers) })
      }),
    )
  })

  it('reads __proto__ as a normal key', () => {
    const parsed = parseJson('{"__proto__": {"polluted": true}}')
    expect(Object.getPrototypeOf(parsed.ok && parsed.value)).toBe(Object.prototype)
    expect({}).not.toHaveProperty('polluted')
  })
})
