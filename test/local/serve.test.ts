import { spawnSync } from 'node:child_process'
import { chmodSync, cpSync, existsSync, mkdirSync, readFileSync, statSync, symlinkSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { describe, expect, it, onTestFinished } from 'vitest'
import { signLink } from '../../lib/notify/link.ts'
import { readSecrets, secretsFile } from '../../local/secrets-file.ts'
import { sendSample } from '../../local/send-sample.ts'
import { spawnCommand } from './program.ts'
import { aMachine, runFileOf, startServe } from './running-serve.ts'
import {
  listening,
  madeFor,
  operate,
  refundEvent,
  run,
  sendRefund,
  startProgram,
  temporaryFolder,
  until,
} from './running-stack.ts'

const order = 10_001
const one = { returns: 1, comments: 1 }
const ended = async (args: string[], env: Record<string, string> = {}) => await run('local/serve.mjs', args, env).ended
const hasTerminal = process.platform === 'linux' && spawnSync('script', ['--version']).status === 0
const hasLimits = spawnSync('prlimit', ['--version']).status === 0
const isRoot = process.getuid?.() === 0

describe('serve', () => {
  it('makes one return of a delivery, ends in order, and goes on from its data at the next start', async () => {
    const { args, data, sandboxUrl } = await aMachine()
    const first = await startServe(args, { data })
    expect(await (await fetch(`${first.webhooks}/health`)).json()).toEqual({ ok: true })
    expect(first.program.output()).toContain(`in ${join(data, 'run.json')}`)
    expect(first.program.output()).not.toContain(first.key)
    expect(await sendRefund(first.webhooks, { id: 'd-1' })).toMatchObject({ status: 200, json: { status: 'accepted' } })
    await first.untilStatus(refundEvent, 'done')
    expect((await first.stop('SIGTERM')).code).toBe(0)
    expect(existsSync(join(data, 'run.json'))).toBe(false)

    const second = await startServe([], { data, env: envOf(args) })
    expect(second.key).not.toBe(first.key)
    expect(await second.ask({ command: 'stats' }, { authorization: `Bearer ${first.key}` })).toMatchObject({
      error: { code: 'unauthorized' },
    })
    expect(await sendRefund(second.webhooks, { id: 'd-2' })).toMatchObject({
      status: 200,
      json: { status: 'duplicate' },
    })
    expect(await madeFor(sandboxUrl, order)).toEqual(one)
    // The command line finds it, and so does nothing once it is gone.
    const asked = await run('cli/main.mjs', ['--data', data, 'event.list'], {}).ended
    expect(asked).toEqual({ code: 0, output: expect.stringContaining(refundEvent) })
    expect((await second.stop('SIGHUP')).code).toBe(0)
    expect(await run('cli/main.mjs', ['event.list', '--data', data], {}).ended).toEqual({
      code: 1,
      output: `no bridge is running over ${data}\n`,
    })
  })

  it('refuses deliveries while it stops, and gives a run that does not end the time to be found again', async () => {
    const { args, data, sandboxUrl } = await aMachine()
    const { webhooks, stop } = await startServe(args, { data })
    await slowReturn(sandboxUrl, 9_000)
    await sendRefund(webhooks, { id: 'd-1' })
    await until('the request for a return', () => askedForReturn(sandboxUrl))
    const startedAt = performance.now()
    const ending = stop('SIGINT')
    const refused = await until('a refusal', async () => {
      const answer = await sendRefund(webhooks, { id: 'd-2', sku: 'TEAPOT-W' })
      return answer.status === 503 ? answer : undefined
    })
    expect([refused.json.error, refused.headers.get('retry-after')]).toMatchObject([{ code: 'unavailable' }, '30'])
    expect((await ending).code).toBe(0)
    expect(performance.now() - startedAt).toBeLessThan(11_000)

    const next = await startServe(args, { data })
    const { result } = await next.ask({ command: 'event.get', id: refundEvent })
    expect(['waiting', 'running']).toContain(result.status)
    expect((await madeFor(sandboxUrl, order)).returns).toBeLessThanOrEqual(1)
  })

  it('takes a configuration from anywhere: the handlers themselves load it', async () => {
    const { args, data, folder } = await aMachine()
    const config = join(folder, 'own.config.ts')
    writeFileSync(
      config,
      `import { defineConfig } from './lib/config/config.ts'
export default defineConfig({ sources: { shopify: { kind: 'shopify', skip: () => true } }, language: 'de' })\n`,
    )
    const link = join(folder, 'current.config.ts')
    symlinkSync(config, link)
    const { webhooks, untilStatus, ask } = await startServe([...args, '--config', link], { data })
    await sendRefund(webhooks, { id: 'd-1' })
    await untilStatus(refundEvent, 'ignored')
    expect((await ask({ command: 'stats' })).result.language).toBe('de')
  })

  it('lets two people at once decide a question once by its link, which no scanner does, and keeps the key to itself', async () => {
    const { args, data, folder, sandboxUrl } = await aMachine()
    const config = join(folder, 'linked.config.ts')
    const commands = `[{ type: 'create-return', order: { id: ${order} }, lines: [{ sku: 'MUG-BLUE', quantity: 90 }] }]`
    writeFileSync(
      config,
      `import { defineConfig } from './lib/config/config.ts'
export default defineConfig({
  publicUrl: 'https://hooks.example.com',
  notify: { email: 'shop@example.com', links: 'email' },
  sources: { shopify: { kind: 'shopify', translate: () => ${commands} } },
})\n`,
    )
    const {
      webhooks,
      console: pages,
      untilStatus,
      ask,
      program,
    } = await startServe([...args, '--config', config], { data })
    await sendRefund(webhooks, { id: 'd-1' })
    await untilStatus(refundEvent, 'held')
    const none = await fetch(`${webhooks}/decide/none`, { method: 'POST', body: 'answer=yes' })
    const key = join(data, 'decide.key')
    expect([none.status, (statSync(key).mode & 0o777).toString(8)]).toEqual([404, '600'])
    const link = { id: refundEvent, epoch: 1, reason: 'too_many', expiresAt: Date.now() + 60_000, to: 'email' } as const
    const token = signLink(readFileSync(key, 'utf8'), link)
    const at = `${webhooks}/decide/${token}`
    for (let times = 0; times < 20; times += 1)
      for (const method of ['GET', 'HEAD']) expect((await fetch(at, { method })).status).toBe(200)
    expect((await fetch(`${pages}/decide/${token}`)).status).toBe(404)
    await untilStatus(refundEvent, 'held')
    const post = async () => await fetch(at, { method: 'POST', body: new URLSearchParams({ answer: 'yes' }) })
    const answers = await Promise.all(Array.from({ length: 6 }, post))
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 404, 404, 404, 404, 404])
    await untilStatus(refundEvent, 'done')
    expect(await madeFor(sandboxUrl, order)).toEqual(one)
    const { result } = await ask({ command: 'event.get', id: refundEvent })
    expect(JSON.stringify(result.history)).toContain('by the link sent to the e-mail address')
    expect(program.output()).not.toContain(token.slice(0, 40))
  })
})

