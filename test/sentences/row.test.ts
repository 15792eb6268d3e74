import { describe, expect, it } from 'vitest'
import { defineConfig } from '../../lib/config/config.ts'
import { titleOf } from '../../lib/config/source-family.ts'
import type { About } from '../../lib/inbox/event.ts'
import { languages } from '../../lib/sentences/languages.ts'
import { rowText, titleText } from '../../lib/sentences/row.ts'

const form = { code: 'form' } as const

describe('a row', () => {
  it.each<[About | undefined, number | undefined, english: string, german: string]>([
    [
      { what: 'return', pieces: 1, name: 'Mug, blue', number: '6203001001', label: '#1001' },
      10_001,
      'Return of 1 × Mug, blue · order #1001',
      'Retoure: 1 × Mug, blue · Auftrag #1001',
    ],
    [
      { what: 'refund', pieces: 2, name: 'MUG-BLUE', more: 3, number: '6203001001' },
      undefined,
      'Refund of 2 × MUG-BLUE and 3 more · order 6203001001',
      'Erstattung: 2 × MUG-BLUE und 3 weitere · Auftrag 6203001001',
    ],
    [{ what: 'withdrawal', all: true }, undefined, 'Withdrawal of all articles', 'Widerruf: alle Artikel'],
    [{ what: 'return', pieces: 2 }, undefined, 'Return of 2 pieces', 'Retoure: 2 Stück'],
    [{ what: 'comment' }, 10_001, 'Comment · order 10001', 'Kommentar · Auftrag 10001'],
    [{ what: 'cancellation' }, undefined, 'Cancelled return', 'Stornierte Retoure'],
    [{ what: 'order', number: 'B-1' }, undefined, 'New order · order B-1', 'Neuer Auftrag · Auftrag B-1'],
    [undefined, undefined, 'Delivery: Return form', 'Nachricht: Retourenformular'],
  ])('says %j', (about, orderId, english, german) => {
    const { en, de } = languages
    expect(rowText(en.row, { about, orderId, title: form })).toBe(english)
    expect(rowText(de.row, { about, orderId, title: form })).toBe(german)
  })
})

describe('a source is called', () => {
  const config = defineConfig({
    sources: {
      eu: { kind: 'shopify' },
      us: { kind: 'shopify', orders: 'any' },
      woo: { kind: 'woocommerce', orders: 'any' },
      'form-a': { kind: 'typeform' },
      'form-b': { kind: 'tally' },
      cancel: { kind: 'tally', tells: 'withdrawal' },
      named: { kind: 'tally', title: ' Returns of B2B ' },
      desk: { kind: 'standard' },
    },
  })
  it.each([
    ['eu', 'Shopify shop (eu)', 'Shopify-Shop (eu)'],
    ['woo', 'WooCommerce shop', 'WooCommerce-Shop'],
    ['form-b', 'Return form (form-b)', 'Retourenformular (form-b)'],
    ['cancel', 'Withdrawal form', 'Widerrufsformular'],
    ['named', 'Returns of B2B', 'Returns of B2B'],
    ['desk', 'desk', 'desk'],
    ['operator', 'By hand', 'Von Hand'],
    ['gone', 'gone', 'gone'],
  ])('%s: %s, %s', (source, english, german) => {
    const title = titleOf(config, source)
    expect([titleText(languages.en.row, title), titleText(languages.de.row, title)]).toEqual([english, german])
  })
})
