import { en } from '../../console/texts/en.ts'
import { sourceKinds, sourceOfKind } from '../../lib/sources/registry.ts'
import type { Effect, Report } from '../../lib/sources/report.ts'

/** The table "Which of your senders makes a return" of docs/senders.md, from the reports of all senders. */

const effects: Readonly<Record<Effect, string>> = {
  return: '**a return**',
  link: 'a link',
  comment: 'a comment',
  learn: 'a lesson',
  none: 'nothing',
}
const kinds = { announcement: 'announced', receipt: 'arrived', refund: 'paid back' } as const

const rowOf = (sender: string, { topics, what, kind, effect, onRequest, by = {} }: Report): string => {
  const set = Object.entries(by).flatMap(([setting, values]) =>
    Object.entries(values).map(([value, other]) => `\`${setting}: '${value}'\`: ${effects[other]}`),
  )
  const cells = [
    sender,
    [topics.map((topic) => `\`${topic}\``).join(', '), what && en.senders.what[what]].filter(Boolean).join(' '),
    kind ? kinds[kind] : '',
    onRequest ? 'nothing' : effects[effect],
    [...(onRequest ? [`\`on\`: ${effects[effect]}`] : []), ...set].join('; '),
  ]
  return `|${cells.map((cell) => (cell === '' ? ' ' : ` ${cell} `)).join('|')}|`
}

export function reportTable(): string {
  const bySender = Map.groupBy(sourceKinds, (kind) => sourceOfKind(kind)?.reports)
  const rows = [...bySender].flatMap(([reports = [], [kind, ...others]]) =>
    reports.map((report) => rowOf(others.length > 0 ? 'forms' : `\`${kind}\``, report)),
  )
  return ['| sender | report | the goods are | becomes | with settings |', '|---|---|---|---|---|', ...rows].join('\n')
}
