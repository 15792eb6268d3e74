import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { oneLine, plainText, plainTexts, withEscapes } from '../lib/plain-text.ts'
import { quoted } from '../lib/quoted.ts'

const of = (...codes: number[]) => String.fromCodePoint(...codes)

/** What programs elsewhere take for the end of a line. */
const lineEnds = ['\n', '\r', '\r\n', '\v', '\f', of(0x85), of(0x2028), of(0x2029)]
const hostile = [
  ...Array.from({ length: 32 }, (_, code) => of(code)),
  ...Array.from({ length: 33 }, (_, code) => of(0x7f + code)),
  ...[
    0xad, 0x34f, 0x61c, 0x115f, 0x180b, 0x200b, 0x200e, 0x200f, 0x202a, 0x202e, 0x2060, 0x2066, 0x2069, 0x2800, 0x3164,
    0xfeff, 0xfff9, 0xfe00, 0xfe0e, 0xfe0f, 0xfff0, 0xfffc, 0x13430, 0x1bca0, 0x1d173, 0xe0041, 0xe0101, 0xe01ef,
  ].map((code) => of(code)),
]

describe('plain text', () => {
  it.each(hostile.filter((one) => !/\s/.test(one)).map((one) => [one.codePointAt(0)?.toString(16), one]))(
    'loses U+%s',
    (_code, one) => {
      expect(plainText(`a${one}b`).replace('\n', '')).toBe('ab')
    },
  )

  it.each(lineEnds)('takes %j for the end of a line', (end) => {
    expect(plainText(`a${end}b`)).toBe('a\nb')
    expect(oneLine(` a${end}b `)).toBe('a b')
  })

  it('loses a joiner between letters that need none', () => {
    expect(plainText('Re\u200Dfund\u200C')).toBe('Refund')
    expect(plainText('\u200D')).toBe('')
  })

  it('loses what has no width or ink in every script, whatever Unicode adds to it', () => {
    const codes = Array.from({ length: 0x11_0000 }, (_, code) => code).filter((code) => code < 0xd800 || code > 0xdfff)
    const all = codes.map((code) => of(code)).filter((one) => /\p{Default_Ignorable_Code_Point}/u.test(one))
    expect(all.length).toBeGreaterThan(4_000)
    expect(plainText(`a${all.join('')}b${all.join('b')}`)).toMatch(/^ab+$/)
  })

  it.each(['🎁\uFE0F\uFE0F\u200D\uFE0F', '🎁\uFE0F\u200D\u200D\uFE0F'])(
    'keeps no message behind a picture: %j',
    (text) => {
      expect(plainText(text)).toBe('🎁\uFE0F')
    },
  )

  it.each(['👩‍🚀', '🧑🏽‍🤝‍🧑🏿', '❤️‍🔥', '❤︎', '1️⃣', '#️⃣', '👁️‍🗨️', 'می‌خواهم', 'क्‍ष'])('keeps joined %s', (text) => {
    expect(plainText(text)).toBe(text)
  })

  it('keeps what people write', () => {
    const text = 'Grüße, Ñandú, "9,90 €" <b>\n  日本語 עברית العربية 🎁 it’s — ok\u00a0!'
    expect(plainText(text)).toBe(text)
  })

  it('reaches every text of an answer, and changes nothing else', () => {
    expect(plainTexts({ a: ['x\u202Ey', 1, null, true], 'b\u0000': { c: '\u001B[31m' } })).toEqual({
      a: ['xy', 1, null, true],
      b: { c: '[31m' },
    })
  })

  it('is written out for a terminal, so that JSON stays the same JSON', () => {
    fc.assert(
      fc.property(fc.jsonValue(), fc.constantFrom(...hostile), (value, one) => {
        const shown = withEscapes(JSON.stringify([value, one], null, 2))
        expect(JSON.parse(shown)).toEqual(JSON.parse(JSON.stringify([value, one])))
        expect(plainText(shown)).toBe(shown)
      }),
    )
  })
})

describe('a quote', () => {
  const piece = fc.oneof(fc.constantFrom(...lineEnds, ...hostile, '<br>', '<BR />', '>', ' '), fc.string())

  it('marks every line, whatever ends one', () => {
    fc.assert(
      fc.property(
        fc.array(piece).map((pieces) => pieces.join('')),
        (words) => {
          const text = quoted(words)
          expect(plainText(text)).toBe(text)
          if (text !== '') expect(text.split('\n').every((line) => /^>(?: \S.*)?$/u.test(line))).toBe(true)
        },
      ),
    )
  })

  it('keeps the words, one empty line at most between them, and no run of spaces', () => {
    expect(quoted('\n One\u00a0\u00a0 two \n\n\n\n<br>three\n')).toBe('> One two\n>\n> three')
  })

  it('takes a tag for a line break also where it is hidden from a search', () => {
    expect(quoted('one<b\u200Br>two')).toBe('> one\n> two')
  })

  it('of nothing is nothing', () => {
    expect(quoted('\u200B\n')).toBe('')
  })
})
