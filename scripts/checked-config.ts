import { basename } from 'node:path'
import type { Plugin } from 'esbuild'
import { loadConfig } from '../local/load-config.ts'
import { loadConfigData } from '../local/load-config-data.ts'

/**
 * Gives the functions the configuration as the data that was checked here: the check, and the shapes that it needs, would take a tenth of
 * each start. Webhooks get nothing but the data: the file and what it imports would take longer to load than a webhook works. A sender of
 * one's own is code, and comes with the file.
 */
export const checkedConfig: Plugin = {
  name: 'checked-config',
  setup({ onResolve, onLoad, initialOptions: { absWorkingDir = '' } }) {
    const file = 'bridge.config.ts'
    const define = 'define-config.ts'
    onResolve({ filter: /\/bridge\.config\.ts$/ }, ({ importer }) =>
      basename(importer).endsWith('-webhook.ts') ? { path: file, namespace: 'checked' } : undefined,
    )
    onResolve({ filter: /\/lib\/config\/config\.ts$/ }, ({ importer }) =>
      basename(importer) === file ? { path: define, namespace: 'checked' } : undefined,
    )
    onLoad({ filter: /^bridge/, namespace: 'checked' }, async () => {
      const { data, own } = toWebhookData(await loadConfig())
      if (own.length === 0) return { contents: JSON.stringify(data), loader: 'json' }
      const kinds = own.map((name) => `${JSON.stringify(name)}: written.sources[${JSON.stringify(name)}]`)
      const contents = `import written from './${file}'
const data = ${JSON.stringify(data)}
export default { ...data, sources: { ...data.sources, ${kinds.join(', ')} } }`
      return { contents, loader: 'js', resolveDir: absWorkingDir }
    })
    onLoad({ filter: /^define/, namespace: 'checked' }, async () => {
      const contents = `import { withCode } from './lib/config/with-code.ts'
const data = ${JSON.stringify(await loadConfigData())}
export const defineConfig = (written) => withCode(data, written)`
      return { contents, loader: 'js', resolveDir: absWorkingDir }
    })
  },
}

/** `data`: what webhooks read, with `true` for each function. `own`: the sources with a sender of one's own, which is code. */
function toWebhookData({ publicUrl, sources }: Awaited<ReturnType<typeof loadConfig>>) {
  const data: unknown = JSON.parse(
    JSON.stringify({ publicUrl, sources }, (_, value) => (typeof value === 'function' ? true : value)),
  )
  const own = Object.keys(sources).filter((name) => typeof sources[name]?.kind !== 'string')
  return { data: data as { sources: object }, own }
}
