import fc from 'fast-check'
import { expect, it } from 'vitest'
import { createWithoutEcho, type Sent } from '../../../lib/back-office/http/without-echo.ts'

const withoutEcho = (words: string, sent: Sent) => createWithoutEcho(sent)(words)

const body = {
  referenceType: 'order',
  text: '[bridge:ABCDEFGHIJKL] Reported by standard:<br>&gt; It&#39;s Anna Beispiel, my mug is broken',
  orderItems: [{ orderItemName: 'Mug', amounts: [{ purchasePrice: 47.1193, priceGross: '12.50', quantity: 3 }] }],
}
const address = { name2: 'Ben', name3: 'Muster', address1: 'Am Markt', postalCode: '10115' }
const query = [
  ['externalOrderId', 'Frau Geheim'],
  ['with[]', 'orderItems'],
  ['page', 1],
] as const
const mark = '[what was sent]'

it.each([
  ['all of it', `Cannot take ${body.text}.`, `Cannot take [${mark}.`],
  ['a part of it, in other letters', 'Not allowed: ANNA BEISPIEL my-mug was here', `Not allowed: ${mark} was here`],
  ['its number in a query', 'No order frau+geheim!', `No order ${mark}!`],
  ['a short text', 'The name "MUSTER" of Am-Markt (10115) is odd', `The name "${mark}" of ${mark} (${mark}) is odd`],
  ['a price', 'purchasePrice: 47.1193 and 47,119300 are odd', `purchasePrice: ${mark} and ${mark} are odd`],
  ['a price as text', 'priceGross 12.50 is odd', `priceGross ${mark} is odd`],
])('a sentence loses what it quotes of the request: %s', (_title, words, expected) => {
  expect(withoutEcho(words, { body: { ...body, address }, query })).toBe(expected)
})

it.each([
  'The userId is required where isVisibleForContact is false.',
  'orderItems.amounts: must not have an id.',
  'Order 3 has status 9.01, page 1.',
  'The order is locked.',
  '147.1193 and 47.11934',
  'The musterHaus is closed, at 101150.',
])('a sentence of the server stays: %s', (words) => {
  expect(withoutEcho(words, { body: { ...body, address }, query })).toBe(words)
  expect(withoutEcho(words, {})).toBe(words)
})

it('whatever was sent, a quote of it leaves fewer than twelve letters', () => {
  const lettersIn = (text: string) => [...text].filter((one) => /[\p{L}\p{N}]/u.test(one)).length
  fc.assert(
    fc.property(fc.string({ minLength: 20, maxLength: 80 }), fc.nat(20), (text, from) => {
      expect(lettersIn(withoutEcho(text.slice(from), { body: { text } }).replaceAll(mark, ''))).toBeLessThan(12)
    }),
  )
})
