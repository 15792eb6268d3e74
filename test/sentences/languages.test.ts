import { describe, expect, it } from 'vitest'
import type { NewEntry } from '../../lib/inbox/event.ts'
import type { Reason, Wait } from '../../lib/reasons.ts'
import { languages } from '../../lib/sentences/languages.ts'
import { type Sentences, say } from '../../lib/sentences/sentences.ts'
import type { Next, RecordFact, ToDo } from '../../lib/sentences/why-facts.ts'
import type { LineWhy } from '../../lib/workflow/plan-return/line-why.ts'
import { histories, lineWhys, nexts, problems, reasons, recordFacts, toDos, waits } from './examples.ts'

const { en, de } = languages

type Said = readonly [facts: string, text: string]

/** Every sentence for every example, with what it is about. */
function spoken(language: Sentences): Said[] {
  const of = <Facts>(
    name: string,
    examples: Readonly<Record<string, readonly unknown[]>>,
    sentence: (facts: Facts) => string,
  ): Said[] =>
    Object.values(examples)
      .flat()
      .map((facts) => [`${name} ${JSON.stringify(facts)}`, sentence(facts as Facts)])
  const fixed = (['means', 'advice', 'finding', 'login'] as const).flatMap((name) =>
    Object.entries(language[name]).map(([code, text]): Said => [`${name} ${code}`, text]),
  )
  return [
    ...of('reason', reasons, (facts: Reason) => say(language.reason, facts)),
    ...of('wait', waits, (facts: Wait) => say(language.wait, facts)),
    ...of('history', histories, (facts: NewEntry) => say(language.history, facts)),
    ...of('next', nexts, (facts: Next) => say(language.next, facts)),
    ...of('toDo', toDos, (facts: ToDo) => say(language.toDo, facts)),
    ...of('record', recordFacts, (facts: RecordFact) => say(language.record, facts)),
    ...of('lineWhy', lineWhys, (facts: LineWhy) => say(language.lineWhy, facts)),
    ...problems.map((facts): Said => [`problem ${JSON.stringify(facts)}`, language.problem(facts)]),
    ...fixed,
    ['line', language.line({ text: 'x', first: 0, last: 5_000, times: 3 })],
  ]
}

/** Numbers, ids of events, names of commands, fields and settings: the same in every language. */
const factsIn = (text: string) =>
  [
    ...text.matchAll(
      /standard\/\w+|\b(?:event|return|order|comment|contact|record|login|image)\.[a-z]+\b|`[^`]+`|\d+(?:\.\d+)?|\bSKU\b|(?<=(?:source|named|Quelle|namens) )shop\b|[a-z]+[A-Z]\w+/g,
    ),
  ]
    .map(([found]) => found)
    .sort()

const german = new Map(spoken(de))

/** The words of a sender of one's own stand alone; nobody can translate them. */
const isOwnWords = (facts: string) => /^(?:problem|reason \{"code":"topic_not_mapped",) ?.*"own_words"/.test(facts)

describe('English and German', () => {
  it.each(spoken(en))('say the same facts, in other words: %s', (facts, text) => {
    const other = german.get(facts) ?? ''
    expect(factsIn(other)).toEqual(factsIn(text))
    if (!isOwnWords(facts)) expect(other).not.toBe(text)
  })

  it('leave no English word in a German sentence', () => {
    const english = /(?<![{"`.])\b(?:the|and|of|is|not|with|event|order|return|release|discard)\b(?![.\w"}:])/
    const left = [...german].filter(
      ([facts, text]) => english.test(text) && !/"words"|"cause"|"note"|"bulk"/.test(facts),
    )
    expect(left).toEqual([])
  })
})
