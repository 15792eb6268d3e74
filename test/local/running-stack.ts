import { type ChildProcess, spawn } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { onTestFinished } from 'vitest'
import { sourceOfKind } from '../../lib/sources/registry.ts'
import { readSecrets, secretsFile } from '../../local/secrets-file.ts'

const root = fileURLToPath(new URL('../../', import.meta.url))

export type Ended = { code: number | null; output: string }
export type Program = { child: ChildProcess; output: () => string; ended: Promise<Ended> }

/** Runs one of the project's own programs; whatever is left of it ends with the test. */
export function run(script: string, args: string[], env: Record<string, string>): Program {
  const child = spawn(process.execPath, [script, ...args], { cwd: root, env: { PATH: process.env.PATH, ...env } })
  let output = ''
  for (const stream of [child.stdout, child.stderr]) {
    stream.on('data', (chunk: Buffer) => {
      output += chunk.toString()
    })
  }
  const { promise: ended, resolve } = Promise.withResolvers<Ended>()
  child.once('close', (code) => resolve({ code, output }))
  onTestFinished(async () => {
    child.kill('SIGKILL')
    await ended
  })
  return { child, output: () => output, ended }
}

export type RunningStack = {
  url: string
  sandboxUrl: string | undefined
  program: Program
  stop: (signal?: NodeJS.Signals) => Promise<Ended>
}

/** `node local/start.mjs` on free ports, up to its banner; in memory unless `DATA_DIR` says otherwise. */
export async function startProgram(env: Record<string, string> = {}): Promise<RunningStack> {
  const program = run('local/start.mjs', [], { PORT: '0', SANDBOX_PORT: '0', DATA_DIR: ':memory:', ...env })
  await until('the banner', () => {
    if (program.child.exitCode !== null) throw new Error(`it ended:\n${program.output()}`)
    return program.output().includes('Ctrl-C')
  })
  const address = (row: string): string | undefined =>
    program.output().match(new RegExp(`${row}.*?(http://127\\.0\\.0\\.1:\\d+)`))?.[1]
  const stop = (signal: NodeJS.Signals = 'SIGTERM'): Promise<Ended> => {
    program.child.kill(signal)
    return program.ended
  }
  return { url: address('Webhooks') ?? '', sandboxUrl: address('Sandbox'), program, stop }
}

export function temporaryFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'bridge-local-'))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  return folder
}

/** Waits for at most `withinMs`; a check that throws counts as not yet, except for the last one. */
export async function until<T>(what: string, check: () => T | Promise<T>, withinMs = 15_000): Promise<NonNullable<T>> {
  const giveUpAt = performance.now() + withinMs
  for (;;) {
    const value = await check()
    if (value) return value
    if (performance.now() > giveUpAt) throw new Error(`never came: ${what}`)
    await sleep(25)
  }
}

const refund = (sku: string): string =>
  JSON.stringify({
    id: 929_361_462,
    order_id: 6_203_001_001,
    note: 'Chipped rim',
    refund_line_items: [{ id: 1, quantity: 1, restock_type: 'return', line_item: { id: 1, sku, quantity: 2 } }],
  })

type Refund = { id: string; sku?: string; tamper?: boolean }

/** A refund as Shopify signs and sends it; `tamper` changes one byte on its way. */
export async function sendRefund(url: string, { id, sku = 'MUG-BLUE', tamper = false }: Refund) {
  const body = Buffer.from(refund(sku))
  const secret = readSecrets(secretsFile).sources.shopify?.[0] ?? ''
  const request = {
    method: 'POST',
    path: '/shops/shopify',
    body,
    contentType: 'application/json',
    id,
    topic: 'refunds/create',
    nowMs: Date.now(),
  }
  const headers = sourceOfKind('shopify')?.sign(request, secret).headers ?? {}
  const sent = tamper ? Buffer.from(body.toString().replace('929361462', '929361463')) : body
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

async function statusOf(url: string, id: string): Promise<string> {
  return String((await operate(url, { command: 'event.get', id })).result?.status)
}

type SandboxOrder = { id: number; typeId: number; orderReferences: { referenceOrderId: number }[] }
type SandboxComment = { referenceValue: number; text: string }

/** What the bridge has made for one order, as the back office holds it. */
export async function madeFor(sandboxUrl: string, orderId: number): Promise<{ returns: number; comments: number }> {
  const response = await fetch(`${sandboxUrl}/sandbox/state`)
  const { orders, comments } = (await response.json()) as { orders: SandboxOrder[]; comments: SandboxComment[] }
  const isReturn = ({ typeId, orderReferences }: SandboxOrder): boolean =>
    typeId === 3 && orderReferences.some(({ referenceOrderId }) => referenceOrderId === orderId)
  const isOurs = ({ referenceValue, text }: SandboxComment): boolean =>
    referenceValue === orderId && text.startsWith('[bridge:')
  return { returns: orders.filter(isReturn).length, comments: comments.filter(isOurs).length }
}
