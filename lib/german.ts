/**
 * Refusals and comments are decided all over the code, in English, and this is their German: an English sentence and its own, `{}` where a
 * fact stands. A sentence that is missing stays English.
 */
const catalogue = `
A request from {} belongs to no return, and none was created. | Eine Anfrage von {} gehört zu keiner Retoure, und keine wurde angelegt.
A request from {} belongs to {}. No other return was created. | Eine Anfrage von {} gehört zu {}. Keine weitere Retoure wurde angelegt.
Return {} was created for a request from {}. | Retoure {} wurde für eine Anfrage von {} angelegt.
It came out incomplete: please check its status. | Sie ist unvollständig: bitte ihren Status prüfen.
The other pieces of the request are in {}. | Die anderen Stücke der Anfrage sind in {}.
No return was created: order {} is not shipped (status {}). Cancel the order, unless a part of it was delivered. | Keine Retoure wurde angelegt: Auftrag {} ist nicht versendet (Status {}). Den Auftrag stornieren, außer ein Teil davon wurde geliefert.
No return was created: order {} is cancelled (status {}). | Keine Retoure wurde angelegt: Auftrag {} ist storniert (Status {}).
No return was created: no delivery has said what these lines are. Look in the shop. | Keine Retoure wurde angelegt: keine Nachricht hat gesagt, was diese Positionen sind. Im Shop nachsehen.
Left out: line {}, because lines of type {} are not returned. | Ausgelassen: Position {}, weil Positionen der Art {} nicht zurückkommen.
Assign its article first. | Zuerst ihren Artikel zuordnen.
Reason: | Grund:
Customer's note: | Notiz des Kunden:
The customer wrote: | Der Kunde schrieb:
The customer wrote in the form {}: | Der Kunde schrieb im Formular {}:
Shopify return {} was {}. | Die Shopify-Retoure {} wurde {}.
Shopify return {} comes back with a label of the shop | Die Shopify-Retoure {} kommt mit einem Etikett des Shops zurück
Shopify return {} comes back with {}. | Die Shopify-Retoure {} kommt mit {} zurück.
Note: | Notiz:
The shop reports a return. | Der Shop meldet eine Retoure.
It is about the whole order. | Es geht um den ganzen Auftrag.
It is about: | Es geht um:
What these lines are is not known here: look in the shop. | Was diese Positionen sind, ist hier nicht bekannt: im Shop nachsehen.
The shop has removed pieces from return {}. | Der Shop hat Stücke aus der Retoure {} genommen.
The shop has cancelled return {}. | Der Shop hat die Retoure {} storniert.
Return {} stays: other reports are about its pieces. | Retoure {} bleibt: um ihre Stücke geht es auch in anderen Meldungen.
Return {} still stands: cancel it, unless the parcel is on its way. | Retoure {} besteht noch: stornieren, außer das Paket ist unterwegs.
Return {} still has them: take them out, unless the parcel is on its way. | Retoure {} enthält sie noch: herausnehmen, außer das Paket ist unterwegs.
No return that stands was created for it. | Keine bestehende Retoure wurde dafür angelegt.
The customer has withdrawn from the contract. Declared at {}, received at {}. | Der Kunde hat den Vertrag widerrufen. Erklärt am {}, eingegangen am {}.
The sender does not say which articles it is about. | Der Absender sagt nicht, um welche Artikel es geht.
Reported by {}: | Gemeldet von {}:
Shopify refund {} of return {} on order {} | Shopify-Erstattung {} zur Retoure {} für Auftrag {}
Shopify refund {} on order {} | Shopify-Erstattung {} für Auftrag {}
WooCommerce refund {} on order {} | WooCommerce-Erstattung {} für Auftrag {}
WooCommerce order {} was placed in the shop. | Der WooCommerce-Auftrag {} wurde im Shop aufgegeben.
WooCommerce order {} was cancelled in the shop. | Der WooCommerce-Auftrag {} wurde im Shop storniert.
Order {} was cancelled in the shop at {}. | Der Auftrag {} wurde im Shop storniert ({}).
Order {} was cancelled in the shop | Der Auftrag {} wurde im Shop storniert
Sendcloud return {} on order {}. | Sendcloud-Retoure {} für Auftrag {}.
The customer asks for: {}. | Der Kunde wünscht: {}.
Lines that cannot be read: {}. See Sendcloud. | Nicht lesbare Positionen: {}. In Sendcloud nachsehen.
It does not say which articles: create the return by hand. | Sie sagt nicht, welche Artikel: die Retoure von Hand anlegen.
Shopware reports that a {} of order {} {}. | Shopware meldet: Eine {} von Auftrag {} {}.
Shopware reports that order {} {}. | Shopware meldet: Auftrag {} {}.
What it is about is in the shop: | Worum es geht, steht im Shop:
It does not say which lines: | Es steht nicht dabei, um welche Positionen es geht:
create the return by hand. | die Retoure von Hand anlegen.
create the return by hand, unless it is there. | die Retoure von Hand anlegen, wenn es sie nicht schon gibt.
cancel the return by hand, if it is there. | die Retoure von Hand stornieren, wenn es sie gibt.
The customer wrote in the shop's contact form: | Der Kunde schrieb im Kontaktformular des Shops:
BigCommerce reports refund {} on order {}. Its lines and amount are in the shop. | BigCommerce meldet die Erstattung {} für Auftrag {}. Positionen und Betrag stehen im Shop.
BigCommerce set order {} from {} to {}. | BigCommerce hat Auftrag {} von {} auf {} gesetzt.
Lines that came back but cannot be read: {}. Return them by hand. | Zurückgekommene, nicht lesbare Positionen: {}. Von Hand zurückbuchen.
The refund was reported as pending before. | Die Erstattung war zuvor als ausstehend gemeldet.
Its lines cannot be read: see the shop. | Ihre Positionen sind nicht lesbar: im Shop nachsehen.
Its exchange lines cannot be read: see the shop. | Ihre Umtauschpositionen sind nicht lesbar: im Shop nachsehen.
Its transactions cannot be read: see the shop. | Ihre Zahlungen sind nicht lesbar: im Shop nachsehen.
no line was restocked as a return. | keine Position wurde als Retoure eingelagert.
- and {} more lines | - und {} weitere Positionen
and {} more. | und {} weitere.
The order was edited in the shop (Shopify edit {}): {} added, {} removed. | Der Auftrag wurde im Shop bearbeitet (Shopify-Änderung {}): {} dazu, {} weg.
No return was created: the message names none of its lines. | Keine Retoure wurde angelegt: Die Nachricht nennt keine ihrer Positionen.
No return was created: the message does not say what {} of its lines are. | Keine Retoure wurde angelegt: Die Nachricht sagt von {} ihrer Positionen nicht, was sie sind.
Wait for the refund of this return, or create it by hand. | Auf die Erstattung zu dieser Retoure warten oder sie von Hand anlegen.
[{}] {} was refused with {}: | Das Backoffice hat [{}] {} abgelehnt ({}):
There is no event with this id: event.list shows what there is. | Es gibt kein Ereignis mit dieser ID: event.list zeigt, welche es gibt.
event {} has moved since you looked at it. It is {} since {}. Look at it again. | Ereignis {} hat sich bewegt, seit Sie es angesehen haben. Es ist seit {3} {2}. Noch einmal ansehen.
event {} was moved at the same moment. Look at it again. | Ereignis {} wurde im selben Moment bewegt. Noch einmal ansehen.
event {} is {} and cannot be {}. | Ereignis {} ist {} und kann nicht {} werden.
It starts within minutes, or when its pause ends: wait for its end. | Es beginnt in wenigen Minuten, oder wenn seine Pause endet: sein Ende abwarten.
The bridge works on it: try again in a moment. | Die Bridge arbeitet daran: gleich noch einmal versuchen.
Release it to try now, or discard it. | Freigeben, um es jetzt zu versuchen, oder verwerfen.
Release, replay or discard it. | Freigeben, von vorn beginnen oder verwerfen.
Only a replay can move it. | Nur ein Neubeginn kann es bewegen.
event {} cannot be discarded without a note. | Ereignis {} lässt sich nicht ohne Notiz verwerfen.
A write of it may have happened. | Ein Schreibvorgang dafür kann geschehen sein.
A run that broke off may have sent a write for it. | Ein abgebrochener Lauf kann dafür etwas gesendet haben.
Look into the back office, then say in the note what you found. | Im Backoffice nachsehen, dann in der Notiz sagen, was dort steht.
event {} is a withdrawal. It counts from the moment it was sent: confirm its receipt, and pay back within 14 days. | Ereignis {} ist ein Widerruf. Er gilt ab dem Moment, in dem er gesendet wurde: den Eingang bestätigen und binnen 14 Tagen zurückzahlen.
Then discard it by itself, and say in the note how the customer was answered. | Dann einzeln verwerfen und in der Notiz sagen, was dem Kunden geantwortet wurde.
event {} is {} now, and fits the filter no more. | Ereignis {} ist jetzt {} und passt nicht mehr zum Filter.
event {} asks for no return that is not there yet. There is nothing to link. | Ereignis {} verlangt keine Retoure, die es nicht schon gibt. Es gibt nichts zu verknüpfen.
event {} asks for {} returns. Release it; link it once it is held for one of them. | Ereignis {} verlangt {} Retouren. Freigeben, und verknüpfen, sobald es wegen einer davon angehalten ist.
The back office has no return {}. | Das Backoffice hat keine Retoure {}.
{} is an order of type {} and no return. return.list shows an order's returns. | {} ist ein Auftrag der Art {} und keine Retoure. return.list zeigt die Retouren eines Auftrags.
return {} is cancelled. Release the event to create a new one. | Retoure {} ist storniert. Das Ereignis freigeben, um eine neue anzulegen.
return {} names no order. Complete it in the back office first. | Retoure {} nennt keinen Auftrag. Sie zuerst im Backoffice ergänzen.
event {} is about order {}, and return {} belongs to order {}. | Ereignis {} betrifft Auftrag {}, und Retoure {} gehört zu Auftrag {}.
event {} asks for no {}. There is nothing to correct. | Ereignis {} verlangt keine {}. Es gibt nichts zu berichtigen.
event {} has written this already, or may have: it cannot mean anything else now. why says what became of it. | Ereignis {} hat das schon geschrieben, oder vielleicht: es kann jetzt nichts anderes mehr bedeuten. why sagt, was daraus wurde.
Another event works on {}. Try again in a moment. | Ein anderes Ereignis arbeitet an {}. Gleich noch einmal versuchen.
The back office knows no such open sales order. | Das Backoffice kennt keinen solchen offenen Auftrag.
These orders may be meant: {}. Name one by its id. | Diese Aufträge können gemeint sein: {}. Einen mit seiner ID nennen.
There is no source of this name. The sources are {}. | Es gibt keine Quelle dieses Namens. Die Quellen sind {}.
{} has not begun yet. | {} hat noch nicht begonnen.
Give a month or lastDays, not both. | Einen Monat oder lastDays angeben, nicht beides.
ids go with no other filter. | ids gehen mit keinem anderen Filter zusammen.
There are {} pauses already. Pause all writes instead. | Es gibt schon {} Pausen. Stattdessen alles Schreiben pausieren.
{} {} is cancelled, and not gone. A cancelled one is in nobody's way: | {} {} ist storniert und nicht fort. Storniertes steht niemandem im Weg:
return.create creates another return. | return.create legt eine weitere Retoure an.
order.create with its number is held, and a release of that creates the order once more. | order.create mit seiner Nummer wird angehalten, und eine Freigabe legt den Auftrag noch einmal an.
{} {} is still in the back office (status {}). Only what is gone can be forgotten. | {} {} ist noch im Backoffice (Status {}). Nur was fort ist, lässt sich vergessen.
The bridge has no record of {} {} in {}. | Die Bridge hat keinen Eintrag von {} {} in {}.
The bridge has made no return {} that is in the back office. | Die Bridge hat keine Retoure {} angelegt, die im Backoffice ist.
No event that is still stored has created order {}. If the bridge created it, name its externalNumber too. | Kein gespeichertes Ereignis hat Auftrag {} angelegt. Hat die Bridge ihn angelegt, auch seine externalNumber nennen.
A {} in {} was sent and its outcome is unknown. Settle that first: why names its event. | {} in {} wurde gesendet, und der Ausgang ist unbekannt. Das zuerst klären: why nennt das Ereignis.
The comment of {} {} was sent and its outcome is unknown. Settle that first. | Der Kommentar von {} {} wurde gesendet, und der Ausgang ist unbekannt. Das zuerst klären.
The login is closed: {} login attempts in a row brought no token. Find out why, then reset the login | Die Anmeldung ist geschlossen: {} Anmeldungen hintereinander brachten kein Token. Die Ursache finden, dann die Anmeldung zurücksetzen
The back office is not configured: set the {} in its secret | Das Backoffice ist nicht eingerichtet: in seinem Secret fehlt: {}
The command failed. The log of the operator function shows where. | Der Befehl ist gescheitert. Das Log der Operator-Funktion zeigt, wo.
`

