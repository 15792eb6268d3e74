import { spawnSync } from 'node:child_process'
import { writeFileSync } from 'node:fs'
import { createServer, type RequestListener, type Server } from 'node:http'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import config from '../../bridge.config.ts'
import { runCommandLine } from '../../cli/run-command-line.ts'
import { loadOperatorCommands, operate } from '../../lib/operator/operate.ts'
import { standard } from '../../lib/sources/standard/translate.ts'
import { createApi } from '../../local/api.ts'
import { samples } from '../../local/samples/index.ts'
import { listening, temporaryFolder } from '../local/running-stack.ts'
import { operatorOf } from '../operator/desk.ts'
import { signed } from '../sources/deliveries.ts'
import { createWorld } from '../workflow/world.ts'

const operatorCommands = await loadOperatorCommands()
const root = join(import.meta.dirname, '../..')

/** Runs a command in this process. An error that it throws is what a person would read. */
async function command(args: string[], { env = {}, cwd = root } = {}) {
  const out: string[] = []
  const err: string[] = []
  const surroundings = {
    env,
    cwd,
    now: () => Date.parse('2026-03-02T09:00:00Z'),
    fetch,
    out: (text: string) => void out.push(text),
    err: (text: string) => void err.push(text),
  }
  try {
    const code = await runCommandLine(args, surroundings)
    return { code, out: out.join(''), err: err.join('') }
  } catch (error) {
    return { code: 1, out: out.join(''), err: `${err.join('')}${error instanceof Error ? error.message : error}` }
  }
}

function temporary(files: Record<string, string | Buffer>): string {
  const folder = temporaryFolder()
  for (const [name, content] of Object.entries(files)) writeFileSync(join(folder, name), content)
  return folder
}

const brokenSecrets = {
  backOffice: async () => ['The secret of the back office lacks its password'],
  isPasswordWeak: async () => false,
  sources: async () => 'not readable here' as const,
}

/** Starts the API of `npm start` over an operator in memory and returns its port. */
async function startOperator(changes: Parameters<typeof operatorOf>[1] = {}): Promise<string> {
  const operator = operatorOf(createWorld(), changes)
  const unused = async () => undefined
  const server = createApi({
    webhooks: { shops: unused, forms: unused, decide: unused },
    operator: (given) => operate(operator, given),
    scheduled: {},
    now: () => 0,
    newId: () => 'id',
    report: () => undefined,
  })
  return await portOf(server)
}

const portOf = async (server: Server) => String((await listening(server)).port)
const serve = (handle: RequestListener) => portOf(createServer(handle))

describe('samples', () => {
  it('lists every source and every sample', async () => {
    const { code, out } = await command(['samples'])
    expect(code).toBe(0)
    for (const source of Object.keys(config.sources)) {
      expect(out).toContain(`${source}\n`)
      for (const name of Object.keys(samples[source] ?? {})) expect(out).toContain(`  ${name.padEnd(24)}`)
    }
  })
})

describe('help', () => {
  it.each(['help', '--help', '-h'])('%s lists every command', async (name) => {
    const { code, out } = await command([name])
    expect(code).toBe(0)
    for (const one of [...operatorCommands.map((known) => known.name), 'init', 'samples', 'verify', 'help'])
      expect(out).toMatch(new RegExp(`^  ${one.replace('.', '\\.')}\\b`, 'm'))
  })

  it.each([
    [['event.list', '--help'], 'event.list --status --source .*--cursor .*'],
    [['event.get', '--id', 'shopify/d-1', '-h'], 'event.get <id> .*'],
    [['help', 'event.get'], 'event.get <id> .*'],
    [['why', '--help'], 'why <id or orderId> .*'],
    [['samples', '--help'], 'samples'],
    [['init', '--help'], 'init \\[--source .*--dryRun\\]'],
    [['verify', '--help'], 'verify <source> --headers <file> .*'],
  ])('%j is answered with how that command is written, without a bridge', async (args, line) => {
    const { code, err, out } = await command(args, { env: { PORT: '1' } })
    expect({ code, err }).toEqual({ code: 0, err: '' })
    expect(out).toMatch(new RegExp(`^Usage: npx backoffice-bridge ${line}\n\n[A-Z].*\\.\n`))
    expect(out).toMatch(/\nExamples:\n {2}npx backoffice-bridge \S+/)
  })

  it('names the question of a move of many and its --yes', async () => {
    const { out } = await command(['event.discard', '--help'])
    expect(out).toMatch(/\n {2}--where <filter> .*status=failed/)
    expect(out).toMatch(/\n {2}--yes .*without a question\n/)
    expect((await command(['event.correct', '--help'])).out).not.toContain('--yes')
  })

  it.each([
    ['event.gte', 'event.get'],
    ['evnt.list', 'event.list'],
    ['reveal', 'event.reveal'],
    ['hlep', 'help'],
    ['version', '--version'],
    ['list', 'event.list or order.list or return.list or comment.list or image.list'],
  ])('names what somebody may have meant by %s', async (typed, meant) => {
    const err = `The command "${typed}" does not exist. Did you mean ${meant}? help shows all commands.`
    expect(await command([typed])).toEqual({ code: 1, out: '', err })
  })

  it('says its version', async () => {
    expect((await command(['--version'])).out).toMatch(/^backoffice-bridge \d+\.\d+\.\d+\n$/)
  })

  it.each([[[]], [['nonsense']], [['constructor']], [['nonsense', '--help']]])(
    'is shown for %j, with exit code 1',
    async (args) => {
      const { code, err, out } = await command(args)
      expect({ code, out }).toEqual({ code: 1, out: '' })
      expect(err).toContain('  event.list')
    },
  )
})

