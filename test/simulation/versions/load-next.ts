import { existsSync } from 'node:fs'
import { registerHooks } from 'node:module'
import { pathToFileURL } from 'node:url'
import { itemFormat } from '../../../lib/inbox/format.ts'
import { edited } from '../breaks/edit.ts'
import type { Code } from './code.ts'

const root = new URL('../../../', import.meta.url).href
/** Behind the addresses of its sources. */
export const mark = '?code=next'

/** What the next version has that this one has not: items of a format that is one higher. */
const edits = [
  {
    file: 'lib/inbox/format.ts',
    find: `export const itemFormat = ${itemFormat}`,
    replace: `export const itemFormat = ${itemFormat + 1}`,
  },
]

/**
 * Loads lib a second time, as the next version of the bridge: these sources with a higher format of items, or those of another checkout.
 * Throws a sentence for a folder that is none.
 */
export async function loadNext(beside?: string): Promise<Code> {
  if (beside !== undefined) mustBeCheckout(beside)
  const base = beside === undefined ? root : pathToFileURL(`${beside.replace(/\/$/, '')}/`).href
  registerHooks({
    resolve(specifier, context, next) {
      if (!context.parentURL?.endsWith(mark)) return next(specifier, context)
      // Packages are ours in any case.
      const isRelative = specifier.startsWith('.')
      const resolved = next(specifier, isRelative ? context : { ...context, parentURL: import.meta.url })
      const { url } = resolved
      if (url.startsWith(`${root}lib/`)) return { ...resolved, url: base + url.slice(root.length) + mark }
      return url.startsWith(base) && !url.includes('/node_modules/') ? { ...resolved, url: url + mark } : resolved
    },
    load(url, context, next) {
      const loaded = next(url, context)
      const own = beside === undefined ? edits.filter(({ file }) => url === root + file + mark) : []
      return own.length > 0 ? { ...loaded, source: own.reduce(edited, String(loaded.source)) } : loaded
    },
  })
  const loaded = (await import(new URL(`./code.ts${mark}`, import.meta.url).href)) as { code: Code }
  return loaded.code
}

/** Throws where the folder holds no version of the bridge. */
export function mustBeCheckout(folder: string): void {
  if (existsSync(`${folder}/lib/inbox/format.ts`)) return
  throw new RangeError(
    `--beside must be the folder of a checkout of this project: there is no lib/inbox/format.ts in "${folder}"`,
  )
}
