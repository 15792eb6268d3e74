import type { InvalidFields, Problem } from '../../problems.ts'
import type { LineName } from '../../reasons.ts'
import type { LeftOutKind, LineAsked, LineTaken } from '../../workflow/plan-return/line-why.ts'
import { asSentence, type ByField, fieldList, lineName, type Sentences, sayBy } from '../sentences.ts'

const problems: ByField<'problem', Problem> = {
  own_words: (facts) => asSentence(facts.words),
  unexpected_body: (facts) => `Der Inhalt ist kein ${bodies[facts.expected]}.`,
  too_deep: () => 'Der Inhalt ist zu tief verschachtelt.',
  unreadable: (facts) => `Die Nachricht hat kein lesbares ${anyOf(facts.fields)}.`,
  not_of_topic: (facts) =>
    `Ihr Thema ist \`${facts.topic}\`, aber ihr Feld \`${facts.field}\` fehlt oder sagt etwas anderes.`,
  none_of: (facts) => `Die Nachricht hat kein ${anyOf(facts.fields)}.`,
  invalid_fields: (facts) => `${givers[facts.of]} ungültige Felder: ${facts.fields.join(', ')}.`,
  function_failed: (facts) =>
    `Die Funktion ${facts.function} der Quelle ${facts.source} ${facts.what === 'threw' ? 'hat einen Fehler geworfen' : 'darf nicht async sein'}.`,
  answer_invalid: (facts) => `Die Antwort auf \`${facts.field}\` ist keine ${answers[facts.expected]}.`,
  answer_unreadable: (facts) =>
    `Die Antwort auf \`${facts.field}\` ist nicht ganz lesbar: ein Teil davon ist kein Text.`,
  answer_unnamed: (facts) =>
    `Auf \`${facts.field}\` wurde nicht geantwortet, aber eine Frage ohne Namen hat eine Zahl, die es sein könnte.`,
  answer_missing: (facts) => missing[facts.missing],
  no_pieces: () => 'Die Menge (`quantity`) ist bei jeder Zeile 0.',
  more_than_all: (facts) =>
    facts.quantity === undefined
      ? `Die Antwort auf \`${facts.field}\` verlangt alle Positionen, aber andere sind auch genannt.`
      : `Die Antwort auf \`${facts.field}\` verlangt jedes Stück aller Positionen, aber auf \`${facts.quantity}\` wurde auch geantwortet.`,
  new_order_type: (facts) =>
    `Der neue Auftrag passt nicht: body.typeId muss ${facts.salesOrder} sein. Für eine Retoure gibt es einen eigenen Befehl.`,
  new_order_number: (facts) =>
    `Der neue Auftrag passt nicht: body.properties muss ${number(facts)} genau einmal enthalten, als Text von 1 bis ${facts.longest} Zeichen ohne Leerzeichen am Rand.`,
  new_order_twice: (facts) =>
    `Die neuen Aufträge passen nicht: zwei Aufträge eines Ereignisses dürfen ${number(facts)} nicht gemeinsam haben.`,
  topic_unknown: (facts) =>
    facts.topic === undefined
      ? 'Die Nachricht nennt kein lesbares Thema.'
      : `Das Thema \`${facts.topic}\` ist nicht zugeordnet.`,
  topic_not_on: (facts) => `Das Thema \`${facts.topic}\` wird übergangen, solange \`on\` der Quelle es nicht nennt.`,
  not_reported: (facts) => `Die Nachricht meldet keine ${facts.what === 'refund' ? 'Erstattung' : 'Stornierung'}.`,
  field_missing: (facts) => `Der Nachricht fehlt ein lesbares \`${facts.field}\`.`,
  crm_events: () =>
    'Eine Liste von CRM-Ereignissen enthält keine Formularantworten. Die Antworten mit einem Workflow-Webhook senden.',
  skipped: () => 'Die Konfiguration übergeht dieses Ereignis.',
  no_command: () => 'Diesem Ereignis ist nichts zugeordnet.',
}

export const problem: Sentences['problem'] = (facts) => sayBy('problem', problems, facts)

