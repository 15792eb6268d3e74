import { flushCompileCache } from 'node:module'
import { copyNote } from '../copies.ts'
import { keepPrivate } from '../keep-private.ts'
import { makeFolder } from '../make-folder.ts'
import { report } from '../report.ts'
import { runFileIn } from '../run-file.ts'
import { type Bridge, startBridge } from './bridge.ts'
import { readConfiguration } from './configuration.ts'
import { assertConsoleHost, type ServeOptions } from './options.ts'
import { readPassword } from './password.ts'
import { restore } from './restore.ts'
import { startWatchdog } from './watchdog.ts'

/** A stop takes no longer, whatever hangs. */
const longestStopMs = 10_000

/** Starts the bridge and ends it in order at a signal. Throws `CannotStart` for what a person must change. */
export async function serve(options: ServeOptions): Promise<void> {
  const stopped = new Promise<void>((resolve) => {
    for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => resolve())
  })
  makeFolder(options.data)
  const { config, notes } = await readConfiguration(options)
  const password = readPassword(options.data)
  assertConsoleHost(options, { password: password !== undefined, consoleUrl: config.consoleUrl !== undefined })
  const open = keepPrivate(options.data)
  if (options.restore !== undefined) restore(options.restore, options.data, config.language)
  // After the copy, during which nothing else runs.
  startWatchdog(options.data)
  const bridge = await startBridge(options, { config, password })
  const copy = bridge.isCopy || options.restore !== undefined ? copyNote : options.restored ? usedNote : undefined
  const said = [copy, ...notes, open]
  process.stdout.write(
    banner(
      bridge,
      said.filter((note) => note !== undefined),
    ),
  )
  // Without this a killed process would lose its compiled code.
  flushCompileCache()
  await stopped
  setTimeout(() => process.exit(0), longestStopMs - 500).unref()
  await bridge
    .stop()
    .catch((error: unknown) => report('Stopping was not complete; the next start goes on from here', error))
}

const usedNote = '--restored counts once for a copy. This one has been in use here since, so nothing is paused.'

/** The key goes to a person at a terminal and into no log. */
function banner({ running, options, hasPassword }: Bridge, notes: readonly string[]): string {
  const shown = process.stdout.isTTY === true
  const rows = {
    Webhooks: `${running.webhooks}/shops/<source>, ${running.webhooks}/forms/<source>`,
    Console: shown ? `${running.console}/console?key=${running.key}` : `${running.console}/console`,
    ...(!shown && { Key: `in ${runFileIn(options.data)}${hasPassword ? ', beside the password' : ''}` }),
    Data: options.data,
    Stop: shown ? 'Ctrl-C' : `SIGTERM to process ${running.pid}`,
  }
  const lines = Object.entries(rows).map(([name, value]) => `  ${name.padEnd(10)}${value}\n`)
  return `backoffice-bridge is running.\n${lines.join('')}${notes.map((note) => `\n${note}\n`).join('')}`
}
