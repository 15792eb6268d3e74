import type { Sentences } from '../sentences.ts'
import { utc } from '../utc.ts'
import { advice } from './advice.ts'

export const toDo: Sentences['toDo'] = {
  nothing: () => 'Es ist nichts zu tun.',
  as_advised: ({ reason }) => advice[reason],
  fix_each: ({ id }) =>
    `Beheben, was der Text zu jedem Befehl nennt, dann Ereignis ${id} freigeben (event.release): die Bridge versucht diese noch einmal und tut nichts zweimal. Oder sie von Hand erledigen, dann das Ereignis verwerfen.`,
  open_login: () =>
    'Das Secret des Backoffice korrigieren. Ist sein API-Benutzer gesperrt, ihn dort entsperren lassen, was ein neues Passwort setzt, und dieses in das Secret schreiben. Dann die Anmeldung zurücksetzen (login.reset).',
  set_owner: ({ id }) =>
    `In bridge.config.ts backOffice.ownerId auf die ID des API-Benutzers setzen und ausrollen. Dann geht das Ereignis beim nächsten Versuch weiter; um sofort weiterzugehen, Ereignis ${id} freigeben (event.release).`,
  late: () =>
    'Das Ereignis ist verspätet: der Zeitplan steht still, oder er hat mehr zu tun, als das Backoffice zulässt. Mehr dazu: stats, doctor.',
  resume: () => 'Nichts, außer es muss jetzt weitergehen: dann bridge.resume verwenden.',
  settles: ({ at }) =>
    `Nichts: die Bridge prüft um ${utc(at)}, was sie gesendet hat. Eine Freigabe vorher ändert nichts.`,
  release_to_retry: ({ id }) =>
    `Nichts. Um es sofort noch einmal zu versuchen, Ereignis ${id} freigeben (event.release).`,
  replay_if_wanted: ({ id }) => `Nichts. Wird es doch gebraucht, Ereignis ${id} von vorn beginnen (event.replay).`,
  settle_first: ({ id }) =>
    `Zuerst Ereignis ${id} klären: die anderen Ereignisse dieses Auftrags warten vielleicht darauf.`,
  see_events: ({ ids }) => `Nachsehen, was zu tun ist bei ${ids.join(', ')}.`,
  find_delivery: () =>
    'Hätte etwas geschehen sollen, eine Zustellung suchen, die einen anderen Auftrag nennt, oder keinen, der passt (event.list).',
}
