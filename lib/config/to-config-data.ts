import { isDeepStrictEqual } from 'node:util'
import type { Config } from './config.ts'
import { type ConfigData, codeOf, withCode } from './with-code.ts'

/** For packaging. Throws if `withCode` would not make the same configuration of it again. */
export function toConfigData(config: Config): ConfigData {
  const sources = Object.entries(config.sources).map(([name, settings]) => {
    const code = Object.keys(codeOf(settings))
    return [name, Object.fromEntries(Object.entries(settings).filter(([setting]) => !code.includes(setting)))]
  })
  const data: ConfigData = JSON.parse(JSON.stringify({ ...config, sources: Object.fromEntries(sources) }))
  if (!isDeepStrictEqual(withCode(data, config), config))
    throw new Error(
      'bridge.config.ts cannot be packaged: one of its settings is neither plain data nor code that may be there.',
    )
  return data
}
