/** What is wrong with the configuration, every mistake at once, one sentence a line: shown as it is, without a stack. */
export class ConfigError extends Error {
  override name = 'ConfigError'
}
