import type { Reason, ReasonCode, Unclear } from '../../reasons.ts'
import type { ByField, OfCode, Places, Sentences } from '../sentences.ts'
import { asSentence, capital, say, sayBy, withPlaces } from '../sentences.ts'
import { wait } from './history.ts'
import { atOrder, aWrite, carriedOut, inBrackets, list, orderItems, pieces, theLine } from './phrases.ts'
import { problem } from './problem.ts'

type Facts<Code extends ReasonCode> = OfCode<Reason, Code>

const places: Places = {
  ofAll: (count, of) => `${count} von ${of} Befehlen des Ereignisses sind gescheitert.`,
  command: 'Befehl',
  others: (count) => `Die anderen ${count} stehen bei den Befehlen des Ereignisses.`,
}

export const reason: Sentences['reason'] = withPlaces(places, {
  payload_invalid: (facts) => `Die Bridge kann die Nachricht nicht lesen. ${problem(facts)}`,
  mapping: (facts) => `Die Bridge kann aus der Nachricht keinen Befehl machen. ${problem(facts)}`,
  order_unknown: (facts) => orderUnknown(facts),
  not_a_sales_order: ({ orderId, typeId, salesOrder }) =>
    `Auftrag ${orderId} hat den Typ ${typeId}. Nur Kundenaufträge (Typ ${salesOrder}) können retourniert werden.`,
  order_cancelled: ({ orderId, statusId }) =>
    `Auftrag ${orderId} ist storniert (Status ${statusId}); nichts davon kann retourniert werden.`,
  line_unknown: ({ orderId, line, name, orderItemIds }) =>
    orderItemIds.length === 0
      ? `${theLine(line, name)} passt zu keiner Position von Auftrag ${orderId}, die retourniert werden kann.`
      : `${theLine(line, name)} passt zu Positionen verschiedener Artikel von Auftrag ${orderId} (${orderItems(orderItemIds)}). Eine davon mit ihrer ID nennen.`,
  nothing_to_return: (facts) => nothingToReturn(facts),
  rejected: ({ words }) => `Die Anfrage wurde abgelehnt. ${asSentence(words)}`,
  attempts_used_up: ({ attempts, cause }) =>
    `Alle ${attempts} Versuche sind gescheitert. ${cause ? `Zuletzt: ${say(wait, cause)}` : 'Jeder Lauf endete, bevor er eine Ursache melden konnte: siehe Log.'} Die Ursache beheben, dann das Ereignis von vorn beginnen.`,
  possible_duplicate: (facts) => sayBy('what', duplicates, facts),
  same_parcel: sameParcel,
  too_many: ({ orderId, line, name, orderItemIds, quantity, left }) =>
    `${theLine(line, name)} verlangt ${pieces(quantity)} von Auftrag ${orderId} (${orderItems(orderItemIds)}), aber nur noch ${left} ${left === 1 ? 'kann' : 'können'} retourniert werden.`,
  order_ambiguous: (facts) => orderAmbiguous(facts),
  email_mismatch: ({ orderId, named }) =>
    `${named ? `Die E-Mail-Adresse im Ereignis gehört nicht zu Auftrag ${orderId}.` : `Das Ereignis nennt keine E-Mail-Adresse; nichts zeigt also, dass sein Absender für Auftrag ${orderId} handeln darf.`} Das Ereignis freigeben, wenn es echt ist.`,
  addresses_missing: ({ orderId, relation = 1 }) =>
    `Bei Auftrag ${orderId} fehlt die ${relation === 'billing' ? 'Rechnungsadresse' : 'Hauptadresse'} oder die Lieferadresse; eine Retoure davon wäre unvollständig. Die Adresse ergänzen, dann das Ereignis freigeben.`,
  return_incomplete: ({ returnId, statusId, wanted }) =>
    `Retoure ${returnId} ist unvollständig: sie hat den Status ${statusId} statt ${wanted}. Sie im Backoffice vervollständigen, dann das Ereignis freigeben.`,
  outcome_unclear: (facts) => sayBy('what', unclear, facts),
  deferred_too_long: () =>
    'Das Ereignis wurde länger als einen Tag verschoben. Die Ursache im Verlauf suchen und beheben, dann das Ereignis freigeben.',
  source_unknown: ({ source }) =>
    `Die Konfiguration hat keine Quelle namens ${source} mehr. Sie unter demselben Namen konfigurieren, dann das Ereignis freigeben.`,
  withdrawal_unplaced: withdrawalUnplaced,
  invariant_broken: ({ invariant, facts }) =>
    `Die Bridge ist auf etwas gestoßen, das nie vorkommen darf (${[invariant, ...Object.entries(facts).map(([name, value]) => `${name} ${value}`)].join(', ')}), und hat vorher angehalten. Das ist ein Fehler der Bridge. Das Log zeigt, wo es geschah.`,
  write_cap: ({ orderId, most }) =>
    `Formulare haben heute ${most === 1 ? 'einmal' : `${most} Mal`} in Auftrag ${orderId} geschrieben; mehr dürfen sie nicht. Das Ereignis freigeben, wenn es echt ist. Sonst verwerfen.`,
  not_shipped: ({ orderId, statusId, shippedFrom }) =>
    `Auftrag ${orderId} ist nicht versendet: er hat Status ${statusId}, und versendet sind Aufträge ab Status ${shippedFrom}.`,
  topic_not_mapped: problem,
  test_delivery: ({ sender }) => `${sender} hat diese Nachricht als Test markiert.`,
  already_done: ({ by, orderId }) =>
    `Ereignis ${by} hat das schon erledigt${orderId === undefined ? '' : `: es hat Auftrag ${orderId} angelegt`}.`,
  order_not_named: () => 'Die Nachricht nennt keinen Auftrag; es gibt also keinen zu kommentieren.',
  parcel_ended: () => 'Der Shop hat diese Retoure abgelehnt oder storniert; daraus wird also nichts.',
})

