import { existsSync } from 'node:fs'
import { registerHooks } from 'node:module'
import { dirname, join } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'

const project = fileURLToPath(new URL('../../', import.meta.url))

/**
 * Lets every import of the project's bridge.config.ts load `file` instead: the handlers keep their one import. A copy of that file
 * anywhere else finds the project's lib as well.
 */
export function chooseConfig(file: string): void {
  const usual = pathToFileURL(join(project, 'bridge.config.ts')).href
  const chosen = pathToFileURL(file).href
  if (chosen === usual) return
  registerHooks({
    resolve(specifier, context, next) {
      if (context.parentURL === chosen && specifier.startsWith('./lib/') && !existsSync(join(dirname(file), specifier)))
        return next(pathToFileURL(join(project, specifier)).href, context)
      const found = next(specifier, context)
      return found.url === usual ? { ...found, url: chosen } : found
    },
  })
}
