import type { Texts } from '../texts.ts'

export const bulk: Texts['bulk'] = {
  title: 'Viele Ereignisse zugleich',
  explain:
    'Wählen, was passt, die Liste ansehen, und erst dann beginnen. Bewegt werden genau die Ereignisse der Liste, jedes nur, wenn es inzwischen niemand bewegt hat.',
  action: 'Was geschehen soll',
  actions: { replay: 'Von vorn beginnen', release: 'Freigeben', discard: 'Verwerfen' },
  limit: 'Höchstens',
  name: 'Name dieses Laufs, bleibt in jedem Verlauf',
  note: 'Notiz, bleibt in jedem Verlauf',
  preview: 'Zeigen, was bewegt würde',
  needsFilter: 'Mindestens einen Filter nennen: alle Ereignisse zusammen werden nie bewegt.',
  previewCaption: (count) => `${count} ${count === 1 ? 'Ereignis würde' : 'Ereignisse würden'} bewegt`,
  nothing: 'Kein Ereignis passt.',
  more: 'Es passen mehr, als hier stehen: danach noch einmal beginnen.',
  withdrawals: (count: number) =>
    `${count} davon ${count === 1 ? 'ist ein Widerruf und bleibt' : 'sind Widerrufe und bleiben'}: Jeder wird einzeln beendet, wenn seinem Kunden geantwortet wurde.`,
  begin: (count) => `Mit ${count} ${count === 1 ? 'Ereignis' : 'Ereignissen'} beginnen`,
  expired:
    'Diese Liste ist nicht mehr bekannt: die Konsole wurde neu gestartet, oder die Liste ist älter als eine Stunde. Noch einmal zeigen lassen.',
  runTitle: (name) => `Lauf: ${name}`,
  progress: (moved, refused, total) => `${moved} bewegt und ${refused} abgelehnt, von ${total}`,
  bar: 'Fortschritt',
  running: 'Er läuft.',
  stopping: 'Er endet, sobald die begonnenen Ereignisse fertig sind.',
  stopped: (left) => `Beendet. ${left} ${left === 1 ? 'Ereignis blieb' : 'Ereignisse blieben'} unberührt.`,
  ended: 'Alle waren an der Reihe.',
  failed: (sentence, left) =>
    `Er ist von selbst stehen geblieben: ${sentence} ${left} ${left === 1 ? 'Ereignis war' : 'Ereignisse waren'} nicht an der Reihe oder blieben ohne Antwort.`,
  noAnswer: 'es kam keine Antwort; einige der letzten können bewegt worden sein.',
  goOn: (left) => `Mit den übrigen ${left} fortfahren`,
  stop: 'Beenden',
  refused: 'Nicht bewegt',
  why: 'Warum',
  event: 'Ereignis',
  runs: 'Läufe dieser Konsole',
  again: 'Ein weiterer Lauf',
}
