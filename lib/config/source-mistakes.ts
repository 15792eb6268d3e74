import * as z from 'zod'
import { isKind, sourceOfKind } from '../sources/registry.ts'
import type { Source } from '../sources/source.ts'

/** The path of a setting, and what to do about it. */
export type Mistake = readonly [path: readonly PropertyKey[], message: string]

const settings = z.record(z.string(), z.unknown())
const asWritten = z.object({ publicUrl: z.unknown().optional(), sources: settings })

/**
 * Settings that do not fit the kind of their source. Reads the configuration as it was written, so that these mistakes are reported
 * together with those of the schema. A value of the wrong shape counts as absent here.
 */
export function sourceMistakes(input: unknown): Mistake[] {
  const { publicUrl, sources = {} } = asWritten.safeParse(input).data ?? {}
  const known = Object.entries(sources).flatMap(([name, value]) => {
    const own = settings.safeParse(value).data
    const source = isKind(own?.kind) ? sourceOfKind(own.kind) : undefined
    return own && source ? [{ name, own, source }] : []
  })
  const shops = known.filter(({ source }) => source.family === 'shops').map(({ name }) => name)
  const withoutAddress = known.filter(({ source }) => source.needsPublicUrl).map(({ name }) => name)
  return [
    ...known.flatMap(({ name, own, source }) =>
      [...misfits(own, source), ...labelMistakes(own, source, shops)].map(
        ([setting, message]): Mistake => [['sources', name, ...setting], message],
      ),
    ),
    ...(withoutAddress.length > 0 && publicUrl === undefined
      ? [
          [
            ['publicUrl'],
            `write the bridge's own address: ${withoutAddress.join(', ')} cannot work without it`,
          ] as const,
        ]
      : []),
  ]
}

function misfits(own: Record<string, unknown>, source: Source): Mistake[] {
  const { kind, family, topics, takes } = source
  const unknownSettings = (['fields', 'appName'] as const).filter(
    (name) => own[name] !== undefined && takes && !takes.includes(name),
  )
  const replaced = (['on', 'fields'] as const).filter((name) => own[name] !== undefined && own.translate !== undefined)
  const on = Array.isArray(own.on) && own.translate === undefined ? own.on : []
  const wrongTopics = on.flatMap((topic, at) => (isUnknown(topic, topics) ? [at] : []))
  return [
    ...unknownSettings.map((name): Mistake => [[name], `remove this: a source of kind ${kind} has no such setting`]),
    ...replaced
      .filter((name) => !unknownSettings.some((unknown) => unknown === name))
      .map((name): Mistake => [[name], 'remove this: translate replaces the mapping']),
    // A shop and the bridge's own format say themselves which of their messages is one.
    ...(own.tells === 'withdrawal' && (family !== 'forms' || kind === 'standard')
      ? [[['tells'], `remove this: a source of kind ${kind} reports withdrawals by itself`] as const]
      : []),
    ...(own.withdrawals !== undefined && !mayDeclare(own, source)
      ? [[['withdrawals'], `remove this, or set tells: 'withdrawal' of a form: nothing that it sends is one`] as const]
      : []),
    ...wrongTopics.map((at): Mistake => [['on', at], `use a topic of the kind ${kind}: ${topics?.join(', ')}`]),
  ]
}

const mayDeclare = ({ tells, translate }: Record<string, unknown>, { isWithdrawal }: Source): boolean =>
  tells === 'withdrawal' || translate !== undefined || isWithdrawal !== undefined

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
