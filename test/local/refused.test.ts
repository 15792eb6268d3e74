import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import { join } from 'node:path'
import { describe, expect, it, onTestFinished } from 'vitest'
import { openDatabase } from '../../lib/tables/sqlite/database.ts'
import { copyProject } from '../packaging/copy-project.ts'
import { readBanner, spawnCommand } from './program.ts'
import { runFileOf } from './running-serve.ts'
import { anyPorts, listening, run, temporaryFolder, until } from './running-stack.ts'

/** What is refused, in words: cannot-start.test.ts, environment.test.ts and load-config.test.ts. */
describe('npm start that cannot start', () => {
  it('prints only the mistakes of its configuration, without a stack, and ends with 1', async () => {
    const folder = await copyProject(temporaryFolder())
    const config =
      "import { defineConfig } from './lib/config/config.ts'\nexport default defineConfig({ sources: { A: {} } })\n"
    writeFileSync(join(folder, 'bridge.config.ts'), config)
    expect(await run(join(folder, 'local/start.mjs'), [], anyPorts).ended).toEqual({
      code: 1,
      output: expect.stringMatching(
        /^bridge\.config\.ts has 2 mistakes:\n {2}sources\.A: use lower-case .*\n {2}sources\.A\.kind: use one of: .*\n$/,
      ),
    })
  })

  it('says in one sentence that it has demo secrets for a back office elsewhere', async () => {
    const env = { ...anyPorts, BACKOFFICE_URL: 'https://shop.example.com' }
    const { code, output } = await run('local/start.mjs', [], env).ended
    expect([code, output]).toEqual([1, expect.stringMatching(/^\S+secrets\.json still has demo secrets, [^\n]+\.\n$/)])
  })

  it('says in one sentence that its port is in use, and leaves its store to the next start', async () => {
    const PORT = String((await listening(createServer())).port)
    const DATA_DIR = temporaryFolder()
    expect(await run('local/start.mjs', [], { PORT, SANDBOX_PORT: '0', DATA_DIR }).ended).toEqual({
      code: 1,
      output: `Port ${PORT} is in use: stop the program that uses it, or choose another port: PORT=<number> npm start\n`,
    })
    openDatabase(join(DATA_DIR, 'bridge.sqlite')).close()
  })

  it.skipIf(!existsSync('/usr/bin/node') || !/^v(?:1\d|2[0-3])\./.test(olderVersion()))(
    'says in one sentence which version of Node it needs (skipped without an older Node)',
    async () => {
      const program = spawnCommand(['/usr/bin/node', 'local/start.mjs'], anyPorts)
      const { code, output } = await program.ended
      expect(code).toBe(1)
      expect(output).toMatch(/^Node 24 is needed and this is Node \d+\.\d+\.\d+: .*\.\n$/)
    },
  )
})

it('npm start with a secret that two sources share runs, and names them in one sentence', async () => {
  const folder = await copyProject(temporaryFolder())
  const file = join(folder, 'local/secrets.json')
  const secrets = JSON.parse(readFileSync(file, 'utf8'))
  secrets.sources.tally = secrets.sources.typeform
  writeFileSync(file, JSON.stringify(secrets))
  const program = run(join(folder, 'local/start.mjs'), [], anyPorts)
  const sentence = /^Sources share a secret \(typeform, tally\): .*\.$/m
  await until('the sentence', () => sentence.exec(program.output()), 60_000)
  expect(program.output()).not.toContain(secrets.sources.typeform[0])
}, 75_000)

it.each([
  ['in a folder', false],
  ['in memory', true],
])('npm start with a back office elsewhere and its data %s wants a key', async (_, isInMemory) => {
  const folder = await copyProject(temporaryFolder())
  const config =
    "import { defineConfig } from './lib/config/config.ts'\nexport default defineConfig({ sources: { own: { kind: 'standard' } } })\n"
  writeFileSync(join(folder, 'bridge.config.ts'), config)
  mkdirSync(join(folder, 'secrets'))
  const user = { username: 'api', password: 'a-password-of-one-shop' }
  const secret = `whsec_${Buffer.alloc(32, 'x').toString('base64')}`
  writeFileSync(join(folder, 'secrets/back-office.json'), JSON.stringify(user))
  writeFileSync(join(folder, 'secrets/sources.json'), JSON.stringify({ own: [secret] }))
  const data = join(folder, 'data')
  const env = { ...anyPorts, BACKOFFICE_URL: 'https://shop.web.example', ...(!isInMemory && { DATA_DIR: data }) }
  const program = run(join(folder, 'local/start.mjs'), [], env)
  const { url } = await readBanner(program, 60_000)
  const key = isInMemory ? (/key=([\w-]{43})/.exec(program.output())?.[1] ?? '') : runFileOf(data).key
  if (!isInMemory) expect(program.output()).not.toContain(key)
  const ask = async (headers: Record<string, string>) => {
    const asked = {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...headers },
      body: '{"command":"stats"}',
    }
    return (await fetch(`${url}/operator`, asked)).status
  }
  expect([await ask({}), await ask({ authorization: `Bearer ${key}` })]).toEqual([401, 200])
  expect((await fetch(`${url}/console`)).status).toBe(403)
  if (isInMemory) return
  const found = await run('cli/main.mjs', ['event.list', '--data', data], {}).ended
  expect(found).toEqual({ code: 0, output: 'events: none\n' })
})

it('npm start over the data of the version before says so, and leaves them alone', async () => {
  const DATA_DIR = temporaryFolder()
  mkdirSync(join(DATA_DIR, 'dynamodb'))
  writeFileSync(join(DATA_DIR, 'dynamodb/000005.ldb'), 'older')
  const program = run('local/start.mjs', [], { ...anyPorts, DATA_DIR })
  const sentence = /^\S+dynamodb holds events of an older version\. .*\.$/m
  await until('the sentence', () => sentence.exec(program.output()), 60_000)
  expect(readFileSync(join(DATA_DIR, 'dynamodb/000005.ldb'), 'utf8')).toBe('older')
})

it.each(['nothing', 'a store'])(
  'a data directory goes to exactly one of several processes that start at once and find %s',
  async (found) => {
    const file = join(temporaryFolder(), 'bridge.sqlite')
    if (found === 'a store') openDatabase(file).close()
    const at = Date.now() + 1_500
    const start = `
    const { openOrCannotStart } = await import(${JSON.stringify(new URL('../../local/process-store.ts', import.meta.url).href)})
    while (Date.now() < ${at});
    try { globalThis.kept = openOrCannotStart(${JSON.stringify(file)}); console.log('taken') } catch (error) { console.log(error.name) }
    process.stdin.resume()`
    const children = [1, 2, 3].map(() => spawn(process.execPath, ['--no-warnings', '--input-type=module', '-e', start]))
    // Each process stays alive until all have reported.
    onTestFinished(() => {
      for (const child of children) child.kill('SIGKILL')
    })
    const said = await Promise.all(children.map(({ stdout }) => once(stdout, 'data')))
    expect(said.map(String).sort()).toEqual(['CannotStart\n', 'CannotStart\n', 'taken\n'])
  },
)

const olderVersion = (): string => spawnSync('/usr/bin/node', ['--version'], { encoding: 'utf8' }).stdout ?? ''
