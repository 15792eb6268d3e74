import { UnreadableJournal } from './journal.ts'
import { type ListeningSandbox, listenSandbox } from './listen.ts'
import { type Arguments, readArguments } from './read-arguments.ts'
import { apiUser } from './seed/api-user.ts'

const fail = (sentence: string): void => {
  process.stderr.write(`${sentence}\n`)
  process.exitCode = 1
}

const announce = ({ url, sandbox }: ListeningSandbox): void => {
  const { username, password } = sandbox.world.store.users.get(apiUser.id) ?? apiUser
  // A file keeps a password that somebody has set. It is not printed.
  const login = { username, password: password === apiUser.password ? password : '<the password that was set>' }
  process.stdout.write(
    `Sandbox (seed ${sandbox.world.seed}) on ${url}: log in with POST ${url}/rest/login ${JSON.stringify(login)}\n`,
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
  if (error instanceof UnreadableJournal)
    return `--file cannot be used: a sandbox of this version did not write ${file}. Name another file.`
  const { code, syscall, message } = error as NodeJS.ErrnoException
  if (file !== undefined && code !== undefined && syscall !== 'listen')
    return `--file cannot be used: ${message}. Name a file in a folder that exists and can be written.`
  if (code === 'EADDRINUSE') return `Port ${port} is in use: choose another one with --port, or 0 for any free one.`
  if (code === 'EACCES') return `This user may not use port ${port}: choose one above 1023 with --port.`
  throw error
}

const given = readArguments(process.argv.slice(2))
if (typeof given === 'string') fail(given)
else await run(given).catch((error: unknown) => fail(failureSentence(error, given)))
