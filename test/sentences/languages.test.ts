import { describe, expect, it } from 'vitest'
import { languages } from '../../lib/sentences/languages.ts'
import { spokenIn } from './examples.ts'

const { en, de } = languages

/** Numbers, ids of events, names of commands, fields and settings: the same in every language. */
const factsIn = (text: string) =>
  [
    ...text.matchAll(
      /standard\/\w+|\b(?:event|return|order|comment|contact|record|login|image)\.[a-z]+\b|`[^`]+`|\d+(?:\.\d+)?|\bSKU\b|(?<=(?:source|named|Quelle|namens) )shop\b|[a-z]+[A-Z]\w+/g,
    ),
  ]
    .map(([found]) => found)
    .sort()

const spoken = (language: typeof en) => {
  const { sentences, parts, fixed } = spokenIn(language)
  return [...sentences, ...parts, ...fixed]
}
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
