import { type ParseArgsOptionsConfig, parseArgs } from 'node:util'

/** What every command of the benchmarks takes. */
const common = {
  only: { type: 'string', multiple: true, default: [] },
  tiny: { type: 'boolean', default: false },
  json: { type: 'string' },
  'write-docs': { type: 'boolean', default: false },
  help: { type: 'boolean', default: false },
} satisfies ParseArgsOptionsConfig

/** What becomes of a run. */
export type Outlet = { json?: string; writeDocs: boolean; help: boolean }

/** Reads the common options and `own` ones. Throws `RangeError` for any other. */
export function parseOptions<Own extends ParseArgsOptionsConfig>(args: readonly string[], own: Own) {
  try {
    return parseArgs({ args: [...args], options: { ...common, ...own } }).values
  } catch (error) {
    throw new RangeError((error as Error).message)
  }
}

export const outletOf = (given: { json?: string | undefined; 'write-docs': boolean; help: boolean }): Outlet => ({
  ...(given.json !== undefined && { json: given.json }),
  writeDocs: given['write-docs'],
  help: given.help,
})

/** The given names in the order of the known ones; all of them if none is given. Throws `RangeError` with the known ones. */
export function chosen(option: string, given: readonly string[], known: readonly string[]): string[] {
  const unknown = given.find((name) => !known.includes(name))
  if (unknown !== undefined) throw new RangeError(`${option} must be one of ${known.join(', ')}, not "${unknown}"`)
  return known.filter((name) => given.length === 0 || given.includes(name))
}