/** A fact that is a word of the bridge. */
const words: Readonly<Record<string, string>> = {
  ...{ ready: 'bereit', running: 'in Arbeit', waiting: 'wartend', held: 'angehalten', failed: 'gescheitert' },
  ...{ done: 'erledigt', ignored: 'übergangen', discarded: 'verworfen', released: 'freigegeben' },
  ...{ replayed: 'von vorn begonnen', linked: 'verknüpft', corrected: 'berichtigt' },
  ...{ customer: 'Kunde', 'without an id': 'ohne Id', 'without a number': 'ohne Nummer' },
  ...{ 'requested by the customer': 'vom Kunden angefragt', approved: 'genehmigt', declined: 'abgelehnt' },
  ...{ cancelled: 'storniert', closed: 'geschlossen', reopened: 'wieder geöffnet', line: 'Position' },
  ...{ 'changed in the shop': 'im Shop geändert', 'received in the shop': 'im Shop angenommen', payment: 'Zahlung' },
  ...{ 'is in progress': 'ist in Arbeit', 'is done': 'ist erledigt', 'was cancelled': 'wurde storniert' },
  ...{ 'came back': 'kam zurück', 'came back in part': 'kam zum Teil zurück', delivery: 'Lieferung' },
  ...{ 'was refunded': 'wurde erstattet', 'was refunded in part': 'wurde zum Teil erstattet' },
  ...{ 'was returned in part': 'kam zum Teil zurück' },
  ...{
    return: 'Retoure',
    order: 'Auftrag',
    comment: 'Kommentar',
    'request about an order': 'Anfrage zu einem Auftrag',
  },
}

