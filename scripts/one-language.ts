import { basename, dirname } from 'node:path'
import type { Plugin } from 'esbuild'
import { loadConfig } from '../local/load-config.ts'

/** Leaves the German sentences out of functions whose configuration speaks English: a start would read them, and never say one. */
export const oneLanguage: Plugin = {
  name: 'one-language',
  setup({ onLoad }) {
    onLoad({ filter: /[\\/]lib[\\/](?:german|sentences[\\/]de[\\/]\w+)\.ts$/ }, async ({ path }) => {
      if ((await loadConfig()).language !== 'en') return undefined
      return { contents: englishOf(basename(path)), loader: 'js', resolveDir: dirname(path) }
    })
  },
}

function englishOf(file: string): string {
  if (file === 'german.ts') return 'export const inLanguage = (_, text) => text'
  return file === 'de.ts' ? `export { en as de } from '../en/en.ts'` : `export * from '../en/${file}'`
}
