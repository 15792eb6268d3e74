import { isChecked } from './checked.ts'
import type { Config } from './config.ts'
import { ConfigError } from './config-error.ts'

/** Throws `ConfigError` unless `value` comes from `defineConfig`. */
export function assertConfig(value: unknown): asserts value is Config {
  if (!isChecked(value)) throw new ConfigError('bridge.config.ts must export default defineConfig({...}).')
}
