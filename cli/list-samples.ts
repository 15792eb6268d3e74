import type { Config } from '../lib/config/config.ts'
import { samples } from '../local/samples/index.ts'

/** Lists the configured sources, each with its samples. */
export function listSamples({ sources }: Config): string {
  const rows = Object.entries(sources).map(([source, { kind }]) => {
    const own = Object.entries((Object.hasOwn(samples, source) && samples[source]) || {})
    const title = source === kind ? source : `${source} (${kind})`
    const lines = own.map(([name, { file, topic }]) =>
      `  ${name.padEnd(24)}${(topic ?? '').padEnd(20)}local/samples/${file}`.trimEnd(),
    )
    return [title, ...(lines.length > 0 ? lines : ['  no samples'])].join('\n')
  })
  return `${rows.join('\n')}\n\nTo send one to the bridge that npm start runs: npm run send -- shopify refund\n`
}
