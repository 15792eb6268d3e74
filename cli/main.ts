import { CannotStart } from '../local/cannot-start.ts'
import { runCommandLine } from './run-command-line.ts'

/** `npx backoffice-bridge <command>`. What a person has to change is said in a sentence, without a stack. */
async function main(): Promise<void> {
  try {
    process.exitCode = await runCommandLine(process.argv.slice(2), {
      env: process.env,
      cwd: process.cwd(),
      now: Date.now,
      fetch,
      out: (text) => process.stdout.write(text),
      err: (text) => process.stderr.write(text),
    })
  } catch (error) {
    if (!(error instanceof CannotStart)) throw error
    process.stderr.write(`${error.message}\n`)
    process.exitCode = 1
  }
}

/** Whoever stops reading (as `| head` does) has read enough: the exit code is the command's. */
function endUnread(error: NodeJS.ErrnoException): void {
  if (error.code !== 'EPIPE') throw error
}

for (const stream of [process.stdout, process.stderr]) stream.on('error', endUnread)
await main()
