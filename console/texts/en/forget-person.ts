export type Forgotten = {
  dryRun?: boolean
  forgotten: number
  ended: number
  left: Record<'open' | 'openWrite' | 'withdrawals', number>
  notAsked?: string
  more?: boolean
  cursor?: string
}

export const forgetPerson = {
  title: 'Forget a person',
  explain:
    'Whatever was delivered about this person is emptied for good. It is found by the e-mail address and by the orders of its contact; what is held or has failed is ended. Count first.',
  email: 'E-mail address of the person',
  count: 'Count first',
  known: 'I know that this cannot be undone',
  notKnown: 'Confirm first that this cannot be undone. Nothing was done.',
  button: 'Forget this person',
  counts: ({ dryRun, forgotten, ended, left, notAsked, more }: Forgotten) =>
    [
      `${forgotten} ${dryRun ? 'would be emptied' : 'emptied'}, ${ended} of them held or failed.`,
      `Left as they are: ${left.open} still open, ${left.openWrite} with a write of unknown outcome, ${left.withdrawals} withdrawals.`,
      ...[notAsked ?? '', more ? 'There are more: press again.' : ''],
    ].join(' '),
}
