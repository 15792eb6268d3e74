import { describe, expect, it } from 'vitest'
import { parseMultipart } from '../../lib/sources/shared/form-body.ts'

const lines = (...text: string[]) => Buffer.from(text.join('\r\n'))
const part = (name: string, value: string) => ['--b', `Content-Disposition: form-data; name="${name}"`, '', value]
const type = 'multipart/form-data; boundary=b'
const entries = (parts: Map<string, string> | undefined) => parts && Object.fromEntries(parts)

describe('parseMultipart', () => {
  it('reads text parts by name, as UTF-8, with their own line ends', () => {
    const body = lines(...part('a', 'ä € 日本\r\nsecond line\r\n'), ...part('empty', ''), '--b--', '')
    expect(entries(parseMultipart(body, type))).toEqual({ a: 'ä € 日本\r\nsecond line\r\n', empty: '' })
  })

  it.each([
    'multipart/form-data; boundary="b"',
    'Multipart/Form-Data; charset=utf-8; boundary=b',
    'multipart/form-data;boundary=b; charset=utf-8',
    'multipart/form-data ; Boundary=b',
    'multipart/form-data; boundary=b; boundary=c',
    'multipart/form-data; =; ;; x; boundary=b',
  ])('takes the boundary from %s', (contentType) => {
    expect(entries(parseMultipart(lines(...part('a', '1'), '--b--'), contentType))).toEqual({ a: '1' })
  })

  it.each([
    '',
    'application/json',
    'application/json; boundary=b',
    'multipart/form-data',
    'multipart/form-data; boundary=',
    'multipart/form-data; boundary="',
    'multipart/form-data; boundary=""',
    'multipart/form-data boundary=b',
    'multipart/; boundary=b',
    '; boundary=b',
    'multipart/form-data, multipart/form-data; boundary=b',
    'multipart/mixed; boundary=b',
    'x-multipart/form-data; boundary=b',
    `multipart/form-data; boundary=${'b'.repeat(71)}`,
    'multipart/form-data; boundary=c',
  ])('refuses the content type %j', (contentType) => {
    expect(parseMultipart(lines(...part('a', '1'), '--b--'), contentType)).toBeUndefined()
  })

  it('never guesses a missing boundary', () => {
    const body = lines('--undefined', 'Content-Disposition: form-data; name="a"', '', '1', '--undefined--')
    expect(parseMultipart(body, 'multipart/form-data')).toBeUndefined()
  })

  it('reads a quoted boundary with spaces', () => {
    const body = lines('--b b', 'Content-Disposition: form-data; name="a"', '', '1', '--b b--')
    expect(entries(parseMultipart(body, 'multipart/form-data; boundary="b b"'))).toEqual({ a: '1' })
  })

  it('ignores the boundary within a line', () => {
    const body = lines(...part('a', 'before --b after'), '--b--')
    expect(entries(parseMultipart(body, type))).toEqual({ a: 'before --b after' })
  })

  it('reads other headers of a part and ignores its type', () => {
    const body = lines(
      '--b',
      'Content-Type: text/plain; charset=utf-8',
      'content-disposition: form-data; name="a"',
      '',
      '1',
      '--b--',
    )
    expect(entries(parseMultipart(body, type))).toEqual({ a: '1' })
  })

  it('reads headers without spaces', () => {
    const file = ['--b', 'Content-Disposition:form-data;name="file";filename="a.png"', '', 'x']
    const body = lines(...file, '--b', 'Content-Disposition:form-data;name="a"', '', '1', '--b--')
    expect(entries(parseMultipart(body, type))).toEqual({ a: '1' })
  })

  it('reads no name from the value of a part, or from another header', () => {
    const named = 'Content-Disposition: form-data; name="a"'
    const body = lines('--b', 'Content-Type: text/plain', '', named, '', '1', '--b', `X-${named}`, '', '2', '--b--')
    expect(entries(parseMultipart(body, type))).toEqual({})
  })

  it('skips files and parts without a name', () => {
    const file = [
      '--b',
      'Content-Disposition: form-data; name="a"; filename="a.png"',
      'Content-Type: image/png',
      '',
      '\0\xff',
    ]
    const starred = ['--b', 'Content-Disposition: form-data; name="a"; filename*=UTF-8\'\'a.png', '', 'x']
    const nameless = ['--b', 'Content-Disposition: form-data', '', 'x']
    const other = ['--b', 'Content-Disposition: attachment; name="a"', '', 'x']
    const body = lines(...file, ...starred, ...nameless, ...other, ...part('a', '1'), '--b--')
    expect(entries(parseMultipart(body, type))).toEqual({ a: '1' })
  })

  it('keeps the first of two parts with one name', () => {
    expect(entries(parseMultipart(lines(...part('a', '1'), ...part('a', '2'), '--b--'), type))).toEqual({ a: '1' })
  })

  it.each([
    ['is empty', Buffer.from('')],
    ['is not closed', lines(...part('a', '1'))],
    ['is cut within a part', lines(...part('a', '1'), '--b', 'Content-Disposition: form-data; name="c"', '--b--')],
    ['begins with something else', lines('preamble', ...part('a', '1'), '--b--')],
    ['has text behind a boundary', lines('--bx', 'Content-Disposition: form-data; name="a"', '', '1', '--b--')],
  ])('refuses a body that %s', (_title, body) => {
    expect(parseMultipart(body, type)).toBeUndefined()
  })

  it('finds no parts in a body that closes at once', () => {
    expect(entries(parseMultipart(Buffer.from('--b--'), type))).toEqual({})
  })
})