/** Never in the words of the event: a number can be whatever somebody typed. */
const orderUnknown = ({ by, orderId, wanted }: Facts<'order_unknown'>): string =>
  ({
    id: `Das Backoffice hat keinen Auftrag ${orderId}.`,
    email:
      'Das Backoffice hat keinen Kontakt mit der E-Mail-Adresse im Ereignis, oder dieser Kontakt hat nur stornierte oder gar keine Aufträge.',
    number:
      wanted === 'return'
        ? 'Das Backoffice hat keinen Kundenauftrag mit der externen Nummer im Ereignis, oder nur stornierte.'
        : 'Das Backoffice hat keinen Kundenauftrag mit der externen Nummer im Ereignis.',
  })[by]

const nothingToReturn = ({ orderId, what }: Facts<'nothing_to_return'>): string =>
  ({
    no_line: `Auftrag ${orderId} hat keine Position, die retourniert werden kann.`,
    nothing_asked_for: `Von dem, was angefragt ist, ist bei Auftrag ${orderId} nichts mehr zu retournieren.`,
    nothing_left: `Auftrag ${orderId} hat keine Position mehr, von der noch etwas zu retournieren ist.`,
  })[what]

function withdrawalUnplaced({ because }: Facts<'withdrawal_unplaced'>): string {
  const [what, remedy] = because.several
    ? ['nicht alles erledigen, was daraus folgt', 'Den Rest von Hand erledigen (comment.add, return.create)']
    : ['das nicht beim Auftrag vermerken', 'Es dort von Hand vermerken (comment.add)']
  return `Ein Kunde hat den Vertrag widerrufen, und die Bridge konnte ${what}. ${say(reason, because)} ${remedy}, dann das Ereignis verwerfen; oder die Ursache beheben und es freigeben.`
}

