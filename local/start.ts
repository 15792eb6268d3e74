import { flushCompileCache } from 'node:module'
import { CannotStart } from './cannot-start.ts'
import { type LocalSettings, readSettings } from './environment.ts'
import { ignoreOutputErrors } from './ignore-output-errors.ts'
import { report } from './report.ts'
import { runFileIn } from './run-file.ts'
import type { Stack } from './stack.ts'
import { commandFor } from './start-page.ts'
import { stopWithParent } from './stop-with-parent.ts'

/** `npm start`: runs everything in this one process, until Ctrl-C or SIGTERM, or until npm itself has ended. */
async function start(): Promise<void> {
  // Nothing that this process writes is for other users of the machine.
  process.umask(0o077)
  const settings = readSettings(process.env, process.cwd(), process.argv.slice(2))
  // Loaded late: a person sees mistakes in the environment at once.
  const { startStack } = await import('./stack.ts')
  const stack = await startStack({ settings, env: process.env, report })
  const stop = createStop(stack)
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, stop)
  stopWithParent(stop)
  // Last, because readers of the banner may stop the process at once.
  process.stdout.write(banner(stack, settings))
  // Without this a killed process would lose its compiled code.
  flushCompileCache()
}

/** One Ctrl-C arrives twice: from the terminal and, a moment later, from npm. */
const sameSignalMs = 1_000

/** A second Ctrl-C ends the process at once: the store survives that, and the next start ends the open leases. */
function createStop(stack: Stack): () => void {
  let stoppingSince: number | undefined
  return () => {
    const now = performance.now()
    if (stoppingSince !== undefined) {
      if (now - stoppingSince >= sameSignalMs) process.exit(1)
      return
    }
    stoppingSince = now
    stack.close().then(
      () => process.exit(0),
      (error: unknown) => {
        report('Stopping failed', error)
        process.exit(1)
      },
    )
  }
}

function banner({ url, key, sandboxUrl, notes }: Stack, { dataDir, backOfficeUrl }: LocalSettings): string {
  // The key goes into no log, unless it is nowhere else.
  const isShown = process.stdout.isTTY || dataDir === undefined
  const rows = {
    'Start here': key !== undefined && isShown ? `${url}/console?key=${key}` : `${url}/`,
    ...(key !== undefined && !isShown && { Key: `in ${runFileIn(dataDir)}` }),
    Webhooks: `${url}/shops/<source>, ${url}/forms/<source>`,
    Operator: `POST ${url}/operator`,
    ...(sandboxUrl && { Sandbox: `${sandboxUrl}/ shows what the back office holds` }),
    ...(backOfficeUrl && { 'Back office': backOfficeUrl }),
    Data: dataDir ?? 'in memory, lost when this ends',
    Next: commandFor(url, 'npm run send -- shopify refund'),
    Stop: 'Ctrl-C',
  }
  const lines = Object.entries(rows).map(([name, value]) => `  ${name.padEnd(12)}${value}`)
  const said = notes.map((note) => `\n${note}\n`)
  return `backoffice-bridge is running.\n${lines.join('\n')}\n${said.join('')}`
}

ignoreOutputErrors()
start().catch((error: unknown) => {
  if (error instanceof CannotStart) process.stderr.write(`${error.message}\n`)
  else report('backoffice-bridge cannot start', error)
  process.exit(1)
})
