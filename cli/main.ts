import { ConfigError } from '../lib/config-error.ts'
import { CannotStart } from '../local/cannot-start.ts'

/** `npx backoffice-bridge <command>`. What a person has to change is said in a sentence, without a stack. */
async function main(): Promise<void> {
  try {
    // Loaded only now: a mistake in bridge.config.ts is one of those sentences.
    const { runCommandLine } = await import('./run-command-line.ts')
    process.exitCode = await runCommandLine(process.argv.slice(2), {
      env: process.env,
      cwd: process.cwd(),
      now: Date.now,
      fetch,
      out: (text) => process.stdout.write(text),
      err: (text) => process.stderr.write(text),
    })
  } catch (error) {
    if (!(error instanceof CannotStart || error instanceof ConfigError)) throw error
    process.stderr.write(`${error.message}\n`)
    process.exitCode = 1
  }
}

await main()
