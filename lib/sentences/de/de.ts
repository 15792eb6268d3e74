import type { BudgetFacts } from '../../reasons.ts'
import { statusList as named, type Sentences, utc } from '../sentences.ts'
import type { PathName } from '../why-facts.ts'
import { adviceSentences } from './advice.ts'
import { historySentences, wait } from './history.ts'
import { problemSentences } from './problem.ts'
import { reason } from './reason.ts'
import { row } from './row.ts'
import { sourceSilent } from './silence.ts'

const login: Sentences['login'] = {
  open: 'Die Bridge darf das Backoffice aufrufen.',
  paused:
    'Alle Aufrufe pausieren, weil das Backoffice ein Token gleich nach der Anmeldung abgelehnt hat, die es ausgestellt hat. Um pausedUntil gehen sie von selbst weiter.',
  refused:
    'Das Backoffice hat die Anmeldung mit dieser Version des Secrets abgelehnt. Das Secret korrigieren. Ist der API-Benutzer gesperrt, ihn dort entsperren lassen, was ein neues Passwort setzt, und dieses in das Secret schreiben. Dann die Anmeldung zurücksetzen (login.reset).',
  'used-up':
    'Mehrere Anmeldungen hintereinander brachten kein Token. Die Ursache suchen (Adresse, Netz, Passwort) und beheben. Dann die Anmeldung zurücksetzen (login.reset), was eine weitere erlaubt.',
  'not-configured': 'Dem Secret des Backoffice fehlt die Adresse, der Benutzername oder das Passwort. Es ergänzen.',
}

const purposes: Readonly<Record<PathName, string>> = {
  orders: 'führt Aufträge auf',
  ordersByNumber: 'findet Aufträge über ihre externe Nummer',
  ordersOfContact: 'führt die Aufträge eines Kontakts auf',
  contacts: 'findet Kontakte',
  user: 'nennt die ID des API-Benutzers',
  variations: 'nennt die SKUs, die Marktplätze für Artikel haben',
}

const checked: Sentences['checked'] = {
  configuration: () => 'die Konfiguration',
  source_secrets: () => 'das Secret der Quellen',
  back_office_secret: () => 'das Secret des Backoffice',
  events_table: () => 'die Ereignistabelle',
  state_table: () => 'die Zustandstabelle',
  login: () => 'die Anmeldung',
  token: () => 'ein Token',
  limits: () => 'die Grenzen des Backoffice',
  paths: () => 'die Pfade des Backoffice',
  path: ({ setting }) => `der Pfad ${setting}`,
  right: ({ right, route }) => `das Recht "${right}" für [GET] ${route}`,
  login_after_reads: () => 'die Anmeldung nach diesen Lesezugriffen',
  paths_that_write: () => 'die Pfade, die schreiben',
  skus: () => 'die SKUs der Positionen',
  cancelled_statuses: () => 'die Status stornierter Aufträge',
  labels: () => 'die Etiketten der Retouren',
  customers: () => 'die Kunden der Retouren',
  silence: () => 'Quellen, die schweigen',
  messages: () => 'die Empfänger von Nachrichten',
  rights_to_write: () => 'die Rechte zum Schreiben',
}

const numbers = ({ budget, limit, used = 0, others = 0 }: BudgetFacts): string =>
  `${budget} ${used + others} von ${limit}`

