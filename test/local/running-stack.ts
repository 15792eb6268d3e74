import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { createServer, type Server } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { onTestFinished } from 'vitest'
import { hashKey } from '../../lib/sources/shared/delivery-parts.ts'
import { shopify } from '../../lib/sources/shopify/translate.ts'
import { listen } from '../../local/listen.ts'
import { readSecrets, secretsFile } from '../../local/secrets-file.ts'
import { signed } from '../sources/deliveries.ts'
import { type Program, readBanner, spawnCommand, spawnProgram } from './program.ts'
import { until } from './until.ts'

export { until } from './until.ts'

export const anyPorts = { PORT: '0', SANDBOX_PORT: '0', DATA_DIR: ':memory:' }

/** Runs one of the project's own programs. It is killed at the end of the test. */
export function run(script: string, args: string[], env: Record<string, string>): Program {
  const program = spawnProgram(script, args, env)
  onTestFinished(async () => {
    await program.stop('SIGKILL')
  })
  return program
}

/** Runs a command under a parent that never reaps it: once killed, it keeps its id until the test is over. */
export async function runUnreaped(
  command: string[],
  env: Record<string, string> = {},
): Promise<{ pid: number; program: Program }> {
  // The second shell does not reap a process that it has not started, and neither does sleep.
  const script = `"$@" & exec sh -c "echo pid $!; exec sleep 120"`
  const program = spawnCommand(['sh', '-c', script, 'sh', ...command], env)
  const pid = Number(await until('its id', () => /^pid (\d+)$/m.exec(program.output())?.[1]))
  onTestFinished(async () => {
    process.kill(pid, 'SIGKILL')
    await program.stop('SIGKILL')
  })
  return { pid, program }
}

/** Waits until a process is dead but not reaped: proc(5), state Z. */
export async function untilUnreaped(pid: number): Promise<void> {
  await until(`the end of process ${pid}`, () => /\) Z /.test(readFileSync(`/proc/${pid}/stat`, 'utf8')))
}

export type RunningStack = { url: string; sandboxUrl: string | undefined; program: Program; stop: Program['stop'] }
export type SharedStack = RunningStack & { end: () => Promise<void> }

/** Starts `node local/start.mjs` on free ports and waits for its banner; in memory unless `DATA_DIR` is set. */
export async function startProgram(env: Record<string, string> = {}): Promise<RunningStack> {
  const program = run('local/start.mjs', [], { ...anyPorts, ...env })
  return { ...(await readBanner(program)), program, stop: program.stop }
}

/** The same for several tests. The caller must end it. */
export async function startShared(env: Record<string, string> = {}): Promise<SharedStack> {
  const program = spawnProgram('local/start.mjs', [], { ...anyPorts, ...env })
  const end = async (): Promise<void> => void (await program.stop('SIGKILL'))
  try {
    return { ...(await readBanner(program)), program, stop: program.stop, end }
  } catch (error) {
    await end()
    throw error
  }
}

/** Listens on loopback until the end of the test. */
export async function listening(server: Server) {
  const own = await listen(server, 0)
  onTestFinished(() => own.close())
  return own
}

export async function aFreePort(): Promise<number> {
  const { port, close } = await listen(createServer(), 0)
  await close()
  return port
}

export function temporaryFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'bridge-local-'))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  return folder
}

const refund = (sku: string): string =>
  JSON.stringify({
    id: 929_361_462,
    order_id: 6_203_001_001,
    note: 'Chipped rim',
    refund_line_items: [{ id: 1, quantity: 1, restock_type: 'return', line_item: { id: 1, sku, quantity: 2 } }],
  })

type Refund = { id: string; sku?: string; tamper?: boolean }
/** The event of `sendRefund`, whatever the id of the delivery. */
export const refundEvent = `shopify/${hashKey(refund('MUG-BLUE'), 'refunds/create', '')}`

/** Sends a refund as Shopify signs it; `tamper` changes one byte after signing. */
export async function sendRefund(url: string, { id, sku = 'MUG-BLUE', tamper = false }: Refund) {
  const body = refund(sku)
  const secret = readSecrets(secretsFile).sources.shopify?.[0] ?? ''
  const { headers } = signed(shopify, { body, secret, id, topic: 'refunds/create' })
  const sent = tamper ? body.replace('929361462', '929361463') : body
  const response = await fetch(`${url}/shops/shopify`, { method: 'POST', headers, body: sent })
  const text = await response.text()
  return { status: response.status, headers: response.headers, text, json: JSON.parse(text) as Record<string, unknown> }
}

export async function operate(url: string, command: Record<string, unknown>) {
  const response = await fetch(`${url}/operator`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(command),
  })
  return (await response.json()) as { ok: boolean; result: Record<string, unknown>; error?: { code: string } }
}

export async function waitForStatus(url: string, id: string, status: string | RegExp): Promise<void> {
  const wanted = typeof status === 'string' ? new RegExp(`^${status}$`) : status
  await until(`${id} as ${status}`, async () => wanted.test(await statusOf(url, id)))
}

const statusOf = async (url: string, id: string): Promise<string> =>
  String((await operate(url, { command: 'event.get', id })).result?.status)

type SandboxOrder = { id: number; typeId: number; orderReferences: { referenceOrderId: number }[] }
type SandboxComment = { referenceValue: number; text: string }

/** What the bridge has made for one order, counted in the back office. */
export async function madeFor(sandboxUrl: string, orderId: number): Promise<{ returns: number; comments: number }> {
  const response = await fetch(`${sandboxUrl}/sandbox/state`)
  const { orders, comments } = (await response.json()) as { orders: SandboxOrder[]; comments: SandboxComment[] }
  const isReturn = ({ typeId, orderReferences }: SandboxOrder): boolean =>
    typeId === 3 && orderReferences.some(({ referenceOrderId }) => referenceOrderId === orderId)
  const isOurs = ({ referenceValue, text }: SandboxComment): boolean =>
    referenceValue === orderId && text.startsWith('[bridge:')
  return { returns: orders.filter(isReturn).length, comments: comments.filter(isOurs).length }
}
