import { plainText } from '../plain-text.ts'

/** Words that people write before the number, in several languages. */
const composite = '(?:bestell|bestellungs|auftrags|order|rechnungs)[- ]?(?:nr|nummer|no|number|num|id)'
const words =
  'order|bestellung|auftrag|commande|pedido|ordine|bestelling|bestelnummer|number|nummer|numero|número|numéro|nr|no|id|my|meine|mein|the|die|is|ist|lautet'
/** Only a separate word counts: `B-143-0003`, `NO-77` and `TWIN-77` stay as they are. */
const leading = new RegExp(`^(?:(?:${composite}|${words})(?![\\p{L}\\p{N}-])|[#:.°º'"(\\[\\s])+`, 'iu')

/** Longer text is not a number. Removing a megabyte of spaces at its end would take the whole run. */
const longestTyped = 500

/**
 * From an order number as people type it ("#1001", "Bestellung 1001 ", "Order no.: #1001") to the number itself ("1001").
 * Undefined: no letter or digit is left.
 */
export function parseOrderNumber(typed: string): string | undefined {
  if (typed.length > longestTyped) return undefined
  const plain = plainText(typed.normalize('NFKC')).replace(/[\u2010-\u2015\u2212]/g, '-')
  const number = plain.replace(leading, '').replace(/[\s.,;:!?'")\]]+$/, '')
  return /[\p{L}\p{N}]/u.test(number) && number.length <= 100 ? number : undefined
}
