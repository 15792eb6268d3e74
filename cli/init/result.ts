import type { BackOffice } from './settle-back-office.ts'
import type { Sources } from './settle-sources.ts'

type Result = {
  sources: Sources
  made: string[]
  later: string[]
  notes: string[]
  backOffice: BackOffice
  /** There was another `bridge.config.ts`. */
  isReplaced: boolean
}

/** What was written, what a person still has to do, and the next command. Shows no secret. */
export function describeResult({ sources, made, later, notes, backOffice, isReplaced }: Result): string {
  const names = [...sources].map(([name, kind]) => (name === kind ? name : `${name} (${kind})`)).join(', ')
  const toDo = [
    backOffice?.isMade &&
      `Set the password of ${backOffice.secret.username} in the back office: it was made at random and is in secrets/back-office.json.`,
    made.length > 0 &&
      `Give its secret to the sender of each of these: ${made.join(', ')}. They were made at random and are in secrets/sources.json (docs/senders.md).`,
    !backOffice &&
      'Write the address and the user of the back office into secrets/back-office.json (docs/deployment.md).',
    later.length > 0 &&
      `Write the secret of ${later.join(', ')} into secrets/sources.json as soon as the sender shows it: until then its deliveries are refused.`,
    ...notes,
  ].filter((line) => typeof line === 'string')
  return `${[
    'Written:',
    `  bridge.config.ts           ${names}`,
    '  secrets/back-office.json   for your user alone, ignored by git',
    '  secrets/sources.json       for your user alone, ignored by git',
    ...(isReplaced ? ['  bridge.config.ts.old       what was there before'] : []),
    ...(toDo.length > 0 ? ['', 'To do:', ...toDo.map((line) => `  ${line}`)] : []),
    '',
    'Next:',
    ...(later.length > 0 ? [] : ['  npm start      (tries it with the sandbox)']),
    `  ${deploy}`,
  ].join('\n')}\n`
}

/** deploy.sh counts relative paths from its own folder. */
const deploy =
  'npm run deploy -- --stage prod --back-office-secret ../secrets/back-office.json --sources-secret ../secrets/sources.json'
