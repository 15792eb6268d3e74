import { type Sentences, utc } from '../sentences.ts'
import { advice, finding, means, toDo } from './advice.ts'
import { history, next, record, wait } from './history.ts'
import { lineWhy, problem } from './problem.ts'
import { reason } from './reason.ts'

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

export const de: Sentences = {
  reason,
  means,
  login,
  problem,
  advice,
  finding,
  wait,
  history,
  next,
  toDo,
  record,
  lineWhy,
  line: ({ text, first, last, times }) =>
    times === 1 ? `${utc(first)}: ${text}` : `${utc(first)} bis ${utc(last)}, ${times} Mal: ${text}`,
}
