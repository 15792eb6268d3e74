import { ConfigError } from './config/config-error.ts'

/** Names that the deployment hands over by environment. */
const names = {
  eventsTable: 'EVENTS_TABLE',
  stateTable: 'STATE_TABLE',
  backOfficeSecret: 'BACK_OFFICE_SECRET',
  sourcesSecret: 'SOURCES_SECRET',
} as const

/** Reads one name of the environment when it is needed: no function has all of them. */
export function fromEnvironment(name: keyof typeof names): string {
  const value = process.env[names[name]]
  if (!value) throw new ConfigError(`${names[name]} is not set: the function needs it in its environment`)
  return value
}

/** As `fromEnvironment`, where a function does without it. */
export const optionalFromEnvironment = (name: keyof typeof names): string | undefined =>
  process.env[names[name]] || undefined

/** `LOCAL_TIME_SCALE`: 1 when deployed. */
export function timeScale(): number {
  const scale = Number(process.env.LOCAL_TIME_SCALE ?? 1)
  if (!(scale > 0)) throw new ConfigError('LOCAL_TIME_SCALE must be a positive number')
  return scale
}