const seen: Sentences['seen'] = {
  no_source: () => 'In bridge.config.ts steht keine Quelle, also wird jeder Webhook abgelehnt.',
  sources: ({ sources }) => `Quellen (${sources.length}): ${sources.join(', ')}.`,
  secrets_not_readable: () =>
    'Nur die Funktionen der Webhooks dürfen es lesen. Ihr Log nennt Quellen, deren Secret fehlt oder zu kurz ist, und solche, die sich eines teilen.',
  secrets_own: () => 'Jede Quelle hat ein eigenes Secret.',
  secret_missing: ({ sources }) =>
    `Für ${sources.join(', ')} gibt es kein Secret, also lehnt die Bridge die Nachrichten ab.`,
  secret_useless: ({ sources }) =>
    `Ein Secret von ${sources.join(', ')} ist zu kurz oder hat das falsche Format für seinen Absender, also beweist es nichts (mindestens 16 Bytes, wo Menschen es wählen, 8, wo der Absender es erzeugt, 24 Zeichen bei einem Token: docs/senders.md).`,
  secret_shared: ({ sources }) =>
    `${sources.join(', ')} teilen sich ein Secret: wer für eine signieren kann, kann es für alle. Jeder ein eigenes geben.`,
  secret_wrong: ({ words }) => `Technische Ursache: ${words}. Das Secret korrigieren.`,
  secret_complete: () => 'Es hat eine Adresse, einen Benutzernamen und ein Passwort.',
  password_weak: () =>
    'Das Passwort des API-Benutzers hat weniger als 16 Zeichen oder wenige verschiedene. Wer die Zustandstabelle lesen kann, kann Passwörter am gespeicherten Token ausprobieren, und keine Sperre zählt mit: dem Benutzer ein langes, zufälliges geben (SECURITY.md).',
  table_readable: () => 'Die Bridge kann sie lesen.',
  newer_version: () =>
    'Das hat eine neuere Version der Bridge geschrieben, und diese kann es nicht lesen. Nichts wurde getan. Noch einmal fragen, wenn das Ausrollen beendet ist.',
  token_there: () => 'Die Bridge hat ein Token für das Backoffice.',
  login_is: ({ state }) => login[state],
  unreachable: ({ error }) => `Die Bridge erreicht es nicht (${error}).`,
  cause: ({ cause }) => `Technische Ursache: ${cause}.`,
  no_article: () => 'Kein Auftrag mit einem Artikel wurde gelistet.',
  skus_in_lines: ({ orderId, property }) =>
    `Die Positionen von Auftrag ${orderId} tragen sie (Eigenschaft ${property}).`,
  skus_found: ({ orderId, property, byNumber, byMarket }) => {
    const ways = [
      ...(byNumber ? ['über die Nummern ihrer Varianten, die mit dem Auftrag gelesen werden'] : []),
      ...(byMarket ? ['über die SKUs der Auftragsherkunft, für je einen Aufruf mehr'] : []),
    ]
    return `Positionen von Auftrag ${orderId} tragen keine (Eigenschaft ${property}). Sie werden gefunden ${ways.join(', oder ')}.`
  },
  skus_lost: ({ orderId, property }) =>
    `Positionen von Auftrag ${orderId} tragen keine (Eigenschaft ${property}). Eine Anfrage, die Positionen mit SKU nennt, endet dort mit line_unknown, außer ein Name daneben passt auf eine Position.`,
  cancelled_by_name: ({ statuses }) =>
    `Nach ihren Namen sind diese storniert, und die Bridge hält sie für offen: ${named(statuses)}.`,
  not_cancelled_by_name: ({ statuses }) =>
    `Die Bridge hält diese für storniert, und ihre Namen sagen das nicht: ${named(statuses)}.`,
  statuses_agree: ({ statusIds }) =>
    `Die Namen im System stimmen damit überein (${statusIds.join(', ') || 'keiner ist storniert'}).`,
  set_cancelled: () => 'backOffice.constants.statuses.cancelled auf das Richtige setzen.',
  compare_statuses: () => 'backOffice.constants.statuses selbst mit den Status des Systems vergleichen.',
  announces_with_label: ({ statusId, sources }) =>
    `Quellen, die Retouren mit Status ${statusId} ankündigen, nach dem ein Backoffice sein Versandetikett erstellt: ${sources.join(', ') || 'keine'}.`,
  source_silent: sourceSilent,
  nobody_silent: () => 'Keine schweigt länger als üblich.',
  messages_taken: () => 'Keiner hat die letzte Nachricht abgelehnt.',
  receiver_down: ({ to, since }) =>
    `Der Empfänger ${to} aus notify nimmt seit ${utc(since)} keine Nachricht an: was er erfahren soll, wartet. Prüfen, ob seine Adresse stimmt und ob er antwortet.`,
  set_announced: ({ statusId }) =>
    `Verschickt es jemand anderes, returnStatus.announced auf einen Status ohne Etikett setzen; wenn nicht, auf ${statusId}, dann endet diese Warnung.`,
  path_works: ({ path, route }) => `[GET] ${route} ${purposes[path]}.`,
  filters_ignored: ({ filters, route }) =>
    `[GET] ${route} beachtet nicht: ${filters.join(', ')}. Die Antwort enthielt, wonach niemand gefragt hat. Die Bridge handelt nach nichts davon, liest aber jedes Mal alles und gibt auf, wo es zu viel ist.`,
  set_path: ({ path, setting }) =>
    `Wenn ein anderer Pfad dieses Backoffice das tut (er ${purposes[path]}), ${setting} darauf setzen.`,
  set_owner: () => 'backOffice.ownerId auf die ID des API-Benutzers setzen.',
  or_set_owner: () => 'Oder backOffice.ownerId auf die ID des API-Benutzers setzen.',
  owner_set: ({ ownerId }) => `Nicht nötig: backOffice.ownerId ist ${ownerId}.`,
  no_customer: () => 'Kein Auftrag hat einen Kunden gezeigt, mit dem sich das prüfen ließe.',
  no_return: () => 'Kein neueres Ereignis hat eine Retoure erstellt, die ihre relations zeigt.',
  customer_there: ({ returnId }) => `Retoure ${returnId}, von der Bridge erstellt, hat einen Kunden.`,
  customer_missing: ({ returnId }) =>
    `Retoure ${returnId}, von der Bridge erstellt, hat keinen Kunden (relations). Über ihren Auftrag ist sie zu finden, beim Kunden vielleicht nicht. Prüfen, dass keine Ereignisaktion für Retouren den Kunden braucht.`,
  no_order: () => 'Es war kein Auftrag aufgeführt, mit dem sich das prüfen ließe.',
  right_there: () => 'Die Rolle des API-Benutzers erlaubt es.',
  right_missing: ({ right }) =>
    `Der Rolle des API-Benutzers das Recht "${right}" geben, dann die Anmeldung zurücksetzen (login.reset): es zählt ab der nächsten Anmeldung.`,
  right_of_images: () => 'Nur image.list und image.publish brauchen es.',
  limits_free: ({ budgets }) => `Keine ist erreicht: ${budgets.map(numbers).join(', ')}.`,
  limit_used_up: ({ until, ...facts }) =>
    `${wait.limit_used_up(facts)}${until === undefined ? '' : ` Bis ${utc(until)} ist geschlossen.`}`,
  paths_that_write: ({ newOrder, comments, imageAvailabilities }) =>
    `[POST] ${newOrder}, [POST] ${comments}, [POST] ${imageAvailabilities} lassen sich nicht prüfen, ohne zu schreiben.`,
  rights_to_write: ({ newOrder, comments, imageAvailabilities }) =>
    `Kein Lesezugriff beweist sie. In der Rolle nachsehen: "Orders: create" für Retouren und Aufträge ([POST] ${newOrder}), "Comments: create" ([POST] ${comments}), "Item images: create", nur für image.publish ([POST] ${imageAvailabilities}).`,
}

const rest = 'Nur Ereignisse ohne Auftrag wurden durchsucht.'

const notAsked: Sentences['notAsked'] = {
  login_closed: () => `Die Anmeldung ist geschlossen (login.status sagt, warum). ${rest}`,
  no_answer: () => `Das Backoffice ließ sich nicht fragen. In einem Moment noch einmal versuchen. ${rest}`,
  too_many: () => `Das Backoffice hat zu viele Aufträge dieses Kunden. ${rest}`,
  refused: ({ status }) => `Das Backoffice hat die Frage abgelehnt (Status ${status}), mehr dazu: doctor. ${rest}`,
}

export const de: Sentences = {
  ...adviceSentences,
  ...historySentences,
  ...problemSentences,
  reason,
  login,
  checked,
  seen,
  notAsked,
  row,
  line: ({ text, first, last, times }) =>
    times === 1 ? `${utc(first)}: ${text}` : `${utc(first)} bis ${utc(last)}, ${times} Mal: ${text}`,
}
