import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Plugin } from 'esbuild'

/**
 * Keeps Node's `fetch` out of the starts, which is a third of what they take. It comes with two things that need nothing of it: an import
 * of Node's HTTP in an ES module, which reads all of its exports (WebSocket is one), and the `Headers` with which aws4fetch signs.
 */
export const lightStart: Plugin = {
  name: 'light-start',
  setup({ onResolve, onLoad, initialOptions: { absWorkingDir = '' } }) {
    onResolve({ filter: /^(?:node:)?http$/ }, () => ({ path: 'node:http', namespace: 'builtin' }))
    onLoad({ filter: /./, namespace: 'builtin' }, ({ path }) => ({
      contents: `module.exports = process.getBuiltinModule(${JSON.stringify(path)})`,
    }))
    const headers = JSON.stringify(join(absWorkingDir, 'lib/aws/plain-headers.ts'))
    onLoad({ filter: /[\\/]aws4fetch[\\/]dist[\\/]/ }, async ({ path }) => ({
      // In one line with the first of the file, for the lines of its source map.
      contents: `import { PlainHeaders as Headers } from ${headers}; ${await readFile(path, 'utf8')}`,
    }))
  },
}