describe('completion', () => {
  const bash = async (...words: string[]) => {
    const { out } = await command(['completion', 'bash'])
    const typed = words.map((word) => `'${word}'`).join(' ')
    const script = `${out}\nCOMP_WORDS=(${typed}); COMP_CWORD=${words.length - 1}; _backoffice_bridge; echo "\${COMPREPLY[@]}"`
    const { stdout } = spawnSync('bash', ['--norc', '-c', script], { encoding: 'utf8' })
    return stdout.trim().split(' ')
  }

  it('offers commands, their options, and the words that an option can be followed by', async () => {
    expect(await bash('backoffice-bridge', 'event.l')).toEqual(['event.list', 'event.link'])
    expect(await bash('backoffice-bridge', '--data', '/data', 'event.get', '--j')).toEqual(['--json'])
    expect(await bash('backoffice-bridge', 'event.release', '--y')).toEqual(['--yes'])
    expect(await bash('backoffice-bridge', 'events', '--follow')).toEqual(['--follow'])
    expect(await bash('backoffice-bridge', 'event.list', '--status', 'f')).toEqual(['failed'])
    expect(await bash('backoffice-bridge', 'event.list', '--status', '=', 'he')).toEqual(['held'])
    expect(await bash('backoffice-bridge', 'event.list', '--status=he')).toEqual(['--status=held'])
    expect(await bash('backoffice-bridge', 'event.list', '--source', 'shopi')).toEqual(['shopify'])
    expect(await bash('backoffice-bridge', 'completion', '')).toEqual(['bash', 'zsh', 'fish'])
  })

  it('is written for zsh and fish too, and for no other shell', async () => {
    expect((await command(['completion', 'zsh'])).out).toMatch(/bashcompinit\n[\s\S]* backoffice-bridge\n$/)
    const { out } = await command(['completion', 'fish'])
    expect(out).toContain("'__fish_seen_subcommand_from event.list' -l source -x -a 'shopify ")
    for (const args of [[], ['csh'], ['constructor'], ['bash', 'zsh']])
      expect(await command(['completion', ...args])).toMatchObject({
        code: 1,
        out: '',
        err: expect.stringMatching(/shell/),
      })
  })
})

describe('verify', () => {
  const nowMs = Date.parse('2026-01-05T12:00:00Z')
  const body = Buffer.from('{"type": "return.requested", "data": {}}')
  const secret = 'whsec_YW5vdGhlciBzZWNyZXQsIGxvbmcgZW5vdWdo'
  const files = {
    headers: JSON.stringify(signed(standard, { body, secret, id: 'm-1', nowMs }).headers),
    body,
    local: JSON.stringify({ backOffice: {}, sources: { standard: [secret] } }),
    deployed: JSON.stringify({ standard: [secret] }),
    marked: `\ufeff${JSON.stringify({ standard: [secret] })}`,
    broken: '{"standard": "text"}',
  }
  const input = ['--headers', 'headers', '--body', 'body']

  it.each(['local', 'deployed', 'marked'])('uses the secrets of a file (%s), and an old time', async (file) => {
    const args = ['verify', 'standard', ...input, '--secrets', file, '--at', '2026-01-05T12:01:00Z']
    expect(await command(args, { cwd: temporary(files) })).toEqual({
      code: 0,
      out: 'accepted: the proof is right, its event is standard/m-1.\n',
      err: '',
    })
  })

  it('says why a delivery is refused, with hints and exit code 1', async () => {
    const args = ['verify', 'standard', ...input, '--secrets', 'local']
    const { code, out } = await command(args, { cwd: temporary(files) })
    expect(code).toBe(1)
    expect(out).toMatch(/^refused: .*\b300 s\b.*\n {2}.*--at\.\n$/)
  })

  it('uses the demo secrets by default', async () => {
    const { out } = await command(['verify', 'standard', ...input], { cwd: temporary(files) })
    expect(out).toMatch(/^refused: .*configured secrets\.\n$/)
  })

  it.each([
    [['verify'], /^Usage: npx backoffice-bridge verify <source>/],
    [['verify', 'standard', '--headers', 'headers'], /^Usage:/],
    [['verify', 'standard', 'shopify', ...input], /^Usage:/],
    [['verify', 'standard', ...input, '--colour', 'blue'], /^Usage:/],
    [['verify', 'standard', '--headers', 'none', '--body', 'body'], /none cannot be read: name an existing file\.$/],
    [['verify', 'standard', ...input, '--secrets', 'missing'], /missing is missing or not valid JSON: /],
    [['verify', 'standard', ...input, '--secrets', 'broken'], /standard must be a list of texts\.$/],
    [['verify', 'standard', ...input, '--at', 'yesterday'], /^--at needs a time such as/],
    [['verify', 'nobody', ...input], /no source "nobody"/],
  ])('refuses %j in one sentence', async (args, says) => {
    const { code, out, err } = await command(args, { cwd: temporary(files) })
    expect({ code, out }).toEqual({ code: 1, out: '' })
    expect(err).toMatch(says)
  })
})

