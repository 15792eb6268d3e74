import type { BudgetName, LineName } from '../../reasons.ts'
import type { WriteKind } from '../../state/write-record.ts'
import { idList, itemName, lineName } from '../sentences.ts'

/** Parts of sentences. German has cases: `aWrite` is who or what does something, `aWriteAsked` what something is done to. */

export const aWrite = {
  return: 'eine Retoure',
  comment: 'ein Kommentar',
  order: 'ein neuer Auftrag',
  image: 'die Veröffentlichung eines Bildes',
} as const satisfies Record<WriteKind, string>

export const aWriteAsked = { ...aWrite, comment: 'einen Kommentar', order: 'einen neuen Auftrag' } as const
const nouns = { return: 'Retoure', comment: 'Kommentar', order: 'Auftrag', image: 'Bild' } as const
const the = { return: 'die Retoure', comment: 'der Kommentar', order: 'der neue Auftrag', image: 'das Bild' } as const
const theAsked = { ...the, comment: 'den Kommentar', order: 'den neuen Auftrag' } as const

export const calls = {
  reads: 'die Lesezugriffe einer Minute',
  writes: 'die Schreibzugriffe einer Minute',
  readsPerDay: 'die Lesezugriffe des Tages',
  writesPerDay: 'die Schreibzugriffe des Tages',
} as const satisfies Record<BudgetName, string>

export const theWrite = (kind: WriteKind, id?: number): string =>
  id === undefined ? the[kind] : `${nouns[kind]} ${id}`

export const theWriteAsked = (kind: WriteKind, id?: number): string =>
  id === undefined ? theAsked[kind] : `${nouns[kind]} ${id}`

export const carriedOut = {
  return: 'angelegt',
  comment: 'geschrieben',
  order: 'angelegt',
  image: 'sichtbar gemacht',
} as const satisfies Record<WriteKind, string>

/** Where a return or comment belongs; nothing where that is not known, and for what belongs to no order. */
export const atOrder = (kind: WriteKind, orderId: number | undefined): string =>
  orderId === undefined || kind === 'order' || kind === 'image' ? '' : ` ${places[kind]} ${orderId}`
const places = { return: 'zu Auftrag', comment: 'an Auftrag' } as const

/** An item after "an". */
export const theItem = itemName('Auftrag', {
  number: 'derselben externen Nummer',
  image: 'demselben Bild',
  comment: 'demselben Kommentar',
})

export const list = idList((count) => ` und ${count} weitere`)

/** ` (1, 2)`, or nothing. */
export const inBrackets = (ids: readonly number[]): string => (ids.length === 0 ? '' : ` (${list(ids)})`)

export const orderItems = (ids: readonly number[]): string =>
  `${ids.length === 1 ? 'Auftragsposition' : 'Auftragspositionen'} ${list(ids)}`

export const pieces = (count: number): string => `${count} Stück`

const lineNames = {
  orderItemId: 'Auftragsposition',
  itemVariationId: 'Variante',
  sku: 'mit ihrer SKU benannt',
  name: 'mit ihrem Namen benannt',
} as const
export const theLine = (line: number, name: LineName): string =>
  `Zeile ${line} der Anfrage (${lineName(lineNames, name)})`
