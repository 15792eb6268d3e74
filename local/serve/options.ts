import { isIP } from 'node:net'
import { resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import { CannotStart } from '../cannot-start.ts'
import type { Environment } from '../environment.ts'
import { isLoopbackAddress } from '../listen.ts'

/** Paths are absolute. */
export type ServeOptions = {
  data: string
  config: string
  secrets: string
  /** IP addresses. */
  host: string
  consoleHost: string
  /** 0 for any free port. */
  port: number
  consolePort: number
  /** The store is a copy that was made in another way than by `backup`. */
  restored: boolean
  /** A file that `backup` has written. */
  restore: string | undefined
  setPassword: boolean
  /** Asked after a schedule's run that worked. */
  heartbeatUrl: string | undefined
  /** Waits are divided by it (LOCAL_TIME_SCALE of `npm start`); no option, because only tests shorten them. */
  timeScale: number
}

const texts = ['data', 'config', 'secrets', 'host', 'port', 'console-port', 'console-host', 'restore'] as const
const flags = ['restored', 'set-password'] as const
type Option = (typeof texts)[number] | (typeof flags)[number]

const project = fileURLToPath(new URL('../../', import.meta.url))

/** Exit code of `serve` for mistakes in configuration or secrets (EX_CONFIG of sysexits.h). */
export const misconfigured = 78

const variableOf = (option: Option): string => `BRIDGE_${option.toUpperCase().replace('-', '_')}`

/** Reads options, each also as a variable. Throws `CannotStart` with every mistake, one sentence per line. */
export function readOptions(args: readonly string[], env: Environment, cwd: string): ServeOptions {
  const mistakes: string[] = []
  const given = parse(args, mistakes)
  const text = (option: Option): string | undefined =>
    given[option]?.toString() ?? (env[variableOf(option)]?.trim() || undefined)
  const read = <T>(option: Option, rule: string, toValue: (text: string) => T | undefined, byDefault: T): T => {
    const found = text(option)
    if (found === undefined) return byDefault
    const value = toValue(found)
    if (value === undefined) mistakes.push(`--${option} must be ${rule}, not "${found}".`)
    return value ?? byDefault
  }
  const path = (option: Option, base: string, byDefault: string): string => {
    const found = text(option)
    return found === undefined ? resolve(base, byDefault) : resolve(cwd, found)
  }
  const port = 'a whole number from 0 to 65535'
  const address = 'an IP address, such as 127.0.0.1 or 0.0.0.0'
  const restore = text('restore')
  const options: ServeOptions = {
    data: path('data', cwd, ''),
    config: path('config', project, 'bridge.config.ts'),
    secrets: path('secrets', cwd, 'secrets'),
    host: read('host', address, toAddress, '127.0.0.1'),
    consoleHost: read('console-host', address, toAddress, '127.0.0.1'),
    port: read('port', port, toPort, 8080),
    consolePort: read('console-port', port, toPort, 8081),
    restored: read('restored', 'true or false', toFlag, false),
    restore: restore === undefined ? undefined : resolve(cwd, restore),
    setPassword: read('set-password', 'true or false', toFlag, false),
    heartbeatUrl: env.HEARTBEAT_URL?.trim() || undefined,
    timeScale: 1,
  }
  if (text('data') === undefined) mistakes.push('--data is missing: name the folder that keeps everything.')
  mistakes.push(...contradictions(options))
  if (mistakes.length > 0) throw new CannotStart(mistakes.join('\n'), misconfigured)
  return options
}

function contradictions({ port, consolePort, restored, restore, heartbeatUrl }: ServeOptions): string[] {
  const isAddress = heartbeatUrl === undefined || /^https?:$/.test(URL.parse(heartbeatUrl)?.protocol ?? '')
  return [
    // Its path is often a secret, so it is never shown.
    ...(isAddress ? [] : ['HEARTBEAT_URL must be an address that begins with https://.']),
    ...(port === consolePort && port !== 0
      ? [`--port and --console-port are both ${port}: give them different numbers.`]
      : []),
    ...(restored && restore !== undefined
      ? ['--restore says --restored of its copy by itself: leave --restored out.']
      : []),
  ]
}

function parse(args: readonly string[], mistakes: string[]): Partial<Record<Option, string | boolean>> {
  const types = { ...typed(texts, 'string'), ...typed(flags, 'boolean') }
  try {
    return parseArgs({ args: [...args], options: types }).values
  } catch (error) {
    const [reason = ''] = error instanceof Error ? error.message.split(/\.\s/) : []
    mistakes.push(
      `${reason.replace(/\.$/, '')}. The options are ${[...texts, ...flags].map((one) => `--${one}`).join(', ')}.`,
    )
    // What can be read is, so that all mistakes are named.
    return parseArgs({ args: [...args], options: types, strict: false }).values as Partial<Record<Option, string>>
  }
}

const typed = <Type extends 'string' | 'boolean'>(names: readonly string[], type: Type) =>
  Object.fromEntries(names.map((name) => [name, { type }]))

const toPort = (text: string): number | undefined =>
  /^\d{1,5}$/.test(text) && Number(text) <= 65_535 ? Number(text) : undefined

/** A name could lead beyond this machine without saying so. */
function toAddress(text: string): string | undefined {
  if (text === 'localhost') return '127.0.0.1'
  return isIP(text) === 0 ? undefined : text
}

const toFlag = (text: string): boolean | undefined =>
  ({ true: true, 1: true, on: true, false: false, 0: false, off: false })[text]

/** Throws `CannotStart` for a console that everybody in the network could open. */
export function assertConsoleHost(
  { consoleHost }: ServeOptions,
  has: { password: boolean; consoleUrl: boolean },
): void {
  if (isLoopbackAddress(consoleHost)) return
  const missing = [
    ...(has.password ? [] : ['a password (serve --set-password)']),
    ...(has.consoleUrl ? [] : ['consoleUrl in the configuration']),
  ]
  if (missing.length > 0)
    throw new CannotStart(
      `--console-host ${consoleHost} is beyond this machine and needs ${missing.join(' and ')} first.`,
    )
}