describe('an operator command', () => {
  it('prints its result as JSON, and an error as one sentence', async () => {
    const env = { PORT: await startOperator() }
    const stats = await command(['stats', '--json'], { env })
    expect(stats.code).toBe(0)
    expect(JSON.parse(stats.out)).toMatchObject({ open: 0, held: 0, failed: 0 })
    for (const [args, says] of [
      [['event.get', '--id', 'standard/none'], /^[A-Z].+\. \(not_found\)\n$/],
      [['order.get', '--orderId', 'ten'], /^order\.get: .*orderId.*\(invalid\)\n$/],
    ] as const)
      expect(await command([...args], { env })).toEqual({ code: 1, out: '', err: expect.stringMatching(says) })
  })

  it('ends with 2 if its event is held, and with 1 if doctor finds a fault', async () => {
    const well = { PORT: await startOperator() }
    const held = ['return.create', '--order', '{"id": 10006}', '--lines', 'all']
    expect(await command(held, { env: well })).toMatchObject({
      code: 2,
      out: expect.stringContaining('(addresses_missing)'),
      err: '',
    })
    expect(await command(['doctor'], { env: well })).toMatchObject({ code: 0 })
    const unwell = { PORT: await startOperator({ secrets: brokenSecrets }) }
    expect(await command(['doctor'], { env: unwell })).toMatchObject({
      code: 1,
      out: expect.stringMatching(/^healthy +false\n/),
      err: '',
    })
  })

  it('says that no bridge runs', async () => {
    // Port 1 is reserved and nobody listens there.
    const { code, err } = await command(['stats'], { env: { PORT: '1' } })
    expect({ code, err }).toEqual({
      code: 1,
      err: 'Nothing answers at http://127.0.0.1:1: start the bridge with npm start (and give both the same PORT).',
    })
  })

  it('says that a command whose answer is lost may be done', async () => {
    const PORT = await serve((request) => request.resume().on('end', () => request.socket.destroy()))
    const { code, err } = await command(['comment.add', '--orderId', '1', '--text', 'x'], { env: { PORT } })
    expect({ code, err }).toEqual({ code: 1, err: expect.stringContaining('It may be done all the same') })
  })

  it.each([
    [404, 'text/html', '<h1>Not Found</h1>'],
    [200, 'application/json', '{"ok": "yes"}'],
  ])('says that something else answers: %s %s', async (status, type, content) => {
    const PORT = await serve((_, response) => response.writeHead(status, { 'content-type': type }).end(content))
    const { code, err } = await command(['stats'], { env: { PORT } })
    expect([code, err]).toEqual([1, expect.stringContaining(`http://127.0.0.1:${PORT} is not the bridge`)])
  })

  it('follows no redirect, so that a command reaches no other address', async () => {
    const received: string[] = []
    const serveAs = (location?: string) =>
      serve((request, response) => {
        received.push(request.url ?? '')
        response.writeHead(location ? 307 : 200, { ...(location && { location }), 'content-type': 'application/json' })
        response.end('{"ok": true, "result": {}}')
      })
    const PORT = await serveAs(`http://127.0.0.1:${await serveAs()}/collected`)
    await command(['contact.find', '--email', 'anna.beispiel@example.com'], { env: { PORT } })
    expect(received).toEqual(['/operator'])
  })
})

describe('what comes from outside', () => {
  const steering = 'a\u001B[2J\u009Bb\u202Ec\u2066d\u200Be\u0007'

  const startAnswering = (answer: unknown) => serve((_, response) => response.end(JSON.stringify(answer)))

  it('never steers the terminal, and loses nothing as JSON', async () => {
    const PORT = await startAnswering({ ok: true, result: { text: steering } })
    const { out } = await command(['event.list', '--json'], { env: { PORT } })
    expect(out).toMatch(/^[\x20-\x7E\n]*$/)
    expect(JSON.parse(out)).toEqual({ text: steering })
  })

  it('never steers it as an error either', async () => {
    const PORT = await startAnswering({ ok: false, error: { code: 'conflict', message: steering } })
    expect((await command(['event.list'], { env: { PORT } })).err).toMatch(/^a\\u001b\[2J[\x20-\x7E]*\(conflict\)\n$/)
  })

  it('never steers it as the path of a captured delivery', async () => {
    const folder = temporary({ headers: `POST /shops/${steering}\n`, body: '' })
    const [headers, body] = [join(folder, 'headers'), join(folder, 'body')]
    const { out } = await command(['verify', 'shopify', '--headers', headers, '--body', body])
    expect(out).toContain('it was sent to /shops/a')
    expect(out).toMatch(/^[\x20-\x7E\n]*$/)
  })
})
