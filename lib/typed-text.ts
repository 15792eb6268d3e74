import type { ItemId } from './write-kinds.ts'

/** What people typed as a number is shown only where it has the form of one. Names, addresses and sentences have not. */

export const hidden = '[redacted]'
const longest = 40
/** One part between separators. Longer ones are numbers of bank accounts and cards. */
const longestPart = 14
/** Words are longer, unless they are capitals. */
const longestWord = 3
const longestCapitals = 8
const separator = /[-_./]/
/** A number of a card or a bank account in the groups of four in which people write them. */
const account = /^(?:[a-z]{2}\d\d|\d{4})(?:[-_./][a-z\d]{4}){3}/i

/** Letters without an accent and digits, in parts with one separator between them: `#1001`, `302-1234567-1234567`, `MUG-BLUE`. */
function hasForm(text: string): boolean {
  if (text.length > longest || !/^#?[a-z\d]+(?:[-_./][a-z\d]+)*$/i.test(text)) return false
  if (account.test(text) || text.split(separator).some((part) => part.length > longestPart)) return false
  const words = text.match(/[a-z]+/gi) ?? []
  return words.every((word) => word.length <= (word === word.toUpperCase() ? longestCapitals : longestWord))
}

/** An order number or a label: it has a digit. */
export const shownNumber = (typed: string): string => (hasForm(typed) && /\d/.test(typed) ? typed : hidden)

/** An SKU: it has a digit, or several parts. */
export const shownSku = (typed: string): string =>
  hasForm(typed) && (/\d/.test(typed) || separator.test(typed)) ? typed : hidden

/** The name of an item in the state table. The external number of an order to come can be what somebody typed. */
export const shownItem = (item: ItemId): string =>
  item.startsWith('number#') ? `number#${shownNumber(item.slice('number#'.length))}` : item
