import { parseArgs } from 'node:util'
import { fullSizes, type Sizes, tinySizes } from './part.ts'

export type Options = {
  /** Names of parts, in the order of the list. */
  parts: string[]
  sizes: Sizes
  json?: string
  writeDocs: boolean
  help: boolean
}

/** Reads the command line; `known` are the names of all parts. Throws `RangeError` with what to write instead. */
export function readOptions(args: readonly string[], known: readonly string[]): Options {
  const { values } = parse(args)
  const unknown = values.only.find((name) => !known.includes(name))
  if (unknown !== undefined) throw new RangeError(`--only must be one of ${known.join(', ')}, not "${unknown}"`)
  const sizes = values.size.reduce(withSize, values.tiny ? tinySizes : fullSizes)
  if (values['write-docs'] && (values.only.length > 0 || !isFull(sizes)))
    throw new RangeError('--write-docs publishes a whole run: leave out --only, --tiny and smaller sizes')
  return {
    parts: known.filter((name) => values.only.length === 0 || values.only.includes(name)),
    sizes,
    ...(values.json !== undefined && { json: values.json }),
    writeDocs: values['write-docs'],
    help: values.help,
  }
}

function parse(args: readonly string[]) {
  try {
    return parseArgs({
      args: [...args],
      options: {
        only: { type: 'string', multiple: true, default: [] },
        size: { type: 'string', multiple: true, default: [] },
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
