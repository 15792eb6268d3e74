import { expect, it } from 'vitest'
import { parseOrderNumber } from '../../lib/sources/shared/translate-form.ts'

it.each([
  ['1001', '1001'],
  ['#1001', '1001'],
  [' 1001 ', '1001'],
  ['Order 1001', '1001'],
  ['order #1001', '1001'],
  ['ORDER: 1001', '1001'],
  ['Order no. 1001', '1001'],
  ['Order number: #1001.', '1001'],
  ['Bestellung 1001', '1001'],
  ['Bestellnummer 1001', '1001'],
  ['Bestell-Nr. 1001', '1001'],
  ['Auftragsnummer: 1001', '1001'],
  ['Meine Bestellung ist 1001', '1001'],
  ['my order is #1001!', '1001'],
  ['Nr.1001', '1001'],
  ['№ 1001', '1001'],
  ['"1001"', '1001'],
  ['"1001".', '1001'],
  ['1001 ...', '1001'],
  ['(#1001)', '1001'],
  ['\u00a01001\u200b', '1001'],
  ['\u200f1001\u200e', '1001'],
  ['\u2066302-\u00ad1234567\u2069', '302-1234567'],
  ['１００１', '1001'],
  ['302-1234567-1234567', '302-1234567-1234567'],
  ['302–1234567–1234567', '302-1234567-1234567'],
  ['B-143-0003', 'B-143-0003'],
  ['Order B-143-0003', 'B-143-0003'],
  ['TWIN-77', 'TWIN-77'],
  ['NO-77', 'NO-77'],
  ['no77', 'no77'],
  ['NL-152-0010', 'NL-152-0010'],
  ['Ordera 5', 'Ordera 5'],
  ['Shop 12 A', 'Shop 12 A'],
  ['1001/2', '1001/2'],
])('reads %j as %j', (typed, number) => {
  expect(parseOrderNumber(typed)).toBe(number)
})

it.each(['', '   ', '#', 'Order', 'order no.', '- ', '???', '1'.repeat(101)])('finds no number in %j', (typed) => {
  expect(parseOrderNumber(typed)).toBeUndefined()
})

it('accepts a number of a hundred characters', () => {
  expect(parseOrderNumber('1'.repeat(100))).toBe('1'.repeat(100))
})

it('finds no number in a text of any size, at once', () => {
  expect(parseOrderNumber(`Order no. ${' '.repeat(490)}1`)).toBeUndefined()
  expect(parseOrderNumber(`1${' '.repeat(900_000)}x`)).toBeUndefined()
})