/** Titles and single parts of a line. */
const parts: Readonly<Record<string, string>> = {
  ...{ 'Paid back:': 'Zurückgezahlt:', 'Paid back now:': 'Jetzt zurückgezahlt:', 'Shipping:': 'Versand:' },
  ...{ 'Not confirmed as paid back:': 'Nicht als zurückgezahlt bestätigt:', 'Lines:': 'Positionen:' },
  ...{ 'Only tested, no money moved:': 'Nur getestet, kein Geld bewegt:', 'Duties:': 'Zölle:' },
  ...{
    'Given as store credit:': 'Als Guthaben gegeben:',
    'Put back on a gift card:': 'Auf eine Geschenkkarte gebucht:',
  },
  ...{
    'Adjustments:': 'Korrekturen:',
    'Additional fees:': 'Weitere Gebühren:',
    'Other transactions:': 'Weitere Zahlungen:',
  },
  ...{ 'Return shipping fee:': 'Rückversandkosten:', 'Exchange lines:': 'Umtauschpositionen:', number: 'Nummer' },
  ...{
    'The amount is in the shop': 'Der Betrag steht im Shop',
    'a line that cannot be read': 'eine nicht lesbare Position',
  },
  ...{ 'an unknown quantity': 'unbekannte Menge', 'an unknown amount': 'unbekannter Betrag' },
  ...{ 'a line without a name': 'Position ohne Namen', 'restocking fee': 'Einlagerungsgebühr', return: 'Retoure' },
  ...{ 'not restocked': 'nicht eingelagert', no_restock: 'nicht eingelagert', legacy_restock: 'eingelagert' },
  ...{ cancel: 'storniert', 'kind unknown': 'Art unbekannt', 'status unknown': 'Status unbekannt' },
  ...{
    success: 'erfolgreich',
    pending: 'ausstehend',
    failure: 'gescheitert',
    'sent in exchange': 'zum Umtausch gesendet',
  },
  ...{ 'no reason given': 'ohne Grund', 'for this reason': 'aus diesem Grund', 'size too small': 'zu klein' },
  ...{ 'size too large': 'zu groß', 'not as described': 'nicht wie beschrieben', 'wrong item': 'falscher Artikel' },
  ...{ defective: 'defekt', unwanted: 'nicht gewollt', color: 'Farbe', style: 'Stil', other: 'anderer Grund' },
  'the customer changed or cancelled the order': 'Der Kunde hat den Auftrag geändert oder storniert',
  ...{ 'the payment looked fraudulent': 'Verdacht auf Betrug', 'the payment was declined': 'Zahlung abgelehnt' },
  ...{ 'the goods are not in stock': 'Ware nicht auf Lager', 'a mistake of the staff': 'Versehen des Personals' },
  ...{ 'another reason': 'anderer Grund', 'none given': 'keiner' },
}

