/** What people write before the number, in the languages of the shops that this bridge serves. */
const composite = '(?:bestell|bestellungs|auftrags|order|rechnungs)[- ]?(?:nr|nummer|no|number|num|id)'
const words =
  'order|bestellung|auftrag|commande|pedido|ordine|bestelling|bestelnummer|number|nummer|numero|número|numéro|nr|no|id|my|meine|mein|the|die|is|ist|lautet'
/** A word counts only when it stands alone: `B-143-0003`, `NO-77` and `TWIN-77` are numbers as they are. */
const leading = new RegExp(`^(?:(?:${composite}|${words})(?![\\p{L}\\p{N}-])|[#:.°º'"(\\[\\s])+`, 'iu')

/** More is no number with words around it, and taking the end of a megabyte of blanks away would take the whole run. */
const longestTyped = 500

/**
 * An order number as people type it ("#1001", "Bestellung 1001 ", "Order no.: #1001"), as the back office knows it ("1001").
 * Undefined where no letter or digit is left.
 */
export function parseOrderNumber(typed: string): string | undefined {
  if (typed.length > longestTyped) return undefined
  const plain = typed
    .normalize('NFKC')
    .replace(/[\u200B-\u200D\u2060\uFEFF]/g, '')
    .replace(/[\u2010-\u2015\u2212]/g, '-')
  const number = plain.replace(leading, '').replace(/[\s.,;:!?'")\]]+$/, '')
  return /[\p{L}\p{N}]/u.test(number) && number.length <= 100 ? number : undefined
}
