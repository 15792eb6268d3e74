import { withEscapes } from '../lib/plain-text.ts'
import { CannotStart } from '../local/cannot-start.ts'
import { runCommandLine } from './run-command-line.ts'

/** `npx backoffice-bridge <command>`. Shows what a person must change as a sentence, without a stack. */
async function main(): Promise<void> {
  try {
    process.exitCode = await runCommandLine(process.argv.slice(2), {
      env: process.env,
      cwd: process.cwd(),
      now: Date.now,
      fetch,
      out: (text) => process.stdout.write(text),
      err: (text) => process.stderr.write(text),
      screen: {
        columns: process.stdout.isTTY ? process.stdout.columns : undefined,
        hasColours: process.stdout.isTTY && process.stdout.hasColors() && !process.env.NO_COLOR,
      },
      status: process.stderr.isTTY ? (text) => process.stderr.write(`\r\u001b[2K${withEscapes(text)}`) : undefined,
      onInterrupt,
      terminal:
        process.stdin.isTTY && process.stdout.isTTY ? { input: process.stdin, output: process.stdout } : undefined,
    })
  } catch (error) {
    if (!(error instanceof CannotStart)) throw error
    process.stderr.write(`${withEscapes(error.message)}\n`)
    process.exitCode = error.exitCode
  }
}

/** The first Ctrl-C ends in order; a second one ends the process. */
function onInterrupt(stop: () => void): () => void {
  process.once('SIGINT', stop)
  process.once('SIGTERM', stop)
  return () => void process.off('SIGINT', stop).off('SIGTERM', stop)
}

/** A reader that stops early, as `| head` does, must not change the exit code. */
function ignoreClosedPipe(error: NodeJS.ErrnoException): void {
  if (error.code !== 'EPIPE') throw error
}

for (const stream of [process.stdout, process.stderr]) stream.on('error', ignoreClosedPipe)
await main()
