import * as z from 'zod'
import { isKind, sourceOfKind } from '../sources/registry.ts'
import type { Source } from '../sources/source.ts'

/** A setting by its path, and what to do about it. */
export type Mistake = readonly [path: readonly PropertyKey[], message: string]

const settings = z.record(z.string(), z.unknown())
const written = z.object({ publicUrl: z.unknown().optional(), sources: settings })

/**
 * What does not fit the kinds that the sources name. Looks at the configuration as it was written, so that these mistakes are told
 * beside those in its shape; what has the wrong shape counts as not written here.
 */
export function sourceMistakes(input: unknown): Mistake[] {
  const { publicUrl, sources = {} } = written.safeParse(input).data ?? {}
  const known = Object.entries(sources).flatMap(([name, value]) => {
    const own = settings.safeParse(value).data
    const source = isKind(own?.kind) ? sourceOfKind(own.kind) : undefined
    return own && source ? [{ name, own, source }] : []
  })
  const inNeed = known.filter(({ source }) => source.needsPublicUrl).map(({ name }) => name)
  return [
    ...known.flatMap(({ name, own, source }) =>
      misfits(own, source).map(([setting, message]): Mistake => [['sources', name, ...setting], message]),
    ),
    ...(inNeed.length > 0 && publicUrl === undefined
      ? [[['publicUrl'], `write the bridge's own address: ${inNeed.join(', ')} cannot do without it`] as const]
      : []),
  ]
}

function misfits(own: Record<string, unknown>, { kind, topics, takes }: Source): Mistake[] {
  const unknownSettings = (['fields', 'appName'] as const).filter(
    (name) => own[name] !== undefined && takes && !takes.includes(name),
  )
  const replaced = (['on', 'fields'] as const).filter((name) => own[name] !== undefined && own.translate !== undefined)
  const on = Array.isArray(own.on) && own.translate === undefined ? own.on : []
  const wrongTopics = on.flatMap((topic, at) => (isUnknown(topic, topics) ? [at] : []))
  return [
    ...unknownSettings.map((name): Mistake => [[name], `a source of kind ${kind} has no such setting`]),
    ...replaced
      .filter((name) => !unknownSettings.some((unknown) => unknown === name))
      .map((name): Mistake => [[name], 'has no effect beside translate, which replaces the mapping']),
    ...wrongTopics.map((at): Mistake => [['on', at], `a source of kind ${kind} knows ${topics?.join(', ')}`]),
  ]
}

/** What is no text at all, or empty, is a mistake in its shape. */
const isUnknown = (topic: unknown, topics: readonly string[] | undefined): boolean =>
  typeof topic === 'string' && topic !== '' && topics !== undefined && !topics.includes(topic)
