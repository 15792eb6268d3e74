import type { Source } from '../sources/source.ts'

const choices = { returns: ['approved', 'refunded', 'never'], refunds: ['restocked', 'shipped'] } as const
type Own = Record<string, unknown>

/** Settings of a source that nothing which it sends depends on, or that lack another one: the setting, and what to do about it. */
export function returnMistakes(
  own: Own,
  { kind, reports, sendsLabel }: Source,
  shippedFrom: unknown,
): (readonly [path: readonly string[], message: string])[] {
  const unused = (['returns', 'refunds'] as const).filter((name) => {
    const [usual, ...others] = choices[name]
    const deciding = reports?.flatMap(({ by }) => Object.keys(by?.[name] ?? {})) ?? others
    if (own.translate !== undefined) return false
    return own[name] === usual ? deciding.length === 0 : isOneOf(others, own[name]) && !isOneOf(deciding, own[name])
  })
  return [
    ...unused.map(
      (name) => [[name], `remove this: nothing that a source of kind ${kind} sends depends on it`] as const,
    ),
    ...(own.refunds === 'shipped' && !unused.includes('refunds') && shippedFrom === undefined
      ? [[['refunds'], 'write shippedFrom of the bridge as well: without it nobody knows what is shipped'] as const]
      : []),
    ...(sendsLabel && own.returns !== 'never' && !isAnnouncedSet(own)
      ? [[['returnStatus'], `write { announced: ... }, a status without a label: ${kind} sends its own`] as const]
      : []),
  ]
}

const isOneOf = (known: readonly string[], value: unknown): boolean => known.some((one) => one === value)

const isAnnouncedSet = ({ returnStatus }: Own): boolean =>
  returnStatus instanceof Object && 'announced' in returnStatus && returnStatus.announced !== undefined
