import { toConfigData } from '../lib/config/to-config-data.ts'
import type { ConfigData } from '../lib/config/with-code.ts'
import { loadConfig } from './load-config.ts'

/** The checked configuration as data, for packaging. Throws as `loadConfig`. */
export const loadConfigData = async (): Promise<ConfigData> => toConfigData(await loadConfig())
