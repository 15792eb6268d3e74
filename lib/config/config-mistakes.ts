import * as z from 'zod'
import { constantsWith, isCancelled } from '../back-office/constants.ts'
import { isKind, sourceOfKind } from '../sources/registry.ts'
import type { Source } from '../sources/source.ts'
import { constantsConfig } from './back-office-config.ts'
import { sourceConfig, sourceName } from './source-config.ts'

/** Every mistake of a configuration, one indented sentence a line. `issues` are those of its schema. */
export const configMistakes = (input: unknown, issues: readonly z.core.$ZodIssue[]): string[] =>
  [
    ...[...issues, ...issuesBehindBadNames(input)].flatMap(mistakesOf),
    ...sourceMistakes(input),
    ...statusMistakes(input),
  ].map(toLine)

const shapes: Readonly<Record<string, string>> = {
  string: 'text in quotes',
  number: 'a number',
  int: 'a whole number',
  boolean: 'true or false',
  array: 'a list [...]',
  object: 'an object {...}',
  record: 'an object {...}',
}

/** What to write instead, for a setting without a message of its own. Given to zod as `error`. */
export function inPlainWords(issue: z.core.$ZodRawIssue): string | undefined {
  if (issue.code === 'invalid_type') return `write ${shapes[issue.expected] ?? issue.expected}`
  if (issue.code === 'too_small' && issue.origin !== 'string')
    return `write ${issue.inclusive ? 'at least' : 'more than'} ${issue.minimum}`
  if (issue.code === 'invalid_union') return 'write one of the shapes that docs/configuration.md shows'
  return undefined
}

const anySources = z.object({ sources: z.record(z.string(), z.unknown()) })

/** zod does not check the value behind a wrong name. */
function issuesBehindBadNames(input: unknown): z.core.$ZodIssue[] {
  const { data } = anySources.safeParse(input)
  const misnamed = Object.entries(data?.sources ?? {}).filter(([name]) => !sourceName.safeParse(name).success)
  return misnamed.flatMap(([name, value]) => {
    const { error } = sourceConfig.safeParse(value, { error: inPlainWords })
    return (error?.issues ?? []).map((issue) => ({ ...issue, path: ['sources', name, ...issue.path] }))
  })
}

function mistakesOf(issue: z.core.$ZodIssue): Mistake[] {
  // zod nests the issues of a name one level deeper.
  if (issue.code === 'invalid_key') return issue.issues.map(({ message }): Mistake => [issue.path, message])
  if (issue.code !== 'unrecognized_keys') return [[issue.path, issue.message]]
  return issue.keys.map((key): Mistake => [issue.path, `unknown setting "${key}"`])
}

const toLine = ([path, message]: Mistake): string => `  ${path.join('.') || '(top level)'}: ${message}`
type Mistake = readonly [path: readonly PropertyKey[], message: string]
const settings = z.record(z.string(), z.unknown())
const numbers = z.record(z.string(), z.number()).optional().catch(undefined)
const asWritten = z.object({
  publicUrl: z.unknown().optional(),
  notify: z.object({ links: z.unknown().optional() }).optional().catch(undefined),
  shippedFrom: z.unknown().optional(),
  sources: settings,
  returnStatus: numbers,
  backOffice: z
    .object({ constants: constantsConfig.optional().catch(undefined) })
    .optional()
    .catch(undefined),
})

/** A return with such a status would count for nothing, or look as if it were not complete. */
function statusMistakes(input: unknown): Mistake[] {
  const { data } = asWritten.safeParse(input)
  const { statuses } = constantsWith(data?.backOffice?.constants)
  const ofSources = Object.entries(data?.sources ?? {}).map(([name, value]) => {
    const { data: own } = settings.safeParse(value)
    return [['sources', name], numbers.parse(own?.returnStatus)] as const
  })
  const given = [[[], data?.returnStatus] as const, ...ofSources]
  return given.flatMap(([path, status = {}]) =>
    Object.entries(status).flatMap(([what, statusId]): Mistake[] =>
      isCancelled(statusId, statuses) || statusId === statuses.incomplete
        ? [[[...path, 'returnStatus', what], 'use another status: this one means cancelled or incomplete']]
        : [],
    ),
  )
}

/** Settings that do not fit the kind of their source, as written. A value of the wrong shape counts as absent. */
function sourceMistakes(input: unknown): Mistake[] {
  const { publicUrl, notify, shippedFrom, sources = {} } = asWritten.safeParse(input).data ?? {}
  const known = Object.entries(sources).flatMap(([name, value]) => {
    const own = settings.safeParse(value).data
    const source = isKind(own?.kind) ? sourceOfKind(own.kind) : undefined
    return own && source ? [{ name, own, source }] : []
  })
  const shops = known.filter(({ source }) => source.family === 'shops').map(({ name }) => name)
  const sharing = known.filter(({ source }) => source.ownNumbers).map(({ name }) => name)
  const withoutAddress = known.filter(({ source }) => source.needsPublicUrl).map(({ name }) => name)
  return [
    ...known.flatMap(({ name, own, source }) =>
      [
        ...misfits(own, source),
        ...labelMistakes(own, source, shops),
        ...numberMistakes(own, name, sharing),
        ...returnMistakes(own, source, shippedFrom),
      ].map(([setting, message]): Mistake => [['sources', name, ...setting], message]),
    ),
    ...when(withoutAddress.length > 0 && publicUrl === undefined, [
      ['publicUrl'],
      `write the bridge's own address: ${withoutAddress.join(', ')} cannot work without it`,
    ]),
    ...when(notify?.links !== undefined && publicUrl === undefined, [
      ['publicUrl'],
      "write the bridge's own address: links of `notify` lead there",
    ]),
  ]
}

