import { resolve } from 'node:path'
import { readBaseUrl } from '../lib/back-office/http/base-url.ts'
import { CannotStart } from './cannot-start.ts'

export type LocalSettings = {
  /** 0 for any free port. */
  port: number
  sandboxPort: number
  /** Another back office instead of the sandbox, without a trailing slash. */
  backOfficeUrl: string | undefined
  /** An absolute path; undefined keeps everything in memory. */
  dataDir: string | undefined
  /** From 0.001 to 100,000. */
  timeScale: number
  /** False (`LOCAL_STREAM=off`) sends no hints of new events: the schedule alone does the work. */
  stream: boolean
}

/** Like `process.env`. */
export type Environment = Record<string, string | undefined>

/**
 * Reads the environment of `npm start`, which takes no `args`. Throws `CannotStart` with every mistake, one sentence
 * per line.
 */
export function readSettings(env: Environment, cwd: string, args: readonly string[] = []): LocalSettings {
  const mistakes = args.length === 0 ? [] : [noArguments(args)]
  /** `rule` says what the value must be. As a function it says what is wrong, for values that must not be shown. */
  const read = <T>(
    name: string,
    parse: (text: string) => T | undefined,
    rule: string | ((text: string) => string),
    byDefault: T,
  ): T => {
    const text = env[name]?.trim()
    if (!text) return byDefault
    const value = parse(text)
    const wrong = () => (typeof rule === 'string' ? `must be ${rule}, not "${text}"` : rule(text))
    if (value === undefined) mistakes.push(`${name} ${wrong()}.`)
    return value ?? byDefault
  }
  const settings: LocalSettings = {
    port: read('PORT', toPort, 'a whole number from 0 to 65535', 3000),
    sandboxPort: read('SANDBOX_PORT', toPort, 'a whole number from 0 to 65535', 3001),
    backOfficeUrl: read('BACKOFFICE_URL', toBaseUrl, problemOfBaseUrl, undefined),
    dataDir: read('DATA_DIR', (text) => ({ path: text === ':memory:' ? undefined : resolve(cwd, text) }), 'a folder', {
      path: resolve(cwd, '.local'),
    }).path,
    timeScale: read('LOCAL_TIME_SCALE', toTimeScale, 'a number from 0.001 to 100000, such as 60 or 0.5', 1),
    stream: read('LOCAL_STREAM', (text) => ({ on: true, off: false })[text], '"on" or "off"', true),
  }
  if (settings.port === settings.sandboxPort && settings.port !== 0 && settings.backOfficeUrl === undefined) {
    mistakes.push(`PORT and SANDBOX_PORT are both ${settings.port}: give them different numbers.`)
  }
  if (mistakes.length > 0) throw new CannotStart(mistakes.join('\n'))
  return settings
}

const noArguments = (args: readonly string[]): string =>
  `npm start takes no arguments (${args.join(' ')}): it reads PORT, SANDBOX_PORT, BACKOFFICE_URL, DATA_DIR, LOCAL_TIME_SCALE and LOCAL_STREAM from its environment, as in PORT=4000 npm start.`

function toPort(text: string): number | undefined {
  return /^\d{1,5}$/.test(text) && Number(text) <= 65_535 ? Number(text) : undefined
}

/** Beyond these limits a wait is too long for a timer, or shorter than a millisecond. */
function toTimeScale(text: string): number | undefined {
  const value = /^\d+(\.\d+)?$/.test(text) ? Number(text) : Number.NaN
  return value >= 0.001 && value <= 100_000 ? value : undefined
}

function toBaseUrl(text: string): string | undefined {
  const base = readBaseUrl(text)
  return 'url' in base ? base.url : undefined
}

function problemOfBaseUrl(text: string): string {
  const base = readBaseUrl(text)
  return 'problem' in base ? base.problem : ''
}

/** The environment of the functions. `undefined` removes a variable. */
export function functionEnvironment(settings: LocalSettings, env: Environment): Environment {
  return {
    BACK_OFFICE_SECRET: 'back-office',
    SOURCES_SECRET: 'sources',
    DECIDE_SECRET: 'decide',
    LOCAL_TIME_SCALE: String(settings.timeScale),
    SERVICE_NAME: 'backoffice-bridge',
    // Their lines would stand between those of the terminal.
    METRICS: undefined,
    NOTIFICATIONS: 'print',
    LOG_LEVEL: env.LOG_LEVEL ?? 'WARN',
  }
}

/** Writes `values` into `env`; `undefined` removes a variable. */
export function applyEnvironment(env: Environment, values: Environment): void {
  for (const [name, value] of Object.entries(values)) {
    if (value === undefined) delete env[name]
    else env[name] = value
  }
}
