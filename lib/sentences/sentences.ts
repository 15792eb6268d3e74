import type { NewEntry } from '../inbox/event.ts'
import { plainText } from '../plain-text.ts'
import type { Problem } from '../problems.ts'
import type { Finding, FindingCode, LineName, Reason, ReasonCode, Unread, Wait } from '../reasons.ts'
import type { LineWhy } from '../workflow/plan-return/line-why.ts'
import type { RowWords } from './row.ts'
import type { Checked, LoginState, Next, NotAsked, RecordFact, Seen, ToDo } from './why-facts.ts'

/** Every sentence for people in one language. The facts are ids and numbers: what a customer typed is in none of them. */
export type Sentences = {
  /** Why an event cannot go on, and what to do next where the facts decide that. */
  reason: ByCode<Reason>
  /** What each reason means, in the words of docs/errors.md. */
  means: Readonly<Record<ReasonCode, string>>
  login: Readonly<Record<LoginState, string>>
  problem(facts: Problem): string
  /** What a person does about each reason, in the words of docs/errors.md. */
  advice: Readonly<Record<ReasonCode, string>>
  /** What a person does about each finding of the audit, in the words of docs/operator.md. */
  finding: Readonly<Record<FindingCode, string>>
  found(facts: Finding): string
  /** What waits for a person beyond `retention.days`. */
  overdue(counts: { held: number; failed: number; days: number }): string
  /** Why an audit could not look, or ended: a part of a sentence. */
  unread: ByCode<Unread>
  notAsked: ByCode<NotAsked>
  checked: ByCode<Checked>
  seen: ByCode<Seen>
  wait: ByCode<Wait>
  history: ByCode<NewEntry>
  next: ByCode<Next>
  toDo: ByCode<ToDo>
  record: ByCode<RecordFact>
  /** Why a line of an order is part of a return or not: a part of a sentence. */
  lineWhy: ByCode<LineWhy>
  row: RowWords
  /** A line with its time, epoch ms; `times` entries in a row with the same text are one line. */
  line(span: { text: string; first: number; last: number; times: number }): string
}

type Coded = { code: string }
/** The member of a union that has the code, also where members share their facts. */
export type OfCode<Union, Code> = Union extends { code: infer Own } ? (Code extends Own ? Union : never) : never
type ByCode<Union extends Coded> = { readonly [Code in Union['code']]: (facts: OfCode<Union, Code>) => string }

/** The sentence of a code and its facts, without control and direction characters. */
export function say<Union extends Coded>(table: ByCode<Union>, facts: Union): string {
  // The compiler cannot see that the table's entry fits this member of the union.
  const sentence = table[facts.code as Union['code']] as (facts: Union) => string
  return plainText(sentence(facts))
}

/** A sentence for each value of the field that tells the members of a union apart. */
export type ByField<Field extends string, Union extends Record<Field, string>> = {
  readonly [Value in Union[Field]]: (
    facts: Union extends { [Own in Field]: infer Held } ? (Value extends Held ? Union : never) : never,
  ) => string
}

export const sayBy = <Field extends string, Union extends Record<Field, string>>(
  field: Field,
  table: ByField<Field, Union>,
  facts: Union,
): string => (table[facts[field]] as (facts: Union) => string)(facts)

export type Places = { ofAll(count: number, of: number): string; command: string; others(count: number): string }

/** The sentences of reasons; where an event names the commands that failed, those of each one with its place. */
export function withPlaces(words: Places, own: Sentences['reason']): Sentences['reason'] {
  const sentence = ({ several, ...facts }: Reason): string => {
    if (!several) return say(own, facts as Reason)
    const { count, of, failed } = several
    const named = failed.map(({ position, because }) => `${words.command} ${position}: ${say(own, because)}`)
    const more = count > failed.length ? [words.others(count - failed.length)] : []
    return [words.ofAll(count, of), ...named, ...more].join(' ')
  }
  return Object.fromEntries(Object.keys(own).map((code) => [code, sentence])) as Sentences['reason']
}

const mostIds = 20

/** Lists ids, twenty at most, and says how many more there are. */
export const idList =
  (more: (count: number) => string) =>
  (ids: readonly number[]): string =>
    `${ids.slice(0, mostIds).join(', ')}${ids.length > mostIds ? more(ids.length - mostIds) : ''}`

/** `a`, `b` or `c`; the word for a field where there is none. */
export function fieldList(fields: readonly string[], { or, field }: { or: string; field: string }): string {
  const names = fields.map((one) => `\`${one}\``)
  return [names.slice(0, -1).join(', '), names.at(-1) ?? field].filter((part) => part !== '').join(` ${or} `)
}

export const statusList = (statuses: readonly { statusId: number; name: string }[]): string =>
  statuses.map(({ statusId, name }) => `${statusId} "${name}"`).join(', ')

/** By what a line was named. Never the SKU or the name itself: a customer typed it. */
export const lineName = (words: Readonly<Record<LineName['by'], string>>, name: LineName): string =>
  `${words[name.by]}${'id' in name ? ` ${name.id}` : ''}`

/** An item of the state table. A number or an image key may hold what somebody typed, so it is not repeated. */
export const itemName =
  (order: string, same: Readonly<Record<string, string>>) =>
  (item: string): string => {
    const at = item.indexOf('#')
    return same[item.slice(0, at)] ?? `${order} ${item.slice(at + 1)}`
  }

/** `2026-03-02 09:00:05 UTC` */
export const utc = (ms: number): string => `${new Date(ms).toISOString().slice(0, 19).replace('T', ' ')} UTC`
export const capital = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1)
export const asSentence = (text: string): string => capital(text.trim()).replace(/([^.!?…])$/, '$1.')
