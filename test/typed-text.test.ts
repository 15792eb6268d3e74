import { describe, expect, it } from 'vitest'
import { hidden, shownItem, shownNumber, shownSku } from '../lib/typed-text.ts'

describe('what somebody typed', () => {
  it.each(['1001', '#1001', 'EN-1001', '6203001001', '302-1234567-1234567', 'B-143-0003', 'WC/2026/0042', 'No.7'])(
    'is shown where it has the form of an order number: %s',
    (typed) => expect(shownNumber(typed)).toBe(typed),
  )

  it.each(['MUG-BLUE', 'TEAPOT-W', 'LAMP-7', 'mug-01', '4006381333931', 'SET_3.2'])(
    'is shown where it has the form of an SKU: %s',
    (typed) => expect(shownSku(typed)).toBe(typed),
  )

  it.each([
    ['a name', 'Anna'],
    ['a name in capitals', 'MUELLER'],
    ['two names', 'Anna-Maria'],
    ['a name with a number', 'Mueller1985'],
    ['a whole name', 'Anna Beispiel'],
    ['an e-mail address', 'anna@example.com'],
    ['a street', 'Bergstrasse 5'],
    ['a street in one word', 'Bergstrasse5'],
    ['a telephone number', '+4915112345678'],
    ['a bank account', 'DE89370400440532013000'],
    ['a card', '4111111111111111'],
    ['a sentence', 'The mug 1 is broken'],
    ['an address of a page', 'https://example.com/1'],
    ['markup', '<b>1</b>'],
    ['letters that look like others', 'А-1'],
    ['a line more', '1001\nAnna'],
    ['a direction mark', '10\u202E01'],
    ['too many parts', Array.from({ length: 15 }, () => 'A1').join('-')],
    ['nothing', ''],
  ])('is hidden where it is %s', (_title, typed) => {
    expect(shownNumber(typed)).toBe(hidden)
    expect(shownSku(typed)).toBe(hidden)
  })

  it('is no order number without a digit', () => {
    expect(shownNumber('ANNA-MARIA')).toBe(hidden)
  })

  it('is hidden in the name of an item too', () => {
    expect(shownItem('number#Anna Beispiel')).toBe(`number#${hidden}`)
    expect(shownItem('number#R-1001')).toBe('number#R-1001')
    expect(shownItem('order#10001')).toBe('order#10001')
  })
})
