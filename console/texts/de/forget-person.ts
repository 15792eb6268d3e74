import type { Texts } from '../texts.ts'

export const forgetPerson: Texts['forgetPerson'] = {
  title: 'Eine Person vergessen',
  explain:
    'Was über diese Person zugestellt wurde, wird endgültig geleert. Gefunden wird es über die E-Mail-Adresse und die Aufträge des Kontakts; was angehalten oder gescheitert ist, wird beendet. Zuerst zählen.',
  email: 'E-Mail-Adresse der Person',
  count: 'Zuerst zählen',
  known: 'Das lässt sich nicht rückgängig machen, und ich weiß das',
  notKnown: 'Zuerst bestätigen, dass es sich nicht rückgängig machen lässt. Es wurde nichts getan.',
  button: 'Diese Person vergessen',
  counts: ({ dryRun, forgotten, ended, left, notAsked, more }) =>
    [
      `${forgotten} ${dryRun ? 'würden geleert' : 'geleert'}, davon ${ended} angehalten oder gescheitert.`,
      `Es bleiben: ${left.open} noch offen, ${left.openWrite} mit unklarem Schreibvorgang, ${left.withdrawals} Widerrufe.`,
      ...[notAsked ?? '', more ? 'Es gibt noch mehr: noch einmal drücken.' : ''],
    ].join(' '),
}
