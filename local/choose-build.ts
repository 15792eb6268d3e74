import { existsSync, realpathSync } from 'node:fs'
import { registerHooks } from 'node:module'
import { fileURLToPath, pathToFileURL } from 'node:url'

const ownConfig = new URL('../bridge.config.ts', import.meta.url).href

/**
 * From now on this process loads what package.json calls the `embedded` build: `#stores` is the store of one process. Call it before the
 * handlers are loaded. With `configFile` they get that file where they import bridge.config.ts; it may lie anywhere, and import ./lib as
 * the project's own does.
 */
export function chooseEmbedded(configFile?: string): void {
  // Node.js names a module by what a link leads to. One that is missing is named where it is read.
  const isThere = configFile !== undefined && existsSync(configFile)
  const config =
    configFile === undefined ? ownConfig : pathToFileURL(isThere ? realpathSync(configFile) : configFile).href
  registerHooks({
    resolve(specifier, context, next) {
      if (specifier.startsWith('#'))
        return next(specifier, { ...context, conditions: [...context.conditions, 'embedded'] })
      const isLib = context.parentURL === config && specifier.startsWith('./lib/')
      if (isLib && !existsSync(fileURLToPath(new URL(specifier, config))))
        return next(new URL(specifier, ownConfig).href, context)
      const resolved = next(specifier, context)
      return resolved.url === ownConfig ? { ...resolved, url: config } : resolved
    },
  })
}