const duplicates: ByField<'what', Facts<'possible_duplicate'>> = {
  same_lines: (facts) =>
    `Ereignis ${facts.by} hat kurz vorher dieselben Positionen von Auftrag ${facts.orderId} verlangt. Dieses Ereignis freigeben, wenn beide gemeint sind: dann entstehen eine weitere Retoure und ein weiteres Versandetikett. Sonst verwerfen.`,
  number_taken: (facts) =>
    `Die externe Nummer hat schon Auftrag ${list(facts.ids)}, ${facts.by === undefined ? 'den nicht die Bridge angelegt hat' : `den Ereignis ${facts.by} mit anderen Positionen angelegt hat`}. Ist dieser Auftrag gemeint, das Ereignis verwerfen. Wenn nicht, jenen Auftrag stornieren, dann dieses Ereignis freigeben.`,
  number_cancelled: (facts) =>
    `Ereignis ${facts.by} hat Auftrag ${list(facts.ids)} mit derselben externen Nummer angelegt, und der ist jetzt storniert. Dieses Ereignis freigeben, um den Auftrag noch einmal anzulegen.`,
}

/** Each return makes a carrier label (docs/back-office.md 5.1): a second one for a parcel costs money and confuses the customer. */
function sameParcel({ what, orderId, ids }: Facts<'same_parcel'>): string {
  const returns = `Retoure ${list(ids)} von Auftrag ${orderId}`
  const otherwise = 'Ist es ein anderes Paket, das Ereignis freigeben, damit es eine eigene Retoure bekommt.'
  return {
    covered: `${returns} enthält schon die Stücke, die das Ereignis verlangt. Ist es dasselbe Paket, das Ereignis damit verknüpfen (event.link). ${otherwise}`,
    several: `Jede dieser Retouren von Auftrag ${orderId} enthält die Stücke, die das Ereignis verlangt: ${list(ids)}. Das Ereignis mit der verknüpfen, zu der es gehört (event.link). ${otherwise}`,
    part: `Keine Retoure enthält alles, was das Ereignis verlangt; Stücke davon sind in ${returns}. Ist es dasselbe Paket, das Ereignis damit verknüpfen (event.link) und ihre Stücke prüfen. ${otherwise}`,
    gone: `Das Ereignis war mit ${returns} verknüpft, aber der Auftrag hat diese Retoure nicht mehr. Es mit einer anderen verknüpfen (event.link), oder es freigeben, damit es ohne Verknüpfung weitergeht.`,
  }[what]
}

const byHand = {
  return: 'die Retoure für den richtigen Auftrag von Hand anlegen (return.create), dann das Ereignis verwerfen.',
  comment: 'den Kommentar von Hand in den richtigen Auftrag schreiben (comment.add), dann das Ereignis verwerfen.',
} as const

/** A release counts for one order alone. */
const releaseOrByHand = (ids: readonly number[], wanted: keyof typeof byHand): string =>
  ids.length === 1
    ? `Ist Auftrag ${list(ids)} der richtige, das Ereignis freigeben. Wenn nicht, ${byHand[wanted]}`
    : capital(byHand[wanted])

function part({ orderId, lines }: NonNullable<Facts<'order_ambiguous'>['split']>[number]): string {
  if (lines === undefined) return `Auftrag ${orderId}`
  return `Auftrag ${orderId} (${lines.length === 0 ? 'nichts' : `Zeile ${list(lines)}`} der Anfrage)`
}

const orderAmbiguous = ({ what, ids, wanted, split = [] }: Facts<'order_ambiguous'>): string =>
  ({
    unlabelled: `Vielleicht ist Auftrag ${list(ids)} gemeint, aber er trägt nicht die Shop-Bezeichnung im Ereignis. Der gemeinte Auftrag ist vielleicht noch nicht da. ${releaseOrByHand(ids, wanted)}`,
    label: `Die Shop-Bezeichnung im Ereignis zeigt nicht, welcher Auftrag gemeint ist: ${list(ids)}. ${capital(byHand[wanted])}`,
    shared_label: `Die Shops verwenden die Shop-Bezeichnung im Ereignis für mehrere Aufträge; sie zeigt also nicht, welcher gemeint ist. Im Backoffice: ${list(ids)}. ${releaseOrByHand(ids, wanted)}`,
    shared_number: `Aufträge mehrerer Shops haben die Nummer im Ereignis; sie zeigt also nicht, welcher gemeint ist. Im Backoffice: ${list(ids)}. ${releaseOrByHand(ids, wanted)}`,
    unproven: `Das Backoffice zeigt die E-Mail-Adresse des gefundenen Kontakts nicht; nichts beweist also, welcher Auftrag gemeint ist: ${list(ids)}. ${releaseOrByHand(ids, wanted)}`,
    split: `Der Auftrag wurde geteilt, und seine Teile haben verschiedene Positionen: ${split.map(part).join('; ')}. Zu jedem Teil, der zurückkommt, die Retoure von Hand anlegen (return.create), dann das Ereignis verwerfen.`,
    too_many: `Zu dem, was das Ereignis nennt, passt so viel, dass die Bridge nicht alles gelesen hat. ${capital(byHand[wanted])}`,
    several: `Mehrere Aufträge passen: ${list(ids)}. ${capital(byHand[wanted])}`,
  })[what]

