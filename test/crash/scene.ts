import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { spawnProgram } from '../local/program.ts'
import { until } from '../local/until.ts'
import { type BridgeProcess, createBridgeProcess, type ProgramName } from './bridge-process.ts'
import { type Fact, ordersOf } from './facts.ts'
import { type PausingProxy, startPausingProxy } from './pausing-proxy.ts'
import { customer } from './senders.ts'

export type Scene = {
  sandboxUrl: string
  /** The proxy between the bridge and the sandbox. */
  backOffice: PausingProxy
  /** Not started yet. */
  bridge: BridgeProcess
}

/** Each ends a part of the scene; they run in reverse order. */
export type Closers = (() => unknown)[]

/** Starts a sandbox with the orders of the facts, in a process of its own that the kills do not hit. */
export async function setScene(name: ProgramName, facts: readonly Fact[], closers: Closers): Promise<Scene> {
  const sandboxUrl = await startSandbox(closers)
  await put(sandboxUrl, 'contacts', customer)
  for (const order of ordersOf(facts)) await put(sandboxUrl, 'orders', order)
  const backOffice = await startPausingProxy(sandboxUrl)
  closers.push(backOffice.close)
  const folder = mkdtempSync(join(tmpdir(), 'bridge-crash-'))
  closers.push(() => rmSync(folder, { recursive: true, force: true }))
  const bridge = createBridgeProcess(name, { folder, backOfficeUrl: backOffice.url })
  closers.push(bridge.kill)
  return { sandboxUrl, backOffice, bridge }
}

async function put(sandboxUrl: string, what: 'contacts' | 'orders', record: { id: number }): Promise<void> {
  const stored = await fetch(`${sandboxUrl}/sandbox/${what}`, { method: 'POST', body: JSON.stringify(record) })
  if (!stored.ok) throw new Error(`the sandbox refused ${record.id}: ${await stored.text()}`)
}

async function startSandbox(closers: Closers): Promise<string> {
  const program = spawnProgram('sandbox/main.mjs', ['--port', '0', '--seed', 'empty'], {})
  closers.push(() => program.stop('SIGKILL'))
  return await until('the sandbox', () => {
    if (program.child.exitCode !== null) throw new Error(`the sandbox ended:\n${program.output()}`)
    return program.output().match(/on (http:\/\/127\.0\.0\.1:\d+)/)?.[1]
  })
}
