import { registerHooks } from 'node:module'
import { breaks } from './breaks.ts'
import { type Edit, edited } from './edit.ts'
import { maskedBreaks } from './pairs.ts'

const root = new URL('../../../', import.meta.url)

/** Names of breaks, of both tables. */
export type Applied = readonly string[]

const all: Readonly<Record<string, readonly Edit[]>> = { ...breaks, ...maskedBreaks }

const editsOf = (name: string): readonly Edit[] => {
  const found = all[name]
  if (!found) throw new RangeError(`there is no break "${name}"`)
  return found
}

/** From now on this thread loads the sources with these breaks in them. Nothing of lib may be loaded before. */
export const applyBreaks = (names: Applied): void => applyEdits(names.flatMap(editsOf))

/** The same for any edits. */
export function applyEdits(all: readonly Edit[]): void {
  if (all.length === 0) return
  const edits = new Map<string, Edit[]>()
  for (const edit of all) {
    const { href } = new URL(edit.file, root)
    edits.set(href, [...(edits.get(href) ?? []), edit])
  }
  registerHooks({
    load(url, context, next) {
      const loaded = next(url, context)
      // Each version of the bridge has them.
      const own = edits.get(url.split('?')[0] ?? url)
      return own ? { ...loaded, source: own.reduce(edited, String(loaded.source)) } : loaded
    },
  })
}
