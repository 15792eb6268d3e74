import { describe, expect, it } from 'vitest'
import { timeline } from '../../lib/operator/events/why-event.ts'
import { languages } from '../../lib/sentences/languages.ts'
import { say } from '../../lib/sentences/sentences.ts'
import { lineWhys, problems, reasons, spokenIn, typed } from './examples.ts'

const { en } = languages
/** Whole sentences: a capital first, a full stop last, nothing that a fact left behind. */
const isWhole = /^[A-Z\d[](?!.*(?:undefined|NaN|\[object|\.\.|\s\s| ,| \.)).{6,}\.$/

describe.each(Object.entries(languages))('the sentences in "%s"', (_name, language) => {
  const { sentences, parts, fixed } = spokenIn(language)
  const explained = fixed.filter(([code]) => /^(?:advice|means) /.test(code))

  it.each([...sentences, ...explained])('%s: whole sentences', (_facts, text) => {
    expect(text).toMatch(isWhole)
  })

  it('repeat nothing that somebody may have typed', () => {
    expect(sentences.filter(([facts]) => facts.includes(typed)).length).toBeGreaterThan(3)
    for (const [, text] of sentences) expect(text).not.toContain('@')
  })

  it.each(parts)('%s: part of a sentence', (_facts, text) => {
    expect(text).toMatch(/^[a-z](?!.*(?:undefined|NaN|\[object)).{6,}[a-zA-Z\d)]$/)
  })

  it('differ for different problems, and for different reasons why a line is returned or not', () => {
    const said = [...new Set(problems.map((facts) => JSON.stringify(facts)))].map((facts) => JSON.parse(facts))
    expect(new Set(said.map((facts) => language.problem(facts))).size).toBe(said.length)
    expect(new Set(parts.map(([, text]) => text)).size).toBe(parts.length)
    expect(parts).toHaveLength(Object.values(lineWhys).flat().length)
  })

  it('differ for different reason codes', () => {
    const texts = Object.values(reasons).flatMap(([first]) => (first ? say(language.reason, first) : []))
    expect(new Set(texts).size).toBe(texts.length)
  })
})

describe('the English sentences', () => {
  it('say what reads the truth where the pages of the back office may lag', () => {
    expect(en.advice.outcome_unclear).toMatch(
      /old data on its own pages .*: order\.get, return\.list and comment\.list/,
    )
  })

  it.each([
    [20, /118, 119\. /],
    [21, /118, 119 and 1 more\. /],
    [30, /118, 119 and 10 more\. /],
  ])('name at most twenty of %i ids', (length, expected) => {
    const ids = Array.from({ length }, (_, index) => index + 100)
    const text = say(en.reason, { code: 'order_ambiguous', key: 'k', what: 'several', ids, wanted: 'return' })
    expect(text).toMatch(expected)
  })

  it.each(['return', 'comment'] as const)(
    'advise a release for one order alone, because it counts for none of several: %s',
    (wanted) => {
      const facts = { code: 'order_ambiguous', key: 'k', what: 'unlabelled', wanted } as const
      expect(say(en.reason, { ...facts, ids: [10_001] })).toContain('release the event')
      const several = say(en.reason, { ...facts, ids: [10_001, 10_002] })
      expect(several).not.toMatch(/release/i)
      expect(several).toContain(wanted === 'return' ? 'return.create' : 'comment.add')
    },
  )

  it('say how many pieces of a component come along with a bundle that is not whole any more', () => {
    expect(say(en.lineWhy, { code: 'with_bundle', cut: { came: 1, due: 3 } })).toMatch(/\(1 of 3\)$/)
  })

  it.each(['released', 'replayed', 'discarded'] as const)('show a note as it is, and of which bulk: %s', (code) => {
    expect(say(en.history, { code, note: 'found it', bulk: 'of May' })).toMatch(
      /the event, as one of "of May"\. Note: found it$/,
    )
  })
})

describe('the timeline', () => {
  const start = Date.parse('2026-03-02T09:00:00Z')
  const deferred = (seconds: number) =>
    ({ at: start + seconds * 1_000, code: 'deferred', why: { code: 'login_closed' }, until: start + seconds }) as const

  it('makes one line of equal entries in a row, and leaves out a claim that something came of', () => {
    const lines = timeline(
      [
        { at: start, code: 'accepted' },
        { at: start, code: 'claimed', attempt: 1 },
        deferred(1),
        { at: start + 5_000, code: 'claimed', attempt: 1 },
        deferred(6),
        { at: start + 7_000, code: 'released', note: 'asked the customer' },
        { at: start + 9_000, code: 'claimed', attempt: 2 },
      ],
      en,
    )
    const wait = say(en.history, { code: 'deferred', why: { code: 'login_closed' }, until: 0 })
    expect(lines).toEqual([
      `2026-03-02 09:00:00 UTC: ${say(en.history, { code: 'accepted' })}`,
      `2026-03-02 09:00:01 UTC to 2026-03-02 09:00:06 UTC, 2 times: ${wait}`,
      `2026-03-02 09:00:07 UTC: ${say(en.history, { code: 'released', note: 'asked the customer' })}`,
      `2026-03-02 09:00:09 UTC: ${say(en.history, { code: 'claimed', attempt: 2 })}`,
    ])
  })

  it('is empty for an empty history', () => {
    expect(timeline([], en)).toEqual([])
  })
})
