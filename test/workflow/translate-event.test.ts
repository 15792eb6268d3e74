import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { type ConfigInput, defineConfig } from '../../lib/config/config.ts'
import { failed } from '../../lib/reasons.ts'
import type { Source as LibSource } from '../../lib/sources/source.ts'
import { standard } from '../../lib/sources/standard/translate.ts'
import { translateEvent } from '../../lib/workflow/translate/translate-event.ts'
import { anEvent } from './an-event.ts'
import { returnRequested } from './world.ts'

type Source = ConfigInput['sources'][string]
const translate = (
  source: Partial<Source>,
  body: unknown = returnRequested({}),
  name = 'standard',
  id = `${name}/d-1`,
) =>
  translateEvent(
    anEvent({
      id,
      source: name,
      delivery: { body: Buffer.from(typeof body === 'string' ? body : JSON.stringify(body)), headers: {} },
    }),
    defineConfig({ sources: { standard: { kind: 'standard', ...source } } }),
  )
const comment = { type: 'add-comment', order: { id: 1 }, text: 'Hello' } as const
const aReturn = { type: 'create-return', order: { id: 1 }, lines: 'all' } as const
const submission = (token: string) => ({
  event_type: 'form_response',
  form_response: {
    token,
    hidden: { order_number: 'N-1' },
    answers: [{ type: 'text', text: 'Where is it?', field: { ref: 'note' } }],
  },
})

describe('what an event asks for', () => {
  it("is its source's own translation, under the delivery's id as key", () => {
    expect(translate({})).toMatchObject([
      { key: 'standard/d-1', command: { type: 'create-return', order: { id: 10_001 } } },
    ])
  })

  it('is nothing where the configuration skips it', () => {
    expect(
      translate({ skip: ({ payload }) => (payload as { type: string }).type === 'return.requested' }),
    ).toMatchObject({ status: 'ignored', reason: { code: 'topic_not_mapped' } })
    expect(translate({ skip: () => false })).toHaveLength(1)
  })

  it('is what the configured translation says, which sees the parsed payload and the whole event', () => {
    const own: Source['translate'] = ({ payload, id, source, headers }) => [
      { ...comment, text: JSON.stringify([(payload as { type: string }).type, id, source, headers]) },
    ]
    const text = '["return.requested","standard/d-1","standard",{}]'
    expect(translate({ translate: own })).toMatchObject([{ command: { ...comment, text } }])
  })

  it('gives the configured translation no payload where the body is no JSON', () => {
    expect(translate({ translate: ({ payload }) => [{ ...comment, text: typeof payload }] }, 'no json')).toMatchObject([
      { command: { text: 'undefined' } },
    ])
  })

  it('is ignored where the configured translation gives an empty list', () => {
    expect(translate({ translate: () => [] })).toMatchObject({
      status: 'ignored',
      reason: { code: 'topic_not_mapped' },
    })
  })

  it.each<[string, unknown, string]>([
    ['no list', undefined, '(the whole)'],
    ['a list of something else', [3], '0'],
    ['a command of another type', [{ type: 'drop-tables' }], '0.type'],
    ['a return without lines', [{ ...aReturn, lines: [] }], '0.lines'],
    ['an empty key', [{ ...comment, key: '' }], '0.key'],
    ['a comment without text', [comment, { ...comment, text: '  ' }], '1.text'],
  ])('ends as a mapping mistake that names the field: %s', (_title, commands, field) => {
    expect(translate({ translate: () => commands as never })).toMatchObject({
      status: 'failed',
      reason: { code: 'mapping', problem: 'invalid_fields', of: 'translate', fields: [field] },
    })
  })

  const throws = () => {
    throw new Error('secret')
  }
  const rejects = (async () => Promise.reject(new Error('secret'))) as never
  it.each<[string, Partial<Source>, object]>([
    ['skip throws', { skip: throws }, { function: 'skip', what: 'threw' }],
    ['translate throws', { translate: throws }, { function: 'translate', what: 'threw' }],
    ['skip is async', { skip: rejects }, { function: 'skip', what: 'async' }],
    ['translate is async', { translate: rejects }, { function: 'translate', what: 'async' }],
  ])('ends as a mapping mistake that names the function and says nothing of the error: %s', (_title, source, facts) => {
    const ending = translate(source)
    expect(ending).toMatchObject({
      status: 'failed',
      reason: { code: 'mapping', problem: 'function_failed', source: 'standard', ...facts },
    })
    expect(JSON.stringify(ending)).not.toContain('secret')
  })

  it('ends as a custom sender says, in its own words', () => {
    const ending = failed({ code: 'mapping', problem: 'own_words', words: 'the field `item` is empty' })
    const acme: LibSource = { ...standard, kind: 'acme', translate: () => ({ ending }) }
    expect(translate({ kind: acme })).toEqual(ending)
  })

  it('is for a person where its source is configured no more', () => {
    const reason = { code: 'source_unknown', source: 'old-shop' }
    expect(translate({}, {}, 'old-shop')).toEqual({ status: 'held', reason })
  })

  it('is what an operator wrote, checked like everything else', () => {
    expect(translate({}, [aReturn], 'operator')).toMatchObject([{ command: aReturn }])
    expect(translate({}, [{ type: 'nonsense' }], 'operator')).toMatchObject({
      reason: { code: 'mapping', problem: 'invalid_fields', of: 'operator', fields: ['0.type'] },
    })
    expect(translate({}, 'no json', 'operator')).toMatchObject({ reason: { code: 'mapping' } })
    // The name of `key` in earlier versions: dropped without a word, the fact would lose its key.
    expect(translate({}, [{ ...aReturn, wish: 'r-1' }], 'operator')).toMatchObject({ reason: { code: 'mapping' } })
  })
})

