import { ConfigError } from './config/config-error.ts'

/** Variables that the deployment sets. */
const names = {
  eventsTable: 'EVENTS_TABLE',
  stateTable: 'STATE_TABLE',
  backOfficeSecret: 'BACK_OFFICE_SECRET',
  sourcesSecret: 'SOURCES_SECRET',
} as const

/** Reads a variable when it is needed: no function has all of them. */
export function fromEnvironment(name: keyof typeof names): string {
  const value = process.env[names[name]]
  if (!value) throw new ConfigError(`${names[name]} is not set: set it in the environment of this function`)
  return value
}

/** As `fromEnvironment`, for a function that works without it. */
export const optionalFromEnvironment = (name: keyof typeof names): string | undefined =>
  process.env[names[name]] || undefined

/** `LOCAL_TIME_SCALE`: 1 when deployed. */
export function timeScale(): number {
  const scale = Number(process.env.LOCAL_TIME_SCALE ?? 1)
  if (!(scale > 0)) throw new ConfigError('LOCAL_TIME_SCALE must be a positive number')
  return scale
}