it.skipIf(!hasLimits)(
  'serve on a full disk refuses deliveries and goes on by itself (skipped without prlimit)',
  async () => {
    const { args, data } = await aMachine()
    const { webhooks, pid, untilStatus } = await startServe(args, { data })
    const health = async () => await (await fetch(`${webhooks}/health`)).json()
    // No file of the process may grow beyond it: SQLite meets what it meets on a full disk.
    const limit = (size: string) => spawnSync('prlimit', [`--fsize=${size}:unlimited`, '--pid', String(pid)]).status
    expect(limit('4096')).toBe(0)
    expect((await sendRefund(webhooks, { id: 'd-1' })).status).toBe(503)
    expect(await health()).toEqual({ ok: false, reason: 'the last write to the store failed' })
    expect(limit('unlimited')).toBe(0)
    expect(await sendRefund(webhooks, { id: 'd-1' })).toMatchObject({ status: 200, json: { status: 'accepted' } })
    expect(await health()).toEqual({ ok: true })
    await untilStatus(refundEvent, 'done')
  },
)

describe('a backup of serve', () => {
  it('starts with writes paused and the login closed, and repeats nothing that happened after it', async () => {
    const { args, data, secrets, folder, sandboxUrl } = await aMachine()
    const first = await startServe(args, { data })
    await first.ask({ command: 'bridge.pause', reason: 'stocktaking' })
    const comment = await sendSample({ ...lone, url: first.webhooks, nowMs: Date.now() })
    const commentEvent = String(JSON.parse(comment.body).id)
    await sendRefund(first.webhooks, { id: 'd-1' })
    await first.untilStatus(refundEvent, 'waiting')
    await first.untilStatus(commentEvent, 'waiting')
    const copy = join(folder, 'copy.sqlite')
    expect(await first.ask({ command: 'backup', file: copy })).toMatchObject({
      ok: true,
      result: { file: copy, bytes: statSync(copy).size, at: expect.any(String) },
    })
    expect(statSync(copy).mode & 0o777).toBe(0o600)
    for (const file of [copy, '../copy', '/nowhere/copy'])
      expect(await first.ask({ command: 'backup', file })).toMatchObject({ error: { code: 'rejected' } })
    const inside = await first.ask({ command: 'backup', file: 'copy' })
    // It is still locked for every other process.
    expect(await ended(args)).toEqual({ code: 1, output: expect.stringMatching(/ is in use by another process: /) })
    expect(inside.result).toMatchObject({ file: join(data, 'copy') })
    const finish = async ({ ask, untilStatus }: typeof first) => {
      await ask({ command: 'bridge.resume' })
      // Each function knows for five seconds what is paused.
      await sleep(5_100)
      for (const id of [refundEvent, commentEvent]) {
        await ask({ command: 'event.release', id })
        await untilStatus(id, 'done')
      }
    }
    await finish(first)
    await first.stop()
    const made = await recordsIn(sandboxUrl)

    expect(await ended([...args, '--restore', copy])).toEqual({
      code: 1,
      output: expect.stringMatching(/ is not empty: /),
    })
    const restored = join(folder, 'restored')
    const again = ['--data', restored, '--secrets', secrets, '--port', '0', '--console-port', '0']
    const second = await startServe([...again, '--restore', copy], { data: restored })
    expect(second.program.output()).toContain('This is a restored copy.')
    const stats = await second.ask({ command: 'stats' })
    expect(stats.result).toMatchObject({
      paused: [{ reason: expect.stringContaining('restored copy') }],
      login: { state: 'used-up' },
    })
    await second.stop()
    // Once: not at the next start, though the option may stand in a unit.
    const third = await startServe([...again, '--restored'], { data: restored })
    expect(third.program.output()).not.toContain('This is a restored copy.')
    expect((await third.ask({ command: 'stats' })).result).toMatchObject({ login: { state: 'used-up' } })
    await third.ask({ command: 'login.reset' })
    await finish(third)
    expect(await recordsIn(sandboxUrl)).toEqual(made)
    await third.stop()
    // Nor does the other way to run it begin over a copy as if it was the bridge itself.
    mkdirSync(join(folder, 'tried'), { mode: 0o700 })
    cpSync(copy, join(folder, 'tried', 'bridge.sqlite'))
    const tried = await startProgram({ DATA_DIR: join(folder, 'tried') })
    expect(tried.program.output()).toContain('This is a restored copy.')
    expect(await operate(tried.url, { command: 'stats' })).toMatchObject({
      result: { paused: [{}], login: { state: 'used-up' } },
    })
    await tried.stop()
    const moved = join(folder, 'moved')
    cpSync(restored, moved, { recursive: true })
    const fourth = await startServe(['--data', moved, ...again.slice(2), '--restored'], { data: moved })
    expect((await fourth.ask({ command: 'stats' })).result).toMatchObject({ paused: [{}], login: { state: 'used-up' } })
  })
})

