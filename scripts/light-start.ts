import { readFile } from 'node:fs/promises'
import { isBuiltin } from 'node:module'
import { join } from 'node:path'
import { type Plugin, transform } from 'esbuild'

const jsonSchema = /[\\/]zod[\\/]v4[\\/]core[\\/](?:to-json-schema|json-schema-processors)\.js$/

const packageModule = /[\\/]node_modules[\\/].*\.m?js$/

/**
 * Keeps out of a start what nothing needs. An import of a part of Node in an ES module reads all of its exports, also those that load more:
 * WebSocket in `node:http` loads Node's whole `fetch`, a third of a start, and `node:crypto` has Web Crypto. Here each part is taken as it
 * is. `fetch` comes with the `Headers` of aws4fetch, too. And zod can turn shapes into JSON Schema, for which nobody asks: 7 KB of a zip.
 */
export const lightStart: Plugin = {
  name: 'light-start',
  setup({ onResolve, onLoad, initialOptions: { absWorkingDir = '' } }) {
    onResolve({ filter: /./ }, ({ path }) => (isBuiltin(path) ? { path, namespace: 'builtin' } : undefined))
    onLoad({ filter: /./, namespace: 'builtin' }, ({ path }) => ({
      contents: `module.exports = process.getBuiltinModule(${JSON.stringify(path)})`,
    }))
    onLoad({ filter: jsonSchema }, async ({ path }) => {
      const exported = (await readFile(path, 'utf8')).matchAll(/^export (?:const|function) (\w+)/gm)
      const names = [...exported].map(([, name]) => `none as ${name}`).join(', ')
      return { contents: `const none = () => () => { throw new Error('no JSON Schema here') }; export { ${names} }` }
    })
    const headers = JSON.stringify(join(absWorkingDir, 'lib/aws/plain-headers.ts'))
    onLoad({ filter: /[\\/]aws4fetch[\\/]dist[\\/]/ }, async ({ path }) => ({
      // In one line with the first of the file, for the lines of its source map.
      contents: `import { PlainHeaders as Headers } from ${headers}; ${await readFile(path, 'utf8')}`,
    }))
    onLoad({ filter: packageModule }, async ({ path }) => ({ contents: await withShortNames(path) }))
  },
}

/**
 * Short names within a package: reading its code takes most of a start, and long names are an eighth of it. Ours stay whole, for the
 * stacks in the log.
 */
async function withShortNames(path: string): Promise<string> {
  const text = await readFile(path, 'utf8')
  const isModule = /^export /m.test(text)
  const map = { sourcemap: 'inline', sourcesContent: false, sourcefile: path } as const
  const { code } = await transform(text, { minifyIdentifiers: true, ...(isModule && { format: 'esm' }), ...map })
  return code
}