const when = (is: boolean, mistake: Mistake): Mistake[] => (is ? [mistake] : [])

function misfits(own: Record<string, unknown>, source: Source): Mistake[] {
  const { kind, family, topics, takes, isProgram } = source
  const isForeign = (name: 'fields' | 'appName') => own[name] !== undefined && takes && !takes.includes(name)
  const unknownSettings = (['fields', 'appName'] as const).filter(isForeign)
  const replaced = (['on', 'fields'] as const).filter((name) => own[name] !== undefined && own.translate !== undefined)
  const on = Array.isArray(own.on) && own.translate === undefined ? own.on : []
  const wrongTopics = on.flatMap((topic, at) => (isUnknown(topic, topics) ? [at] : []))
  return [
    ...unknownSettings.map((name): Mistake => [[name], `remove this: a source of kind ${kind} has no such setting`]),
    ...replaced
      .filter((name) => !unknownSettings.some((unknown) => unknown === name))
      .map((name): Mistake => [[name], 'remove this: translate replaces the mapping']),
    // A shop and the bridge's own format say themselves which of their messages is one.
    ...when(own.tells === 'withdrawal' && (family !== 'forms' || isProgram === true) && !takes?.includes('tells'), [
      ['tells'],
      'remove this: only of a form, or of what customers ask shopify for, can each message be one',
    ]),
    ...when(own.withdrawals !== undefined && !mayDeclare(own, source), [
      ['withdrawals'],
      `remove this, or set tells: 'withdrawal' of a form or of shopify: nothing that it sends is one`,
    ]),
    ...wrongTopics.map((at): Mistake => [['on', at], `use a topic of the kind ${kind}: ${topics?.join(', ')}`]),
  ]
}

const mayDeclare = ({ tells, translate }: Record<string, unknown>, { isWithdrawal, takes }: Source): boolean =>
  tells === 'withdrawal' || translate !== undefined || (isWithdrawal !== undefined && !takes?.includes('tells'))

/** Two shops that count their orders for themselves give different orders one number. */
const numberMistakes = ({ orders }: Record<string, unknown>, name: string, sharing: readonly string[]): Mistake[] =>
  when(sharing.length > 1 && sharing.includes(name) && orders === undefined, [
    ['orders'],
    `write what its orders have in common, such as { referrer: 9 }, or 'any': ${sharing.join(', ')} can give two orders one number`,
  ])

/** The schema reports a name that is not text. */
function labelMistakes({ labelsOf }: Record<string, unknown>, { family }: Source, shops: readonly string[]): Mistake[] {
  if (typeof labelsOf !== 'string') return []
  if (family === 'shops') return [[['labelsOf'], 'remove this: a shop knows its own labels']]
  if (shops.includes(labelsOf)) return []
  const choice = shops.length === 0 ? 'there is no shop in `sources`: remove this' : `use one of: ${shops.join(', ')}`
  return [[['labelsOf'], choice]]
}

/** The schema reports a topic that is empty or not text. */
const isUnknown = (topic: unknown, topics: readonly string[] | undefined): boolean =>
  typeof topic === 'string' && topic !== '' && topics !== undefined && !topics.includes(topic)

const choices = { returns: ['approved', 'refunded', 'never'], refunds: ['restocked', 'shipped'] } as const
type Own = Record<string, unknown>

/** Settings of a source that nothing which it sends depends on, or that lack another one: the setting, and what to do about it. */
function returnMistakes(own: Own, { kind, reports, sendsLabel }: Source, shippedFrom: unknown): Mistake[] {
  const unused = (['returns', 'refunds'] as const).filter((name) => {
    const [usual, ...others] = choices[name]
    const deciding = reports?.flatMap(({ by }) => Object.keys(by?.[name] ?? {})) ?? others
    if (own.translate !== undefined) return false
    return own[name] === usual ? deciding.length === 0 : isOneOf(others, own[name]) && !isOneOf(deciding, own[name])
  })
  const needless = `remove this: nothing that a source of kind ${kind} sends depends on it`
  return [
    ...unused.map((name): Mistake => [[name], needless]),
    ...when(own.refunds === 'shipped' && !unused.includes('refunds') && shippedFrom === undefined, [
      ['refunds'],
      'write shippedFrom of the bridge as well: without it nobody knows what is shipped',
    ]),
    ...when(sendsLabel === true && own.returns !== 'never' && !isAnnouncedSet(own), [
      ['returnStatus'],
      `write { announced: ... }, a status without a label: ${kind} sends its own`,
    ]),
  ]
}

const isOneOf = (known: readonly string[], value: unknown): boolean => known.some((one) => one === value)

const isAnnouncedSet = ({ returnStatus }: Own): boolean =>
  returnStatus instanceof Object && 'announced' in returnStatus && returnStatus.announced !== undefined