describe('another user of the machine', () => {
  it.skipIf(!isRoot)('can read neither data nor secrets, and use neither listener (skipped unless root)', async () => {
    const { args, data, secrets, folder } = await aMachine()
    const { webhooks, console: pages, program } = await startServe(args, { data })
    await sendRefund(webhooks, { id: 'd-1' })
    // What leads there is open, as /var/lib is.
    chmodSync(folder, 0o755)
    expect(program.output()).toContain('can read the secrets')
    chmodSync(secrets, 0o700)
    const asNobody = (...command: string[]) =>
      spawnSync('setpriv', ['--reuid=65534', '--regid=65534', '--clear-groups', ...command], { encoding: 'utf8' })
    expect(asNobody('id', '-u').stdout).toBe('65534\n')
    for (const path of [data, join(data, 'run.json'), secrets, join(secrets, 'sources.json')])
      expect([path, asNobody('cat', path).stderr]).toEqual([path, expect.stringContaining('Permission denied')])
    for (const path of [data, join(data, 'run.json')]) expect(statSync(path).mode & 0o077).toBe(0)
    const status = (url: string, ...more: string[]) =>
      asNobody('curl', '--noproxy', '*', '-s', '-o', '/dev/null', '-w', '%{http_code}', ...more, url).stdout
    const post = ['-H', 'content-type: application/json', '-d', '{"command":"stats"}']
    expect([
      status(`${pages}/console`),
      status(`${pages}/operator`, ...post),
      status(`${pages}/tick`, ...post),
    ]).toEqual(['403', '401', '401'])
    expect(status(`${webhooks}/operator`, ...post)).toBe('404')
  })
})

