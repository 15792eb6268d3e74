import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { onTestFinished } from 'vitest'
import { readSecrets, secretsFile } from '../../local/secrets-file.ts'
import { listenSandbox } from '../../sandbox/listen.ts'
import { run, temporaryFolder, until } from './running-stack.ts'

type Running = { webhooks: string; console: string; key: string; pid: number }

/** A folder for the data of `serve`, with a back office and its secrets beside it. */
export async function aMachine() {
  const sandbox = await listenSandbox({ port: 0, seed: 'demo' })
  onTestFinished(sandbox.close)
  const folder = temporaryFolder()
  const [secrets, data] = [join(folder, 'secrets'), join(folder, 'data')]
  mkdirSync(secrets)
  const demo = readSecrets(secretsFile)
  writeFileSync(join(secrets, 'back-office.json'), JSON.stringify({ ...demo.backOffice, baseUrl: sandbox.url }))
  writeFileSync(join(secrets, 'sources.json'), JSON.stringify(demo.sources))
  return {
    folder,
    data,
    secrets,
    sandboxUrl: sandbox.url,
    args: ['--data', data, '--secrets', secrets, '--port', '0', '--console-port', '0'],
  }
}

export const runFileOf = (data: string): Running => JSON.parse(readFileSync(join(data, 'run.json'), 'utf8'))

/** Starts `serve` and waits until it is up. Rejects with its output if it ends instead. */
export async function startServe(
  args: string[],
  { env = {}, data, project = '' }: { env?: Record<string, string>; data: string; project?: string },
) {
  const program = run(join(project, 'local/serve.mjs'), args, env)
  await until(
    'the bridge',
    () => {
      if (program.child.exitCode !== null) throw new Error(`it ended:\n${program.output()}`)
      return program.output().includes('is running.')
    },
    30_000,
  )
  const running = runFileOf(data)
  const ask = async (
    command: Record<string, unknown>,
    headers: Record<string, string> = { authorization: `Bearer ${running.key}` },
  ) => {
    const response = await fetch(`${running.console}/operator`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...headers },
      body: JSON.stringify(command),
    })
    return (await response.json()) as {
      ok: boolean
      result: Record<string, unknown>
      error?: { code: string; message: string }
    }
  }
  const untilStatus = (id: string, status: string) =>
    until(`${id} as ${status}`, async () => (await ask({ command: 'event.get', id })).result?.status === status, 30_000)
  return { ...running, program, ask, untilStatus, stop: program.stop }
}
