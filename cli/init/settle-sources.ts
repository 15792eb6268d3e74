import { sourceName } from '../../lib/config/source-config.ts'
import { isKind, sourceKinds } from '../../lib/sources/registry.ts'
import type { Ask } from '../../local/ask.ts'
import { CannotStart } from '../../local/cannot-start.ts'

/** From a source's name to its kind, in the order of the configuration. */
export type Sources = ReadonlyMap<string, string>

/** The sources that were given, else those that the person names, one at least. Throws `CannotStart`. */
export async function settleSources(given: readonly string[], ask: Ask | undefined): Promise<Sources> {
  const sources = new Map<string, string>()
  for (const text of given) {
    const wrong = add(sources, text)
    if (wrong !== undefined) throw new CannotStart(`--source ${text}: ${wrong}.`)
  }
  if (sources.size > 0) return sources
  if (!ask) throw new CannotStart(`--source is missing: write it, such as --source shop-eu=shopify. Kinds: ${kinds}.`)
  let before = `Who sends webhooks? Kinds: ${kinds}.\n`
  for (;;) {
    const end = sources.size === 0 ? '' : '; Enter: no more'
    const text = await ask(`${before}Source (a kind, or a name of yours and a kind, as in shop-eu=shopify${end}): `)
    if (text === '' && sources.size > 0) return sources
    const wrong = add(sources, text)
    before = wrong === undefined ? '' : `${wrong}.\n`
  }
}

const kinds = sourceKinds.join(', ')

/** Adds `<name>=<kind>` or `<kind>`, or says what is wrong with it. */
function add(sources: Map<string, string>, text: string): string | undefined {
  const [name = '', kind = name, ...more] = text.split('=').map((part) => part.trim())
  if (more.length > 0 || !isKind(kind)) return `write a kind, or <name>=<kind>. Kinds: ${kinds}`
  const wrong = sourceName.safeParse(name).error?.issues[0]?.message
  if (wrong !== undefined) return wrong
  if (sources.has(name)) return `there is a source ${name} already: give each its own name`
  sources.set(name, kind)
  return undefined
}