const inWords = (fact: string): string =>
  Object.hasOwn(words, fact)
    ? (words[fact] ?? fact)
    : fact
        .replace(/ pieces?$/, ' Stück')
        .replace(/\breturn (?=\d)/g, 'Retoure ')
        .replace(/(?<=\d) and (?=R)/g, ' und ')

type Entry = { has: string; english: RegExp; german: string }
let entries: readonly Entry[] | undefined

/** A fact is short, a sentence begins where one can, and one that begins with a fact begins its line: nothing typed makes this slow. */
function read(): readonly Entry[] {
  const lines = catalogue.trim().split('\n')
  const sentences = lines.map((line) => {
    const [english = '', german = ''] = line.split(' | ')
    const parts = english.split('{}')
    const [has = ''] = parts.toSorted((one, other) => other.length - one.length)
    const pattern = parts.map((part) => part.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')).join('(.{1,200}?)')
    const begins = parts[0] === '' ? '^' : '(?<=^|[.:;,] )'
    return { has, english: new RegExp(`${begins}${pattern}`, 'gu'), german }
  })
  const ofLines = Object.entries(parts).map(([has, german]) => {
    const english = new RegExp(`(?<=^|^- |[.:;,] |\\(| x )${has}(?![\\w-])`, 'gu')
    return { has, english, german }
  })
  return [...sentences, ...ofLines]
}

/** The bridge's own sentences in German, where that is the language; what it quotes stays as it is. */
export function inLanguage({ language }: { language: 'en' | 'de' }, text: string): string {
  if (language === 'en') return text
  entries ??= read()
  return text
    .split('\n')
    .map((line) => (line.startsWith('>') ? line : (entries ?? []).reduce(translated, line)))
    .join('\n')
}

function translated(line: string, { has, english, german }: Entry): string {
  if (!line.includes(has)) return line
  return line.replace(english, (_, ...found: unknown[]) => {
    const facts = found.filter((one) => typeof one === 'string').map(inWords)
    let next = 0
    return german.replace(/\{(\d?)\}/g, (_, at: string) => facts[at === '' ? next++ : Number(at) - 1] ?? '')
  })
}
