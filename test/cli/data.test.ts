import { readFileSync } from 'node:fs'
import { createServer, type IncomingMessage } from 'node:http'
import { resolve } from 'node:path'
import { describe, expect, it } from 'vitest'
import { runCommandLine } from '../../cli/run-command-line.ts'
import { operate } from '../../lib/operator/operate.ts'
import { writeRunFile } from '../../local/run-file.ts'
import { createAccess } from '../../local/serve/access.ts'
import { consoleServer } from '../../local/serve/listeners.ts'
import { listening, temporaryFolder } from '../local/running-stack.ts'
import { operatorOf } from '../operator/desk.ts'
import { createWorld } from '../workflow/world.ts'

const key = 'launch-key'

/** A bridge that runs over a folder, as `serve` leaves its traces there. */
async function running({ pid = process.pid, fileKey = key } = {}): Promise<string> {
  const operator = operatorOf(createWorld())
  const unused = async () => undefined
  const server = consoleServer({
    access: createAccess({ key, language: 'en', now: () => 0 }),
    operator: (given) => operate(operator, given),
    webhooks: { shops: unused, forms: unused, decide: unused },
    scheduled: {},
    ...{ health: () => ({}), isStopping: () => false, now: () => 0, newId: () => 'id', report: () => undefined },
  })
  const { url } = await listening(server)
  return folderOf({ console: url, key: fileKey, pid })
}

function folderOf(found: { console: string; key: string; pid: number }): string {
  const folder = temporaryFolder()
  writeRunFile(folder, { webhooks: found.console, ...found })
  return folder
}

async function command(args: string[], env: Record<string, string> = {}) {
  const [out, err]: string[][] = [[], []]
  const surroundings = {
    cwd: '/',
    env,
    now: () => 0,
    fetch,
    out: (text: string) => out?.push(text),
    err: (text: string) => err?.push(text),
  }
  const code = await runCommandLine(args, surroundings).catch((error: Error) => `cannot: ${error.message}`)
  return { code, said: [...(out ?? []), ...(err ?? [])].join('') }
}

describe('a command with --data', () => {
  it('speaks to the bridge of that folder, wherever the option stands, and by BRIDGE_DATA', async () => {
    const folder = await running()
    const lines = [
      ['--data', folder, 'event.list', '--limit', '1'],
      ['event.list', `--data=${folder}`, '--limit', '1'],
      ['event.list', '--limit', '1', '--data', folder.slice(1)],
    ]
    for (const line of lines) expect(await command(line)).toEqual({ code: 0, said: 'events: none\n' })
    expect(await command(['event.list'], { BRIDGE_DATA: folder })).toEqual({ code: 0, said: 'events: none\n' })
  })

  it('says that no bridge is running where there is none, or its process is gone', async () => {
    const gone = await running({ pid: 4_194_305 })
    for (const folder of [gone, temporaryFolder(), resolve('/nowhere')])
      expect(await command(['stats', '--data', folder])).toEqual({
        code: `cannot: no bridge is running over ${folder}`,
        said: '',
      })
    expect((await command(['stats', '--data'])).code).toMatch(/^cannot: --data needs the folder/)
  })

  it('gives no key to a program that has taken the port of a bridge', async () => {
    const asked: IncomingMessage[] = []
    const other = createServer((request, response) => {
      asked.push(request)
      response.writeHead(404).end('{}')
    })
    const { url } = await listening(other)
    const folder = folderOf({ console: url, key, pid: process.pid })
    expect((await command(['stats', '--data', folder])).code).toBe(`cannot: no bridge is running over ${folder}`)
    expect(asked.map(({ url: path, headers }) => [path, headers.authorization])).toEqual([['/health', undefined]])
  })

  it('is refused with the key of an earlier start', async () => {
    const { code, said } = await command(['stats', '--data', await running({ fileKey: 'earlier' })])
    expect([code, said]).toEqual([1, expect.stringMatching(/^The launch key is needed.*\(unauthorized\)\n$/)])
  })

  it('finds the key of an npm start that has one in its own folder', async () => {
    const folder = await running()
    const { console: url } = JSON.parse(readFileSync(`${folder}/run.json`, 'utf8'))
    const env = { PORT: new URL(url).port, DATA_DIR: folder }
    expect(await command(['event.list'], env)).toEqual({ code: 0, said: 'events: none\n' })
  })
})
