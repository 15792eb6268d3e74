import { isDeepStrictEqual } from 'node:util'
import { asChecked } from './checked.ts'
import type { Config, ConfigInput } from './config.ts'

/** A checked configuration as JSON has it: all but its code. */
export type ConfigData = { readonly sources: Readonly<Record<string, object>> }

/** The configuration checked when packaged, with the code of bridge.config.ts: a start need not check it again. */
export function withCode(data: ConfigData, { sources: written }: Pick<ConfigInput, 'sources'>): Config {
  const sources = Object.entries(data.sources).map(([name, own]) => [name, { ...own, ...codeOf(written[name]) }])
  return asChecked({ ...(data as Config), sources: Object.fromEntries(sources) })
}

export const codeOf = (settings: object = {}): object => Object.fromEntries(Object.entries(settings).filter(isCode))
const isCode = ([name, value]: [string, unknown]) => typeof value === (name === 'kind' ? 'object' : 'function')

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
