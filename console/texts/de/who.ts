/** Wer entscheidet, nach eigener Angabe. */
export const who = {
  title: 'Wer sind Sie?',
  explain:
    'Entscheidungen werden mit einem Namen aufbewahrt, damit andere wissen, wen sie fragen. Dieser Browser merkt sich Ihren. Niemand prüft ihn: er steht als Ihre eigene Angabe da.',
  waits: 'Noch ist nichts geschehen. Was Sie gesendet haben, geht mit Ihrem Namen weiter.',
  name: 'Ihr Name',
  save: 'Mit diesem Namen weiter',
  invalid: 'Schreiben Sie einen Namen in einer Zeile mit höchstens 80 Zeichen.',
  saved: 'Der Name ist gemerkt.',
  said: (name: string) => `Sie entscheiden als ${name}, nach eigener Angabe.`,
  unsaid: 'Niemand hat gesagt, wer hier entscheidet.',
  change: 'Namen ändern',
  busy: 'Die Konsole ist ausgelastet: zu viele Fragen warten auf die Bridge. Laden Sie die Seite gleich noch einmal.',
}
