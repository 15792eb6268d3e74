import { describe, expect, it } from 'vitest'
import { type ConfigInput, defineConfig } from '../../lib/config/config.ts'
import { translateEvent } from '../../lib/workflow/translate-event.ts'
import { anEvent } from './an-event.ts'
import { returnRequested } from './world.ts'

type Source = ConfigInput['sources'][string]
const translate = (source: Partial<Source>, body: unknown = returnRequested({}), name = 'standard') =>
  translateEvent(
    anEvent({
      id: `${name}/d-1`,
      source: name,
      delivery: { body: Buffer.from(typeof body === 'string' ? body : JSON.stringify(body)), headers: {} },
    }),
    defineConfig({ sources: { standard: { kind: 'standard', ...source } } }),
  )
const comment = { type: 'add-comment', order: { id: 1 }, text: 'Hello' } as const
const aReturn = { type: 'create-return', order: { id: 1 }, lines: 'all' } as const

describe('what an event asks for', () => {
  it("is its source's own translation, under the delivery's id as wish", () => {
    expect(translate({})).toMatchObject([{ type: 'create-return', key: 'd-1', order: { id: 10_001 } }])
  })

  it('is nothing where the configuration skips it', () => {
    expect(
      translate({ skip: ({ payload }) => (payload as { type: string }).type === 'return.requested' }),
    ).toMatchObject({
      status: 'ignored',
      reason: { code: 'topic_not_mapped' },
    })
    expect(translate({ skip: () => false })).toHaveLength(1)
  })

  it('is what the configured translation says, which sees the parsed payload and the whole event', () => {
    const own: Source['translate'] = ({ payload, id, source, headers }) => [
      { ...comment, text: JSON.stringify([(payload as { type: string }).type, id, source, headers]) },
    ]
    expect(translate({ translate: own })).toEqual([
      { ...comment, text: '["return.requested","standard/d-1","standard",{}]', key: 'standard/d-1#0' },
    ])
  })

  it('gives the configured translation no payload where the body is no JSON', () => {
    expect(translate({ translate: ({ payload }) => [{ ...comment, text: typeof payload }] }, 'no json')).toMatchObject([
      { text: 'undefined' },
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
    ['an empty wish', [{ ...comment, key: '' }], '0.key'],
    ['a comment without text', [comment, { ...comment, text: '  ' }], '1.text'],
  ])('ends as a mapping mistake that names the field: %s', (_title, commands, field) => {
    expect(translate({ translate: () => commands as never })).toMatchObject({
      status: 'failed',
      reason: { code: 'mapping', text: expect.stringContaining(field) },
    })
  })

  it.each<[string, Partial<Source>, string]>([
    [
      'skip throws',
      {
        skip: () => {
          throw new Error('secret')
        },
      },
      'skip',
    ],
    [
      'translate throws',
      {
        translate: () => {
          throw new Error('secret')
        },
      },
      'translate',
    ],
    ['skip is async', { skip: (async () => Promise.reject(new Error('secret'))) as never }, 'async'],
    ['translate is async', { translate: (async () => Promise.reject(new Error('secret'))) as never }, 'async'],
  ])('ends as a mapping mistake that names the function and tells nothing of the error: %s', (_title, source, says) => {
    const ending = translate(source)
    expect(ending).toMatchObject({ status: 'failed', reason: { code: 'mapping', text: expect.stringContaining(says) } })
    expect(JSON.stringify(ending)).not.toContain('secret')
  })

  it('is for a person where its source is configured no more', () => {
    expect(translate({}, {}, 'old-shop')).toMatchObject({ status: 'held', reason: { code: 'source_unknown' } })
  })

  it('cannot be told after the payload was erased', () => {
    const { delivery: _, ...erased } = anEvent()
    expect(translateEvent(erased, defineConfig({ sources: {} }))).toMatchObject({
      status: 'failed',
      reason: { code: 'payload_invalid' },
    })
  })

  it('is what an operator wrote, checked like everything else', () => {
    expect(translate({}, [aReturn], 'operator')).toEqual([{ ...aReturn, key: 'operator/d-1#0' }])
    expect(translate({}, [{ type: 'nonsense' }], 'operator')).toMatchObject({ reason: { code: 'mapping' } })
    expect(translate({}, 'no json', 'operator')).toMatchObject({ reason: { code: 'mapping' } })
  })
})

describe('wishes of one event', () => {
  it('keep what the configuration gave', () => {
    expect(translate({ translate: () => [{ ...comment, key: 'refund/7' }] })).toMatchObject([{ key: 'refund/7' }])
  })

  it('are told apart where two commands were given the same one, so that none waits for the other', () => {
    const commands = [
      { ...aReturn, key: 'refund/7' },
      { ...comment, key: 'refund/7' },
    ]
    expect(translate({ translate: () => commands })).toMatchObject([{ key: 'refund/7' }, { key: 'refund/7#1' }])
  })

  it('are the same ones wherever their fact stands among others', () => {
    const fact = [
      { ...aReturn, key: 'refund/7' },
      { ...comment, key: 'refund/7' },
    ]
    const wishes = (commands: object[]) => {
      const translated = translate({ translate: () => commands as never })
      return Array.isArray(translated) ? translated.map(({ key }) => key) : []
    }
    expect(wishes([{ ...comment, key: 'refund/6' }, ...fact])).toEqual(['refund/6', ...wishes(fact)])
  })

  it('of the very same fact are one command', () => {
    const twice = { ...comment, key: 'refund/7' }
    expect(translate({ translate: () => [twice, { ...twice }] })).toEqual([twice])
  })
})