describe('the password of serve', () => {
  it('is stored from standard input, counts from the next start, and opens the console', async () => {
    const { args, data } = await aMachine()
    const storing = run('local/serve.mjs', ['--set-password', '--data', data], {})
    storing.child.stdin?.end('correct horse\n')
    expect((await storing.ended).code).toBe(0)
    const { console: pages, key } = await startServe(args, { data })
    const enter = (password: string) =>
      fetch(`${pages}/login`, { method: 'POST', body: new URLSearchParams({ password }), redirect: 'manual' })
    expect((await enter('wrong')).status).toBe(401)
    const cookie = (await enter('correct horse')).headers.get('set-cookie')?.split(';')[0] ?? ''
    expect((await fetch(`${pages}/console`, { headers: { cookie } })).status).toBe(200)
    expect((await fetch(`${pages}/console`, { method: 'OPTIONS', headers: { cookie } })).status).toBe(403)
    expect((await fetch(`${pages}/console`, { headers: { authorization: `Bearer ${key}` } })).status).toBe(200)
    expect((await fetch(`${pages}/console`, { redirect: 'manual' })).headers.get('location')).toBe('/login')
  })

  it.skipIf(!hasTerminal)(
    'is asked for twice on a terminal, where nobody sees it; and only there the key is shown (skipped without a terminal)',
    async () => {
      const { args, data } = await aMachine()
      const typed = onTerminal(['--set-password', '--data', data])
      await until('the question', () => typed.output().includes('New password: '))
      typed.child.stdin?.write('correct horse\n')
      await until('the second question', () => typed.output().includes('Once more: '))
      typed.child.stdin?.write('correct horse\n')
      const { output } = await typed.ended
      expect(output).toContain('The password is stored.')
      expect(
        output
          .replaceAll('\r', '')
          .split('\n')
          .filter((line) => line.includes('horse')),
      ).toEqual([])
      const shown = onTerminal(args)
      const address = await until(
        'the address',
        () => /http:\/\/\S+\/console\?key=[\w-]{43}/.exec(shown.output())?.[0],
        30_000,
      )
      expect(address).toBe(`${runFileOf(data).console}/console?key=${runFileOf(data).key}`)
      const opened = await fetch(address, { redirect: 'manual' })
      expect([opened.status, opened.headers.get('location')]).toEqual([303, '/console'])
      shown.child.stdin?.write('\u0003')
      expect((await shown.ended).code).toBe(0)
    },
  )
})

