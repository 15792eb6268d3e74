import { parseArgs } from 'node:util'
import type { SeedName } from './seed/seeds.ts'
import { seedNames } from './seed/seeds.ts'

export type Arguments = { port: number; seed: SeedName; file: string | undefined }

const usage = `Usage: npm run sandbox -- --port 4000 --seed ${seedNames.join('|')} [--file sandbox.jsonl]`

/** The arguments of `npm run sandbox`, or a sentence that says what is wrong with them. */
export function readArguments(args: string[]): Arguments | string {
  const given = parse(args)
  const read = typeof given === 'string' ? given : check(given)
  return typeof read === 'string' ? `${read}. ${usage}` : read
}

type Given = { port: string; seed: string; file?: string }

function parse(args: string[]): Given | string {
  try {
    const options = {
      port: { type: 'string', default: '4000' },
      seed: { type: 'string', default: 'demo' },
      file: { type: 'string' },
    } as const
    return parseArgs({ args, options }).values
  } catch (error) {
    // The first sentence of parseArgs names the argument; the rest is advice for developers.
    return error instanceof Error ? (error.message.split('. ')[0] ?? '') : String(error)
  }
}

function check(given: Given): Arguments | string {
  const port = /^\d{1,5}$/.test(given.port) ? Number(given.port) : Number.NaN
  if (!(port <= 65_535)) return `--port must be a number from 0 to 65535, not "${given.port}"`
  if (given.file === '') return '--file must name a file'
  const seed = seedNames.find((name) => name === given.seed)
  if (!seed) return `--seed must be ${seedNames.join(' or ')}, not "${given.seed}"`
  return { port, seed, file: given.file }
}
