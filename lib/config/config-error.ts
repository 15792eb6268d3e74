/** Every mistake of a configuration, one sentence a line. It is shown as it is, without a stack. */
export class ConfigError extends Error {
  override name = 'ConfigError'
}
