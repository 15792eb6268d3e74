import { describe, expect, it } from 'vitest'
import { readHeaders } from '../../cli/read-headers.ts'

describe('a headers file', () => {
  it('may be a JSON object with a list for a header that was sent several times', () => {
    expect(readHeaders('{"X-Topic": "a", "X-Sign": ["1", "2"], "X-Count": 3}')).toEqual({
      headers: { 'x-topic': 'a', 'x-sign': '1,2', 'x-count': '3' },
      repeated: ['x-sign'],
    })
  })

  it('may have raw lines, which are joined as by an HTTP API', () => {
    expect(readHeaders('Host: shop.example.com:443\r\nX-Sign: 1\r\nx-sign: 2\r\n\r\n')).toEqual({
      headers: { host: 'shop.example.com:443', 'x-sign': '1,2' },
      repeated: ['x-sign'],
    })
  })

  it.each([
    'POST /forms/jotform/abc?x=1 HTTP/1.1',
    'POST /forms/jotform/abc?x=1',
    'POST https://bridge.example.com/forms/jotform/abc?x=1 HTTP/1.1',
  ])('may begin with "%s"', (line) => {
    expect(readHeaders(`${line}\nA: b`)).toEqual({
      method: 'POST',
      path: '/forms/jotform/abc?x=1',
      headers: { a: 'b' },
      repeated: [],
    })
  })

  it.each([
    ['{"a": ', /^The headers file is not valid JSON/],
    ['no colon here', /^A line of the headers file has no colon/],
  ])('that is neither is refused: %s', (text, sentence) => {
    expect(() => readHeaders(text)).toThrow(sentence)
  })
})
