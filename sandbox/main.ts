import { parseArgs } from 'node:util'
import { UnreadableJournal } from './journal.ts'
import type { ListeningSandbox } from './listen.ts'
import { listenSandbox } from './listen.ts'
import { apiUser } from './seed/api-user.ts'
import type { SeedName } from './seed/seeds.ts'
import { seedNames } from './seed/seeds.ts'

type Arguments = { port: number; seed: SeedName; file?: string }

const usage = `Usage: npm run sandbox -- --port 4000 --seed ${seedNames.join('|')} [--file sandbox.jsonl]`

const parse = () => {
  try {
    const options = {
      port: { type: 'string', default: '4000' },
      seed: { type: 'string', default: 'demo' },
      file: { type: 'string' },
    } as const
    return parseArgs({ options }).values
  } catch (error) {
    // parseArgs explains at length; its first sentence names the argument.
    return error instanceof Error ? (error.message.split('. ')[0] ?? '') : String(error)
  }
}

/** The arguments, or what is wrong with them. */
const readArguments = (): Arguments | string => {
  const given = parse()
  if (typeof given === 'string') return given
  const port = /^\d{1,5}$/.test(given.port) ? Number(given.port) : Number.NaN
  if (!(port <= 65_535)) return `--port must be a number from 0 to 65535, not "${given.port}"`
  if (given.file === '') return '--file must name a file'
  const seed = seedNames.find((name) => name === given.seed)
  return seed ? { port, seed, file: given.file } : `--seed must be ${seedNames.join(' or ')}, not "${given.seed}"`
}

const fail = (sentence: string): void => {
  process.stderr.write(`${sentence}\n`)
  process.exitCode = 1
}

const announce = ({ url, sandbox }: ListeningSandbox): void => {
  process.stdout.write(
    `Sandbox (seed ${sandbox.world.seed}) on ${url}: log in with POST ${url}/rest/login ${JSON.stringify({ username: apiUser.username, password: apiUser.password })}\n`,
  )
}

const run = async (given: Arguments): Promise<void> => {
  const listening = await listenSandbox(given)
  announce(listening)
  const end = () => void listening.close()
  process.once('SIGINT', end)
  process.once('SIGTERM', end)
}

const failureSentence = (error: unknown, { port, file }: Arguments): string => {
  if (error instanceof UnreadableJournal) return `${file} is no file that this sandbox has kept: name another --file.`
  const { code, syscall, message } = error as NodeJS.ErrnoException
  if (file !== undefined && code !== undefined && syscall !== 'listen') return `--file cannot be used: ${message}.`
  if (code === 'EADDRINUSE') return `Port ${port} is in use: choose another one with --port, or 0 for any free one.`
  if (code === 'EACCES') return `Port ${port} is not allowed for this user: choose one above 1023 with --port.`
  throw error
}

const given = readArguments()
if (typeof given === 'string') fail(`${given}. ${usage}`)
else await run(given).catch((error: unknown) => fail(failureSentence(error, given)))
