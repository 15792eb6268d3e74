import type { HistoryEntry } from '../inbox/event.ts'

/** What ends a question. */
export const answers = ['released', 'replayed', 'discarded', 'link_chosen', 'corrected'] as const
export type Answer = Extract<HistoryEntry, { code: (typeof answers)[number] }>

export const en = {
  asked: 'The bridge has a question about this order.',
  where: (place: string) => `It is answered here: ${place}`,
  notRead: 'Nobody reads an answer in a comment.',
  answered: (what: string) => `The question of the bridge was answered: ${what}.`,
  decided: {
    released: 'it goes on',
    replayed: 'it starts over',
    discarded: 'it was ended, and nothing more is made',
    link_chosen: 'a return that is there was chosen',
    corrected: 'what is asked for was corrected',
  } satisfies Record<Answer['code'], string>,
  byLink: 'By the link of a message.',
}

export const de: typeof en = {
  asked: 'Die Bridge hat eine Frage zu diesem Auftrag.',
  where: (place) => `Beantwortet wird sie hier: ${place}`,
  notRead: 'Eine Antwort in einem Kommentar liest niemand.',
  answered: (what) => `Die Frage der Bridge ist beantwortet: ${what}.`,
  decided: {
    released: 'es geht weiter',
    replayed: 'es beginnt von vorn',
    discarded: 'es wurde beendet, und nichts weiter wird angelegt',
    link_chosen: 'eine vorhandene Retoure wurde gewählt',
    corrected: 'was verlangt ist, wurde berichtigt',
  },
  byLink: 'Über den Link einer Nachricht.',
}
