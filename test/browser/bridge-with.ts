import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { InboxEvent } from '../../lib/inbox/event.ts'
import { storeEvents } from './store-events.ts'

const urlOf = (file: string): string => new URL(`../../${file}`, import.meta.url).href

/** The environment of an `npm start` whose data lie in `folder`: with a configuration in place of the project's, and with events in its store. */
export async function bridgeWith(folder: string, config: object, events: Iterable<InboxEvent>) {
  mkdirSync(folder)
  const file = join(folder, 'bridge.config.mjs')
  const text = `import { defineConfig } from ${JSON.stringify(urlOf('lib/config/config.ts'))}\n`
  writeFileSync(file, `${text}export default defineConfig(${JSON.stringify(config)})\n`)
  await storeEvents(join(folder, 'bridge.sqlite'), events)
  const hook = `import { registerHooks } from 'node:module'
registerHooks({ resolve: (name, context, next) => {
  const found = next(name, context)
  return found.url === ${JSON.stringify(urlOf('bridge.config.ts'))} ? { url: ${JSON.stringify(`file://${file}`)}, format: 'module' } : found
} })`
  return { DATA_DIR: folder, NODE_OPTIONS: `--import=data:text/javascript,${encodeURIComponent(hook)}` }
}
