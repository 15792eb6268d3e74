import type { RowWords } from '../row.ts'
import { pieces } from './phrases.ts'

export const row: RowWords = {
  ...{ return: 'Retoure', refund: 'Erstattung', comment: 'Kommentar', cancellation: 'Stornierte Retoure' },
  ...{ withdrawal: 'Widerruf', order: 'Neuer Auftrag', image: 'Bild', of: ': ', all: 'alle Artikel' },
  ...{ form: 'Retourenformular', withdrawal_form: 'Widerrufsformular', hand: 'Von Hand' },
  pieces,
  more: (lines) => ` und ${lines} weitere`,
  ofOrder: (name) => `Auftrag ${name}`,
  delivery: (title) => `Nachricht: ${title}`,
  shop: (name) => `${name}-Shop`,
}
