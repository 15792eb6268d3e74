import { registerHooks } from 'node:module'
import { type AnyEdit, edited } from './edit.ts'

const root = new URL('../../../', import.meta.url)

/** From now on this thread loads the sources with these edits in them. Nothing of lib may be loaded before. */
export function applyEdits(all: readonly AnyEdit[]): void {
  if (all.length === 0) return
  const edits = Map.groupBy(all, ({ file }) => new URL(file, root).href)
  registerHooks({
    load(url, context, next) {
      const loaded = next(url, context)
      // Each version of the bridge has them.
      const own = edits.get(url.split('?')[0] ?? url)
      return own ? { ...loaded, source: own.reduce(edited, String(loaded.source)) } : loaded
    },
  })
}
