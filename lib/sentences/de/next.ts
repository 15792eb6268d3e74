import { type Sentences, say } from '../sentences.ts'
import { utc } from '../utc.ts'
import { wait } from './wait.ts'

export const next: Sentences['next'] = {
  starts_soon: ({ until }) => `Die Arbeit daran beginnt in Sekunden, spätestens um ${utc(until)}.`,
  runs: ({ until }) =>
    `Die Bridge arbeitet daran. Ist dieser Lauf abgebrochen, startet der Zeitplan nach ${utc(until)} einen neuen.`,
  next_attempt: ({ at, why }) =>
    `Der nächste Versuch ist um ${utc(at)}.${why === undefined ? '' : ` ${say(wait, why)}`}`,
  paused: (pause) => `${say(wait, pause)} Ist das aufgehoben, geht das Ereignis weiter.`,
  person_decides: () => 'Nichts geschieht, bis ein Mensch entscheidet.',
  stopped: () => 'Von selbst geschieht nichts mehr.',
  ended: () => 'Nichts: das Ereignis ist beendet.',
}