const bodies = {
  json: 'JSON',
  object: 'JSON-Objekt',
  multipart: 'multipart/form-data',
  object_or_form: 'JSON-Objekt und nicht formularkodiert',
} as const

const givers = {
  return: 'Die Retoure hat',
  comment: 'Der Kommentar hat',
  withdrawal: 'Der Widerruf hat',
  translate: 'Die Funktion translate ergab Befehle mit',
  operator: 'Der Befehl von Hand hat',
} as const satisfies Record<InvalidFields['of'], string>

const answers = { email: 'E-Mail-Adresse', order_number: 'Auftragsnummer', quantity: 'ganze Stückzahl' } as const

const missing = {
  order_or_note:
    'Weder auf `order_number` noch auf `note` wurde geantwortet. Mit `fields` zuordnen, wenn sie im Formular anders heißen.',
  order_or_email:
    'Weder auf `order_number` noch auf `email` wurde geantwortet; nichts zeigt also, welcher Auftrag gemeint ist.',
  sku: 'Auf `sku` wurde nicht geantwortet. Die Antwort "all" retourniert jede Position.',
} as const

const anyOf = (fields: readonly string[]): string => fieldList(fields, { or: 'oder', field: 'Feld' })
const number = ({ property }: { property: number }): string => `Eigenschaft ${property} (die externe Auftragsnummer)`

const lineWhy: Sentences['lineWhy'] = {
  all_lines: asked,
  named: asked,
  with_bundle: asked,
  type_not_returned: ({ typeId, kind }) =>
    kind === 'unassigned'
      ? 'der Position ist kein Artikel zugeordnet: zuerst den Artikel zuordnen'
      : `nicht zu retournieren, weil ${kind ? notReturned[kind] : `die Position vom Typ ${typeId} ist`}`,
  phantom: () => 'nicht zu retournieren, weil die Position keine Variante hat (Phantom)',
  not_asked_for: () => 'nicht angefragt',
  nothing_left: (facts) => `${facts.asked ? `${asked(facts.asked)}, aber ` : ''}davon ist nichts mehr zu retournieren`,
  request_unfulfilled: (facts) =>
    `${asked(facts.asked)}${facts.quantity === undefined ? '' : ` (${facts.quantity})`}, aber die Anfrage als Ganzes ist nicht zu erfüllen`,
}

const notReturned: Readonly<Record<Exclude<LeftOutKind, 'unassigned'>, string>> = {
  coupon: 'es ein Gutschein ist',
  giftCard: 'es ein Geschenkgutschein ist',
  shippingCosts: 'es Versandkosten sind',
  surcharge: 'es ein Zahlungsaufschlag ist',
  giftWrap: 'es eine Geschenkverpackung ist',
  deposit: 'es ein Pfand ist',
  order: 'die Position für einen Auftrag steht',
  dunningCharge: 'es eine Mahngebühr ist',
  set: 'es ein Set ist: das Set von Hand ergänzen',
  setComponent: 'es zu einem Set gehört: die Position von Hand ergänzen',
  orderProperty: 'es eine Bestelleigenschaft ist',
}

function asked(facts: LineTaken | LineAsked): string {
  const more = 'hasSeveralReasons' in facts ? '; mehrere Gründe, der erste zählt' : ''
  return `${sayBy('code', whats, facts)}${more}`
}

const whats: ByField<'code', LineTaken | LineAsked> = {
  all_lines: () => 'alle Positionen werden retourniert',
  named: (facts) => `mit ${inWords(facts.name)} benannt`,
  perhaps_named: (facts) => `vielleicht mit ${inWords(facts.name)} gemeint`,
  with_bundle: (facts) =>
    `kommt mit dem Bundle zurück${facts.cut ? `, soweit es noch da ist (${facts.cut.came} von ${facts.cut.due})` : ''}`,
  of_bundle: () => 'gehört zu einem Bundle, das angefragt ist',
}

const names = {
  orderItemId: 'der Auftragsposition',
  itemVariationId: 'der Varianten-ID',
  sku: 'der SKU',
  name: 'dem Namen',
} as const
const inWords = (name: LineName): string => lineName(names, name)
export const problemSentences = { problem, lineWhy }
