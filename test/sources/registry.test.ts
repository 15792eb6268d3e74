import { expect, it } from 'vitest'
import { type ConfigInput, defineConfig } from '../../lib/config/config.ts'
import { announcesParcels, requiresEmail } from '../../lib/config/source-family.ts'
import { isKind, sourceKinds, sourceOfKind } from '../../lib/sources/registry.ts'
import { type Effect, effectOf, type Report, type ReportCase } from '../../lib/sources/report.ts'
import type { Source } from '../../lib/sources/source.ts'
import { hasToken } from './sender-facts.ts'
import { factsOf, forms, shops } from './senders.ts'

it('knows the senders of both families by their kind', () => {
  const kindsOf = (family: string) => sourceKinds.filter((kind) => sourceOfKind(kind)?.family === family)
  expect(kindsOf('shops')).toEqual(Object.keys(shops))
  expect(kindsOf('forms')).toEqual(Object.keys(forms))
})

it('finds every source by its own kind', () => {
  for (const kind of sourceKinds) expect(sourceOfKind(kind)?.kind).toBe(kind)
})

it.each(sourceKinds)('%s has a report of each topic, and a topic of each report', (kind) => {
  const { topics = [], reports = [] } = sourceOfKind(kind) ?? {}
  const events = reports.filter(({ effect }) => effect !== 'learn').flatMap((one) => one.topics)
  expect([...new Set(events)].sort()).toEqual([...topics].sort())
})

it.each(['', 'Shopify', 'constructor', '__proto__', 'operator'])('knows no sender %j', (kind) => {
  expect(sourceOfKind(kind)).toBeUndefined()
})

it('protects exactly the senders without a signature with a token', () => {
  const unsigned = sourceKinds.filter((kind) => factsOf(kind).isGenuine === hasToken)
  expect(sourceKinds.filter((kind) => sourceOfKind(kind)?.tokenInPath)).toEqual(unsigned)
})

it('accepts a custom sender as a kind, if it is complete', () => {
  const own = { ...sourceOfKind('tally'), kind: 'acme' }
  expect(isKind(own)).toBe(true)
  expect(sourceOfKind(own as Source)).toBe(own)
  expect(defineConfig({ sources: { form: { kind: own as Source } } }).sources.form?.kind).toBe(own)
  expect(requiresEmail({ kind: own as Source })).toBe(true)
  expect(requiresEmail({ kind: { ...own, family: 'shops' } as Source })).toBe(false)
  const broken = { sources: { form: { kind: { ...own, sign: undefined } as unknown as Source } } }
  expect(() => defineConfig(broken)).toThrow(/sources\.form\.kind: use one of: shopify, .*; or a sender of your own/)
  expect(isKind({ ...own, family: 'shops' })).toBe(true)
  expect(isKind({ ...own, kind: 7 })).toBe(false)
  expect(isKind({ ...own, family: 'mail' })).toBe(false)
  for (const part of ['verify', 'identify', 'translate', 'sign']) expect(isKind({ ...own, [part]: 'text' })).toBe(false)
  for (const other of [undefined, null, 7, {}, []]) expect(isKind(other)).toBe(false)
})

const reportOf = (kind: string, topic: string, what?: ReportCase): Report =>
  sourceOfKind(kind)?.reports?.find((one) => one.topics.includes(topic) && one.what === what) ?? expect.fail(topic)
const [approve, request] = [
  ['shopify', 'returns/approve', 'lines_known'] as const,
  ['shopify', 'returns/request'] as const,
]
const [withdrawal, form] = [
  ['shopware', 'revocation_request.sent'] as const,
  ['tally', 'return', 'with_articles'] as const,
]
const edited = ['shopify', 'orders/edited'] as const
it.each<[Parameters<typeof reportOf>, Parameters<typeof effectOf>[1], Effect]>([
  [[...approve], {}, 'return'],
  [[...approve], { returns: 'approved' }, 'return'],
  [[...approve], { returns: 'refunded' }, 'comment'],
  [[...approve], { returns: 'never' }, 'link'],
  [[...approve], { returns: 'never', on: ['returns/approve'] }, 'link'],
  [[...approve], { on: ['refunds/create'] }, 'none'],
  [['shopify', 'refunds/create', 'not_restocked'], { refunds: 'shipped' }, 'return'],
  [[...request], { tells: 'withdrawal', on: ['refunds/create'] }, 'comment'],
  [[...request], { tells: 'withdrawal', withdrawals: 'return' }, 'return'],
  [[...edited], {}, 'none'],
  [[...edited], { on: ['orders/edited'] }, 'comment'],
  [['shopify', 'orders/create'], { on: ['refunds/create'] }, 'learn'],
  [[...withdrawal], { on: ['contact_form.send'] }, 'comment'],
  [[...withdrawal], { on: ['contact_form.send'], withdrawals: 'return' }, 'return'],
  [[...form], { on: ['comment'] }, 'comment'],
  [[...form], { tells: 'withdrawal' }, 'comment'],
  [[...form], { tells: 'withdrawal', withdrawals: 'return' }, 'return'],
])('the report %j makes with %j: %s', (report, settings, effect) => {
  expect(effectOf(reportOf(...report), settings)).toBe(effect)
})

it.each<[ConfigInput['sources'][string], boolean]>([
  [{ kind: 'shopify' }, true],
  [{ kind: 'shopify', returns: 'refunded' }, false],
  [{ kind: 'shopify', on: ['refunds/create'] }, false],
  [{ kind: 'woocommerce' }, false],
  [{ kind: 'standard' }, false],
  [{ kind: 'standard', returns: 'approved' }, true],
])('a source %j announces the parcels that its refunds name: %s', (source, announced) => {
  expect(announcesParcels(defineConfig({ sources: { one: source } }), 'one')).toBe(announced)
  expect(announcesParcels(defineConfig({ sources: { one: source } }), 'other')).toBe(false)
})
