import { chosen, type Outlet, outletOf, parseOptions } from '../command-line.ts'
import { scenes } from './scenes.ts'
import { systems } from './systems.ts'

/** Returns in a published run, and in one that only shows that everything works. */
export const [fullSize, tinySize] = [200, 24]

export type Options = Outlet & {
  /** Names, in the order in which they run. */
  scenes: string[]
  systems: string[]
  size: number
  seed: number
}

/** Reads the command line. Throws `RangeError` with what to write instead. */
export function readOptions(args: readonly string[]): Options {
  const values = parseOptions(args, {
    scene: { type: 'string', multiple: true, default: [] },
    size: { type: 'string' },
    seed: { type: 'string', default: '1' },
  })
  const options = {
    scenes: chosen('--scene', values.scene, Object.keys(scenes)),
    systems: chosen('--only', values.only, Object.keys(systems)),
    size: values.size === undefined ? (values.tiny ? tinySize : fullSize) : count('--size', values.size, 100_000),
    seed: count('--seed', values.seed, 1_000_000),
    ...outletOf(values),
  }
  if (options.writeDocs && (values.scene.length > 0 || values.only.length > 0 || options.size < fullSize))
    throw new RangeError('--write-docs publishes a whole run: leave out --only, --scene, --tiny and a smaller size')
  return options
}

function count(option: string, text: string, most: number): number {
  const value = /^[1-9]\d{0,6}$/.test(text) ? Number(text) : Number.NaN
  if (!(value <= most)) throw new RangeError(`${option} must be a whole number from 1 to ${most}, not "${text}"`)
  return value
}
