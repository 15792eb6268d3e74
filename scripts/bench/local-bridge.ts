import { lazy } from '../../lib/lazy.ts'
import { sourceOfKind } from '../../lib/sources/registry.ts'
import { readSecrets, secretsFile } from '../../local/secrets-file.ts'
import { readBanner, spawnProgram } from '../../test/local/program.ts'

/** A delivery as it goes out, and what its sender hears. */
export type Signed = { path: string; headers: Record<string, string>; body: Buffer }
export type Heard = { status: number; id?: string; says?: string }

export type LocalBridge = Awaited<ReturnType<typeof startLocalBridge>>

const startMs = 60_000
/** Senders repeat what was answered with 5xx; each answer counts. */
const mostSends = 5

/** `npm start` in a process of its own, in memory, on free ports. The caller must end it. */
export async function startLocalBridge(env: Record<string, string> = {}) {
  const program = spawnProgram('local/start.mjs', [], { PORT: '0', SANDBOX_PORT: '0', DATA_DIR: ':memory:', ...env })
  const end = async () => void (await program.stop('SIGKILL'))
  try {
    const { url, sandboxUrl = '' } = await readBanner(program, startMs)
    return { sandboxUrl, end, send: (signed: Signed) => send(url, signed), operate: operatorAt(url) }
  } catch (error) {
    await end()
    throw error
  }
}

/** Runs commands of the operator. Throws if one is refused. */
export const operatorAt =
  (url: string) =>
  async (command: Record<string, unknown>): Promise<Record<string, unknown>> => {
    const headers = { 'content-type': 'application/json' }
    const response = await fetch(`${url}/operator`, { method: 'POST', headers, body: JSON.stringify(command) })
    const { ok, result, error } = (await response.json()) as Record<string, unknown>
    if (ok !== true) throw new Error(`${command.command} was refused: ${JSON.stringify(error)}`)
    return result as Record<string, unknown>
  }

/** Answers what the sender heard each time, the last one last. */
async function send(url: string, { path, headers, body }: Signed): Promise<Heard[]> {
  const heard: Heard[] = []
  while (heard.length < mostSends && (heard.at(-1)?.status ?? 500) >= 500) {
    const response = await fetch(`${url}${path}`, { method: 'POST', headers, body: new Uint8Array(body) })
    const { id, status: says } = (await response.json()) as { id?: string; status?: string }
    heard.push({ status: response.status, ...(id !== undefined && { id }), ...(says !== undefined && { says }) })
  }
  return heard
}

const secrets = lazy(() => readSecrets(secretsFile).sources)

type Delivery = { kind: 'shopify' | 'standard'; id: string; topic?: string; content: object }

/** Signed as its sender does, with the demo secret of the source of that name. */
export function sign({ kind, id, topic, content }: Delivery): Signed {
  const source = sourceOfKind(kind)
  const secret = secrets()[kind]?.[0]
  if (!source || secret === undefined) throw new Error(`the demo has no source ${kind}`)
  const body = Buffer.from(JSON.stringify(content))
  const unsigned = { method: 'POST', path: `/${source.family}/${kind}`, body, contentType: 'application/json', id }
  const { path, headers } = source.sign(
    { ...unsigned, ...(topic !== undefined && { topic }), nowMs: Date.now() },
    secret,
  )
  return { path, headers, body }
}

/** Ids of all events of a status, or of all there are. */
export async function listIds({ operate }: LocalBridge, status?: string): Promise<string[]> {
  const ids: string[] = []
  let cursor: unknown
  do {
    const page = await operate({
      command: 'event.list',
      limit: 100,
      ...(status && { status }),
      ...(cursor !== undefined && { cursor }),
    })
    ids.push(...(page.events as { id: string }[]).map(({ id }) => id))
    cursor = page.cursor
  } while (cursor !== undefined)
  return ids
}

/** Does the work of each, so many at a time. */
export async function sideBySide<T>(count: number, all: readonly T[], work: (one: T) => Promise<void>): Promise<void> {
  const queue = all.values()
  await Promise.all(
    Array.from({ length: count }, async () => {
      for (const one of queue) await work(one)
    }),
  )
}
