import { registerHooks } from 'node:module'
import { type BreakName, breaks, type Edit, edited } from './breaks.ts'

const root = new URL('../../', import.meta.url)

/** From now on this thread loads the sources with this break in them. Nothing of lib may be loaded before. */
export const applyBreak = (name: BreakName): void => applyEdits(breaks[name])

/** The same for any edits. */
export function applyEdits(all: readonly Edit[]): void {
  const edits = new Map<string, Edit[]>()
  for (const edit of all) {
    const { href } = new URL(edit.file, root)
    edits.set(href, [...(edits.get(href) ?? []), edit])
  }
  registerHooks({
    load(url, context, next) {
      const loaded = next(url, context)
      const own = edits.get(url)
      return own ? { ...loaded, source: own.reduce(edited, String(loaded.source)) } : loaded
    },
  })
}
