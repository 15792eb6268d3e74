import { ConfigError, isChecked } from './checked.ts'
import type { Config } from './config.ts'

/** Throws `ConfigError` unless `value` comes from `defineConfig`. */
export function assertConfig(value: unknown): asserts value is Config {
  if (!isChecked(value)) throw new ConfigError('bridge.config.ts must export default defineConfig({...}).')
}
