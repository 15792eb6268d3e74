/** Marks a checked configuration. Registered, so that every copy of this module uses the same symbol. */
const checked = Symbol.for('backoffice-bridge/checked-config')
export const asChecked = <T extends object>(config: T): T => Object.defineProperty(config, checked, { value: true })

export const isChecked = (value: unknown): boolean =>
  typeof value === 'object' && value !== null && Object.hasOwn(value, checked)

/** Every mistake of a configuration, one sentence a line. It is shown as it is, without a stack. */
export class ConfigError extends Error {
  override name = 'ConfigError'
}