describe('serve that cannot start', () => {
  it('ends with 78 and names every mistake of configuration and secrets', async () => {
    const { args, data, secrets, folder } = await aMachine()
    const config = join(folder, 'own.config.ts')
    writeFileSync(
      config,
      "import { defineConfig } from './lib/config/config.ts'\nexport default defineConfig({ sources: { A: {} } })\n",
    )
    const backOffice = { baseUrl: 'http://shop.web.example', username: 'u', password: 'demo-password' }
    writeFileSync(join(secrets, 'back-office.json'), JSON.stringify(backOffice))
    const { code, output } = await ended([...args, '--config', config])
    expect(code).toBe(78)
    for (const mistake of [
      'sources.A: use lower-case',
      'sources.A.kind',
      'baseUrl must begin with https://',
      'demo secrets',
    ])
      expect(output).toContain(mistake)
    expect(output).not.toMatch(/demo-password|^ +at /m)
    for (const name of ['back-office.json', 'sources.json']) writeFileSync(join(secrets, name), '{"demo-password"')
    const unreadable = await ended(args)
    expect([unreadable.code, unreadable.output.match(/is not valid JSON/g)?.length]).toEqual([78, 2])
    expect((await ended(['--data', data, '--secrets', '/nowhere'])).output).toMatch(/^\/nowhere is no folder: /)
    expect((await ended([...args, '--config', '/nowhere/own.config.ts'])).code).toBe(78)
    expect(await run('cli/main.mjs', ['serve', '--data', data, '--port', 'x'], {}).ended).toEqual({
      code: 78,
      output: '--port must be a whole number from 0 to 65535, not "x".\n',
    })
  })

  it('ends with 1 and one sentence for what is in use, and for a console that everybody could open', async () => {
    const { args, data } = await aMachine()
    const port = String((await listening(createServer())).port)
    const sentence = (words: string) => ({
      code: 1,
      output: expect.stringMatching(new RegExp(`^[^\\n]*${words}[^\\n]*\\n$`)),
    })
    expect(await ended([...args, '--port', port])).toEqual(sentence(`Port ${port} is in use: .* --port <number>`))
    expect(await ended([...args, '--console-host', '0.0.0.0'])).toEqual(sentence('needs a password'))
    await startServe(args, { data })
    expect(await ended(args)).toEqual(sentence('in use by'))
  })
})

it('a loop that stands still is ended from outside, and its process with it', async () => {
  const folder = temporaryFolder()
  const file = join(folder, 'still.ts')
  const watchdog = new URL('../../local/serve/watchdog.ts', import.meta.url).href
  writeFileSync(
    file,
    `import { startWatchdog } from ${JSON.stringify(watchdog)}\nstartWatchdog(${JSON.stringify(folder)}, 2_000)\nsetTimeout(() => { for (;;); }, 3_000)\n`,
  )
  const program = run(file, [], {})
  await program.ended
  expect([program.child.signalCode, program.output()]).toEqual([
    'SIGKILL',
    expect.stringContaining('stood still for 2 seconds'),
  ])
})

/** On a terminal of its own (util-linux). It is killed at the end of the test. */
function onTerminal(args: string[]) {
  const command = [process.execPath, 'local/serve.mjs', ...args].map((arg) => `'${arg}'`).join(' ')
  const program = spawnCommand(['script', '--quiet', '--return', '--command', `exec ${command}`, '/dev/null'], {})
  onTestFinished(async () => void (await program.stop('SIGKILL')))
  return program
}

const lone = { source: 'standard', sample: 'comment', id: 'd-comment', secrets: readSecrets(secretsFile).sources }

/** How many returns and comments the back office holds. */
async function recordsIn(sandboxUrl: string) {
  const state = (await (await fetch(`${sandboxUrl}/sandbox/state`)).json()) as {
    orders: { typeId: number }[]
    comments: object[]
  }
  return { returns: state.orders.filter(({ typeId }) => typeId === 3).length, comments: state.comments.length }
}

const envOf = (args: string[]): Record<string, string> =>
  Object.fromEntries(
    args.flatMap((arg, at) =>
      arg.startsWith('--') ? [[`BRIDGE_${arg.slice(2).toUpperCase().replace('-', '_')}`, args[at + 1] ?? '']] : [],
    ),
  )

const slowReturn = async (sandboxUrl: string, delayMs: number) =>
  await fetch(`${sandboxUrl}/sandbox/faults`, {
    method: 'POST',
    body: JSON.stringify({ method: 'POST', path: '/rest/orders', times: 1, kind: 'slow', delayMs }),
  })

async function askedForReturn(sandboxUrl: string): Promise<boolean> {
  const { byRoute } = (await (await fetch(`${sandboxUrl}/sandbox/calls`)).json()) as { byRoute: Record<string, number> }
  return byRoute['POST /rest/orders'] === 1
}
