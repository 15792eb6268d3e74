import { CannotStart } from '../cannot-start.ts'
import { ignoreOutputErrors } from '../ignore-output-errors.ts'
import { report } from '../report.ts'
import { readOptions } from './options.ts'

/** `serve`: this whole process is the bridge, until a signal ends it. */
export async function runServe(args: readonly string[]): Promise<never> {
  ignoreOutputErrors()
  // Nothing that this process writes is for other users of the machine.
  process.umask(0o077)
  try {
    const options = readOptions(args, process.env, process.cwd())
    // Loaded late: a person sees mistakes in the options at once.
    if (options.setPassword) await (await import('./set-password.ts')).setPassword(options)
    else await (await import('./serve.ts')).serve(options)
    process.exit(0)
  } catch (error) {
    if (error instanceof CannotStart) process.stderr.write(`${error.message}\n`)
    else report('backoffice-bridge cannot start', error)
    process.exit(error instanceof CannotStart ? error.exitCode : 1)
  }
}
