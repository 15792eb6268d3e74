import { basename } from 'node:path'
import type { Plugin } from 'esbuild'
import { loadConfig } from '../local/load-config.ts'

/**
 * Gives the webhooks the configuration as the data that was checked here, in place of bridge.config.ts: the check, and what it needs,
 * would take longer to load than a webhook works. A sender of one's own is code, and comes with the file.
 */
export const webhookConfig: Plugin = {
  name: 'webhook-config',
  setup({ onResolve, onLoad, initialOptions: { absWorkingDir = '' } }) {
    const file = 'bridge.config.ts'
    onResolve({ filter: /\/bridge\.config\.ts$/ }, ({ importer }) =>
      basename(importer).endsWith('-webhook.ts') ? { path: file, namespace: 'checked' } : undefined,
    )
    onLoad({ filter: /./, namespace: 'checked' }, async () => {
      const { data, own } = toData(await loadConfig())
      if (own.length === 0) return { contents: JSON.stringify(data), loader: 'json' }
      const kinds = own.map((name) => `${JSON.stringify(name)}: written.sources[${JSON.stringify(name)}]`)
      const contents = `import written from './${file}'
const data = ${JSON.stringify(data)}
export default { ...data, sources: { ...data.sources, ${kinds.join(', ')} } }`
      return { contents, loader: 'js', resolveDir: absWorkingDir }
    })
  },
}

/** `data`: what webhooks read, with `true` for each function. `own`: the sources with a sender of one's own, which is code. */
function toData({ publicUrl, sources }: Awaited<ReturnType<typeof loadConfig>>) {
  const data: unknown = JSON.parse(
    JSON.stringify({ publicUrl, sources }, (_, value) => (typeof value === 'function' ? true : value)),
  )
  const own = Object.keys(sources).filter((name) => typeof sources[name]?.kind !== 'string')
  return { data: data as { sources: object }, own }
}
