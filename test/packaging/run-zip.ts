import { spawn } from 'node:child_process'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Readable } from 'node:stream'
import { text } from 'node:stream/consumers'
import { unzipSync } from 'fflate'

/** One read of the environment: the variable, and the stack frame of the code that read it. */
export type Read = { name: string; by: string }

export type Run = {
  /** The handler's answer; undefined if it threw. */
  answer: unknown
  /** The lines that it logged. */
  log: Record<string, unknown>[]
  reads: Read[]
}

/** The environment of every deployed function, for an account that does not exist. */
export const anyAccount = { AWS_REGION: 'eu-central-1', AWS_ACCESS_KEY_ID: 'test', AWS_SECRET_ACCESS_KEY: 'test' }
type Given = { event: unknown; environment: Record<string, string> }
/** Does what Lambda's runtime does, as far as our handlers notice. Also records who reads which variable. */
const runtime = `
  const reads = []
  const get = (environment, name) => {
    reads.push({ name: String(name), by: new Error().stack.split('\\n')[2].trim() })
    return environment[name]
  }
  process.env = new Proxy(process.env, { get })
  process.once('message', async (event) => {
    const { handler } = await import('./index.mjs')
    const until = Date.now() + 60_000
    const context = { functionName: 'test', awsRequestId: 'request-1', getRemainingTimeInMillis: () => until - Date.now() }
    const answer = await handler(event, context).catch((error) => void console.error(error))
    process.send({ answer, reads }, () => process.exit())
  })
`

/** Unzips a function into a folder of its own and runs it there once. Its process may read only that folder. */
export async function runZip(zip: string, { event, environment }: Given): Promise<Run> {
  const folder = await mkdtemp(join(tmpdir(), 'run-zip-'))
  try {
    await unzip(zip, folder)
    const child = spawn(
      process.execPath,
      ['--permission', `--allow-fs-read=${folder}`, '--no-warnings', '--input-type=module', '-e', runtime],
      { cwd: folder, env: environment, stdio: ['ignore', 'pipe', 'pipe', 'ipc'] },
    )
    const result = Promise.withResolvers<Pick<Run, 'answer' | 'reads'>>()
    child.once('message', (message) => result.resolve(message as Run))
    child.send(event as object)
    const [out = '', err = ''] = await Promise.all(
      [child.stdout, child.stderr].map((stream) => text(stream as Readable)),
    )
    result.reject(new Error(`${zip} answered nothing:\n${out}${err}`))
    return { ...(await result.promise), log: linesOf(out + err) }
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

async function unzip(zip: string, folder: string): Promise<void> {
  for (const [name, content] of Object.entries(unzipSync(await readFile(zip))))
    await writeFile(join(folder, name), content)
}

const linesOf = (output: string): Record<string, unknown>[] =>
  output.split('\n').flatMap((line) => (line.startsWith('{"') ? [JSON.parse(line)] : []))
