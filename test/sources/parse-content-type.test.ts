import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { parseContentType } from '../../lib/sources/shared/form-body.ts'
import { anyText } from './any-text.ts'

describe('parseContentType', () => {
  it.each([
    ['application/json', 'application/json'],
    ['Application/JSON; charset=utf-8', 'application/json'],
    [' text/plain ', 'text/plain'],
    ['text/plain;', 'text/plain'],
    ['text/plain; "; =', 'text/plain'],
  ])('reads %j as %s', (header, essence) => {
    expect(parseContentType(header)?.essence).toBe(essence)
  })

  it.each([undefined, '', ';', 'text', 'text/', '/plain', 'text /plain', 'text/plain, text/html', 'té/xt'])(
    'reads nothing from %j',
    (header) => {
      expect(parseContentType(header)).toBeUndefined()
    },
  )

  it('never throws', () => {
    fc.assert(fc.property(anyText, (text) => void parseContentType(`text/plain;${text}`)))
    fc.assert(fc.property(anyText, (text) => void parseContentType(text)))
  })
})
