import { type ConfigData, toConfigData } from '../lib/config/with-code.ts'
import { loadConfig } from './load-config.ts'

/** The checked configuration as data, for packaging. Throws as `loadConfig`. */
export const loadConfigData = async (): Promise<ConfigData> => toConfigData(await loadConfig())