describe('keys of one event', () => {
  const keysOf = (commands: object[], id?: string) => {
    const translated = translate({ translate: () => commands as never }, undefined, 'standard', id)
    return Array.isArray(translated) ? translated.map(({ key }) => key) : []
  }
  const given = { ...comment, key: 'refund/7' }

  it('are what the configuration gave, under the name of their source', () => {
    expect(keysOf([given])).toEqual(['standard/refund/7'])
  })

  it('are made different if two commands have the same one, so that neither waits for the other', () => {
    expect(keysOf([{ ...aReturn, key: 'refund/7' }, given])).toEqual(['standard/refund/7', 'standard/refund/7#1'])
  })

  it('of the very same fact are one command', () => {
    expect(keysOf([given, { ...given }])).toEqual(['standard/refund/7'])
  })

  it('are made in a time that grows with the commands and no faster', { timeout: 4_000 }, () => {
    const many = Array.from({ length: 20_000 }, (_, at) => ({ ...comment, text: `Note ${at}`, key: `k${at % 10_000}` }))
    expect(translate({ translate: () => many })).toHaveLength(20_000)
  })

  it('that are long become a hash, which differs wherever they differ', () => {
    const long = 'x'.repeat(199)
    const [one = '', other] = keysOf([
      { ...comment, key: `${long}1` },
      { ...comment, key: `${long}2` },
    ])
    expect([one, other]).toEqual([`standard/${long}1`, `standard/${long}2`])
    // Of a form that gives ids of any length: those of configured commands have 200 characters at most.
    const form = (token: string) =>
      translateEvent(
        anEvent({
          ...{ id: 'typeform/d-1', source: 'typeform' },
          delivery: { headers: {}, body: Buffer.from(JSON.stringify(submission(token))) },
        }),
        defineConfig({ sources: { typeform: { kind: 'typeform', on: ['comment'] } } }),
      )
    const keys = ['1', '1', '2'].flatMap((end) => {
      const translated = form(`${'x'.repeat(70_000)}${end}`)
      return Array.isArray(translated) ? translated.map(({ key }) => key) : []
    })
    expect(keys).toHaveLength(3)
    expect(new Set(keys).size).toBe(2)
    for (const key of keys) expect(key).toMatch(/^typeform\/sha256:[0-9a-f]{64}$/)
  })

  it.each(['ben@example.com', 'Frau Geheim', 'r<b>2', 'r\u202E2'])('that are no id are not shown: %j', (given) => {
    const [key = '', other] = keysOf([
      { ...comment, key: given },
      { ...comment, key: `${given}2` },
    ])
    expect(key).toMatch(/^standard\/sha256:[0-9a-f]{64}$/)
    expect(other).not.toBe(key)
  })

  it('that nobody gave hash what is asked for, with the event', () => {
    const [key = ''] = keysOf([comment])
    expect(key).toMatch(/^standard\/d-1#[0-9a-f]{32}$/)
    expect(keysOf([{ ...comment, text: 'Another' }])).not.toEqual([key])
    expect(keysOf([comment], 'standard/d-2')).not.toEqual([key])
  })

  it('that nobody gave count among equals, never by their place', () => {
    const [first, second, third] = keysOf([comment, comment, comment])
    expect([second, third]).toEqual([`${first}#1`, `${first}#2`])
    const [returned] = keysOf([aReturn])
    expect(keysOf([aReturn, comment, comment])).toEqual([returned, first, second])
    expect(keysOf([comment, aReturn, comment])).toEqual([first, returned, second])
  })

  const content = fc.record({
    text: fc.constantFrom('a', 'b', 'c'),
    key: fc.constantFrom(undefined, undefined, 'x', 'y'),
  })
  it('are those of the commands that stay, whatever a fixed mapping drops or puts beside them', () => {
    const commandOf = ({ text, key }: { text: string; key: string | undefined }) => ({
      ...comment,
      text,
      ...(key && { key }),
    })
    const isEqual = (one: object, other: object) => JSON.stringify(one) === JSON.stringify(other)
    fc.assert(
      fc.property(fc.array(content, { minLength: 1, maxLength: 5 }), content, (drawn, extra) => {
        // What the rest of the commands are called must not change: of equals, and of one key, all stay or all go.
        const [gone, ...rest] = drawn
        const others = rest.filter(
          (one) => !isEqual(one, gone ?? {}) && (gone?.key === undefined || one.key !== gone.key),
        )
        const before = keysOf([...(gone ? [gone] : []), ...others].map(commandOf))
        expect(before.slice(1)).toEqual(keysOf(others.map(commandOf)))
        if (others.some((one) => isEqual(one, extra) || (extra.key !== undefined && one.key === extra.key))) return
        expect(keysOf([extra, ...others].map(commandOf)).slice(1)).toEqual(keysOf(others.map(commandOf)))
      }),
    )
  })
})
