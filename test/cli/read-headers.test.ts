import { describe, expect, it } from 'vitest'
import { readHeaders } from '../../cli/read-headers.ts'

describe('a file of headers', () => {
  it('is a JSON object; a list is a header that came several times', () => {
    expect(readHeaders('{"X-Topic": "a", "X-Sign": ["1", "2"], "X-Count": 3}')).toEqual({
      headers: { 'x-topic': 'a', 'x-sign': '1,2', 'x-count': '3' },
      repeated: ['x-sign'],
    })
  })

  it('is lines as they came, joined as an HTTP API joins them', () => {
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

  it.each(['{"a": ', 'no colon here'])('that is neither is refused: %s', (text) => {
    expect(() => readHeaders(text)).toThrow(/^The headers file/)
  })
})
