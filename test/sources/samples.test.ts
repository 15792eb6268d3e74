import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { sourceKinds } from '../../lib/sources/registry.ts'
import type { SourceSettings } from '../../lib/sources/source.ts'
import { samples } from '../../local/samples/index.ts'
import { eventOf, nowMs, settings } from './deliveries.ts'
import { kindOf, publicUrl, secretFor, signedSample } from './hooks.ts'
import { notOn } from './problem-endings.ts'
import { factsOf } from './senders.ts'

const all = Object.entries(samples).flatMap(([kind, named]) =>
  Object.entries(named).map(([name, sample]) => ({ title: `${kind} ${name}`, kind, name, sample })),
)

const onRequest = all.flatMap(({ kind, name }) => {
  const { on, ...becomes } = factsOf(kind).samples[name] ?? {}
  return on === undefined ? [] : [[kind, name, on, becomes] as const]
})

it.each(onRequest)('the sample %s %s becomes commands if `on` names %s', (kind, name, on, becomes) => {
  const event = eventOf(kindOf(kind), signedSample(kind, name))
  expect(kindOf(kind).translate(event, settings({ on: [on] }))).toEqual(becomes)
})

describe.each(all)('the sample $title', ({ kind, name, sample }) => {
  const source = kindOf(kind)
  const { [name]: becomes } = factsOf(kind).samples
  const expected = becomes?.on === undefined ? becomes : notOn(becomes.on)
  const from = signedSample(kind, name)
  const context: SourceSettings = settings({ publicUrl })

  it('verifies as signed by its sender', () => {
    expect(from.headers['content-type']).toBe(sample.contentType)
    expect(source.verify(from, [secretFor(kind)], context, nowMs)).toEqual({ ok: true })
  })

  it('has one delivery key on every retry, and stores only the headers that its translation needs', () => {
    const later = signedSample(kind, name, { nowMs: nowMs + 3_600_000 })
    expect(source.identify(later, context)).toEqual(source.identify(from, context))
    const identity = source.identify(from, context)
    const stored = identity.kind === 'event' ? Object.keys(identity.headers) : []
    expect(stored.filter((header) => !factsOf(kind).stores?.includes(header))).toEqual([])
  })

  it('becomes commands without undefined fields', () => {
    const translation = source.translate(eventOf(source, from), context)
    expect(JSON.parse(JSON.stringify(translation))).toStrictEqual(translation)
  })

  it('becomes what the table says', () => {
    expect(source.translate(eventOf(source, from), context)).toEqual(expected)
  })

  it('is an event, or tells a label alone, as its entry says', () => {
    expect(source.labels?.(from, context)?.isEvent === false).toBe(sample.onlyLabel === true)
  })

  it('is ignored if `on` names other topics, unless it is a withdrawal', () => {
    const event = eventOf(source, from)
    const translation = source.translate(event, { ...context, on: ['something/else'] })
    const isDeclared = 'withdrawal,withdrawn'.split(',').includes(name)
    expect(source.isWithdrawal?.(event, context) ?? false).toBe(isDeclared)
    if (isDeclared) return expect(translation).toEqual(expected)
    expect(translation).toMatchObject({ ending: { status: 'ignored', reason: { code: 'topic_not_mapped' } } })
  })
})

it('there is a sample of every kind of sender, and no file without an entry', () => {
  expect(Object.keys(samples).sort()).toEqual([...sourceKinds].sort())
  const files = Object.values(samples).flatMap((named) => Object.values(named).map((sample) => sample.file))
  const present = readdirSync(join(import.meta.dirname, '../../local/samples'), { recursive: true, encoding: 'utf8' })
  expect(present.filter((file) => /\.(json|txt)$/.test(file)).sort()).toEqual(files.sort())
})
