import { registerHooks } from 'node:module'
import { pathToFileURL } from 'node:url'

const ownConfig = new URL('../bridge.config.ts', import.meta.url).href

/**
 * From now on this process loads what package.json calls the `embedded` build: `#stores` is the store of one process. Call it before the
 * handlers are loaded. With `configFile` they get that file where they import bridge.config.ts.
 */
export function chooseEmbedded(configFile?: string): void {
  registerHooks({
    resolve(specifier, context, next) {
      if (specifier.startsWith('#'))
        return next(specifier, { ...context, conditions: [...context.conditions, 'embedded'] })
      const resolved = next(specifier, context)
      const isConfig = configFile !== undefined && resolved.url === ownConfig
      return isConfig ? { ...resolved, url: pathToFileURL(configFile).href } : resolved
    },
  })
}
