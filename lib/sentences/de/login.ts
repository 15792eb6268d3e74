import type { Sentences } from '../sentences.ts'

export const login: Sentences['login'] = {
  open: 'Die Bridge darf das Backoffice aufrufen.',
  paused:
    'Alle Aufrufe pausieren, weil das Backoffice ein Token gleich nach der Anmeldung abgelehnt hat, die es ausgestellt hat. Um pausedUntil gehen sie von selbst weiter.',
  refused:
    'Das Backoffice hat die Anmeldung mit dieser Version des Secrets abgelehnt. Das Secret korrigieren. Ist der API-Benutzer gesperrt, ihn dort entsperren lassen, was ein neues Passwort setzt, und dieses in das Secret schreiben. Dann die Anmeldung zurücksetzen (login.reset).',
  'used-up':
    'Mehrere Anmeldungen hintereinander brachten kein Token. Die Ursache suchen (Adresse, Netz, Passwort) und beheben. Dann die Anmeldung zurücksetzen (login.reset), was eine weitere erlaubt.',
  'not-configured': 'Dem Secret des Backoffice fehlt die Adresse, der Benutzername oder das Passwort. Es ergänzen.',
}