const entries = { return: 'Retouren', comment: 'Kommentare', order: 'Aufträge', image: 'Bilder' } as const
const orDiscard = 'oder es verwerfen und in der Notiz sagen, was gefunden wurde.'
const lookAgain = `Im Backoffice nachsehen, dann das Ereignis freigeben, damit die Bridge noch einmal prüft, ${orDiscard}`

const unclear: ByField<'what', Facts<'outcome_unclear'>> = {
  list_incomplete: (facts) =>
    `${sent(facts)} In der Liste des Backoffice fehlen ${entries[facts.kind]}, die vorher da waren${inBrackets(facts.ids)}; sie beweist also nichts. ${lookAgain}`,
  list_mixed: (facts) =>
    `${sent(facts)} Die Liste des Backoffice enthält auch Einträge, die nicht dazugehören${inBrackets(facts.ids)}; sie beweist also nichts. ${lookAgain}`,
  similar: (facts) =>
    `${sent(facts)} Neue ${entries[facts.kind]} sehen danach aus, aber bei keinem Eintrag ist es sicher${inBrackets(facts.ids)}. Stornieren, was zu viel ist, dann das Ereignis freigeben, damit die Bridge noch einmal prüft, ${orDiscard}`,
  missing: (facts) =>
    `${sent(facts)} Das Backoffice zeigt es nicht${facts.kind === 'image' ? ' als sichtbar' : ''}. Dort nachsehen, dann das Ereignis freigeben: fehlt es immer noch, sendet die Bridge es noch einmal. Oder das Ereignis verwerfen und in der Notiz sagen, was gefunden wurde.`,
  twice: (facts) =>
    `${capital(aWrite[facts.kind])}${atOrder(facts.kind, facts.orderId)} wurde zweimal ${carriedOut[facts.kind]}${inBrackets(facts.ids)}: ein früherer Versuch kam verspätet an. Eines davon stornieren, dann das Ereignis freigeben.`,
  cannot_continue: (facts) =>
    `Bei einem Schreibvorgang ist unbekannt, was daraus wurde${inBrackets(facts.ids)}, und ${cause(facts)}`,
}

/** Ends the sentence that says that the outcome of a write is unknown. */
function cause({ because, words }: Extract<Unclear, { what: 'cannot_continue' }>): string {
  if (because === 'attempts_used_up') return `alle Versuche sind aufgebraucht. ${lookAgain}`
  if (words !== undefined) return `das Backoffice hat den nächsten Schritt abgelehnt: ${words} ${lookAgain}`
  if (because !== 'command_gone') return `das Ereignis kann nicht weitergehen (${because}). ${lookAgain}`
  return `die Konfiguration ergibt den Befehl dafür nicht mehr. Im Backoffice nachsehen. Die Konfiguration wiederherstellen und das Ereignis freigeben, ${orDiscard}`
}

const sent = (facts: { kind: keyof typeof entries; orderId?: number; tries?: number }): string => {
  const what = `${capital(aWrite[facts.kind])}${atOrder(facts.kind, facts.orderId)}`
  return `${what} wurde${(facts.tries ?? 1) > 1 ? ` ${facts.tries} Mal` : ''} gesendet, und es kam keine brauchbare Antwort.`
}
