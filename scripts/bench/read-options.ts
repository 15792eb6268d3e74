import { chosen, type Outlet, outletOf, parseOptions } from './command-line.ts'
import { fullSizes, type Sizes, tinySizes } from './part.ts'

export type Options = Outlet & {
  /** Names of parts, in the order of the list. */
  parts: string[]
  sizes: Sizes
}

/** Reads the command line; `known` are the names of all parts. Throws `RangeError` with what to write instead. */
export function readOptions(args: readonly string[], known: readonly string[]): Options {
  const values = parseOptions(args, { size: { type: 'string', multiple: true, default: [] } })
  const parts = chosen('--only', values.only, known)
  const sizes = values.size.reduce(withSize, values.tiny ? tinySizes : fullSizes)
  if (values['write-docs'] && (values.only.length > 0 || !isFull(sizes)))
    throw new RangeError('--write-docs publishes a whole run: leave out --only, --tiny and smaller sizes')
  return { parts, sizes, ...outletOf(values) }
}

/** Nothing is smaller than in the published table. */
const isFull = (sizes: Sizes): boolean =>
  Object.entries(fullSizes).every(([name, least]) => sizes[name as keyof Sizes] >= least)

function withSize(sizes: Sizes, given: string): Sizes {
  const [name = '', count = ''] = given.split('=')
  if (!Object.hasOwn(fullSizes, name) || !/^[1-9]\d{0,7}$/.test(count))
    throw new RangeError(
      `--size must be like stored=10000, with one of ${Object.keys(fullSizes).join(', ')}, not "${given}"`,
    )
  return { ...sizes, [name]: Number(count) }
}
