import { parseArgs } from 'node:util'
import { scenes } from './scenes.ts'
import { systems } from './systems.ts'

/** Returns in a published run, and in one that only shows that everything works. */
export const [fullSize, tinySize] = [200, 24]

export type Options = {
  /** Names, in the order in which they run. */
  scenes: string[]
  systems: string[]
  size: number
  seed: number
  json?: string
  writeDocs: boolean
  help: boolean
}

/** Reads the command line. Throws `RangeError` with what to write instead. */
export function readOptions(args: readonly string[]): Options {
  const { values } = parse(args)
  const options = {
    scenes: chosen('--scene', values.scene, Object.keys(scenes)),
    systems: chosen('--only', values.only, Object.keys(systems)),
    size: values.size === undefined ? (values.tiny ? tinySize : fullSize) : count('--size', values.size, 100_000),
    seed: count('--seed', values.seed, 1_000_000),
    ...(values.json !== undefined && { json: values.json }),
    writeDocs: values['write-docs'],
    help: values.help,
  }
  if (options.writeDocs && (values.scene.length > 0 || values.only.length > 0 || options.size < fullSize))
    throw new RangeError('--write-docs publishes a whole run: leave out --only, --scene, --tiny and a smaller size')
  return options
}

function parse(args: readonly string[]) {
  try {
    return parseArgs({
      args: [...args],
      options: {
        only: { type: 'string', multiple: true, default: [] },
        scene: { type: 'string', multiple: true, default: [] },
        size: { type: 'string' },
        seed: { type: 'string', default: '1' },
        tiny: { type: 'boolean', default: false },
        json: { type: 'string' },
        'write-docs': { type: 'boolean', default: false },
        help: { type: 'boolean', default: false },
      },
    })
  } catch (error) {
    throw new RangeError((error as Error).message)
  }
}

function chosen(option: string, given: readonly string[], known: readonly string[]): string[] {
  const unknown = given.find((name) => !known.includes(name))
  if (unknown !== undefined) throw new RangeError(`${option} must be one of ${known.join(', ')}, not "${unknown}"`)
  return known.filter((name) => given.length === 0 || given.includes(name))
}

function count(option: string, text: string, most: number): number {
  const value = /^[1-9]\d{0,6}$/.test(text) ? Number(text) : Number.NaN
  if (!(value <= most)) throw new RangeError(`${option} must be a whole number from 1 to ${most}, not "${text}"`)
  return value
}
