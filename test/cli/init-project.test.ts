import { execFileSync, spawn, spawnSync } from 'node:child_process'
import { cpSync, existsSync, mkdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest'
import { backOfficeSecret, secretProblems, sourcesSecret } from '../../lib/secrets/secret-shapes.ts'
import { run, until, waitForStatus } from '../local/running-stack.ts'
import { ownProject } from './own-project.ts'

const root = join(import.meta.dirname, '../..')
const written = ['bridge.config.ts', 'secrets/back-office.json', 'secrets/sources.json']
const password = 'hunter2-and-some-more-4711'
const shopSecret = 'shpss_0123456789abcdef'

/** `init` without a terminal; `input` is its stdin. */
function init(folder: string, args: string[], input = '') {
  const { status, stdout, stderr } = spawnSync(process.execPath, ['cli/main.mjs', 'init', ...args], {
    cwd: folder,
    input,
    encoding: 'utf8',
  })
  return { code: status, out: stdout, err: stderr }
}

const read = (folder: string, file: string): string => readFileSync(join(folder, file), 'utf8')
const json = (folder: string, file: string) => JSON.parse(read(folder, file))
const isThere = (folder: string) => written.filter((file) => existsSync(join(folder, file)))

const removals: (() => void)[] = []
const later = (remove: () => void) => void removals.push(remove)
afterAll(() => {
  for (const remove of removals) remove()
})

const user = ['--backOffice', 'https://office.example.com', '--username', 'api-bridge']

describe('init without a terminal', () => {
  const given = JSON.stringify({ backOffice: { password }, sources: { 'shop-eu': [shopSecret] } })
  const sources = ['shop-eu=shopify', 'standard', 'return-form=jotform', '4711=typeform', 'a1=google-forms']
  let folder: string
  let done: ReturnType<typeof init>
  beforeAll(() => {
    folder = ownProject(later)
    done = init(folder, [...sources.flatMap((one) => ['--source', one]), ...user, '--secrets', '-'], given)
  }, 60_000)

  it('writes the configuration and the two secrets, and says what to do next', () => {
    expect([done.code, done.err]).toEqual([0, ''])
    expect(isThere(folder)).toEqual(written)
    expect(done.out).toMatch(
      /^Written:\n {2}bridge\.config\.ts +shop-eu \(shopify\), standard, return-form \(jotform\), /,
    )
    expect(done.out).toMatch(/Give its secret to the sender of each of these: standard, return-form, 4711, a1\. /)
    expect(done.out).toMatch(/\nNext:\n {2}npm start .*\n {2}npm run deploy -- --stage prod /)
  })

  it('has secrets in the form that the deployment wants, random where people choose them', () => {
    const [backOffice, filled] = [json(folder, 'secrets/back-office.json'), json(folder, 'secrets/sources.json')]
    expect(backOffice).toEqual({ baseUrl: 'https://office.example.com', username: 'api-bridge', password })
    expect([secretProblems(backOfficeSecret, backOffice), secretProblems(sourcesSecret, filled)]).toEqual([[], []])
    expect(filled['shop-eu']).toEqual([shopSecret])
    const made = [filled.standard, filled['return-form'], filled[4711], filled.a1].flat()
    expect(new Set(made).size).toBe(4)
    expect(made.map((secret) => secret.length)).toEqual([50, 48, 48, 50])
    for (const secret of [...made, shopSecret, password]) expect(done.out).not.toContain(secret)
  })

  it('keeps the secrets for this user alone, and out of git', () => {
    for (const file of written.slice(1)) {
      if (process.platform !== 'win32') expect(statSync(join(folder, file)).mode & 0o777).toBe(0o600)
      expect(execFileSync('git', ['check-ignore', '--no-index', file], { cwd: root, encoding: 'utf8' })).toBe(
        `${file}\n`,
      )
    }
  })

  it('writes a configuration that has the right types, is formatted, and loads', () => {
    const biome = spawnSync(
      join(root, 'node_modules/.bin/biome'),
      ['check', '--vcs-enabled=false', 'bridge.config.ts'],
      { cwd: folder, encoding: 'utf8' },
    )
    expect(biome.status, biome.stderr).toBe(0)
    const { compilerOptions } = json(folder, 'tsconfig.json')
    writeFileSync(join(folder, 'one.json'), JSON.stringify({ compilerOptions, files: ['bridge.config.ts'] }))
    const types = spawnSync(
      process.execPath,
      [join(root, 'node_modules/typescript/bin/tsc'), '--project', 'one.json'],
      { cwd: folder, encoding: 'utf8' },
    )
    expect([types.status, types.stdout]).toEqual([0, ''])
    const listed = execFileSync(process.execPath, ['cli/main.mjs', 'samples'], { cwd: folder, encoding: 'utf8' })
    for (const line of ['shop-eu (shopify)', 'standard', 'return-form (jotform)', '4711 (typeform)'])
      expect(listed).toContain(`${line}\n`)
  }, 60_000)

  it('leaves what npm start needs: a delivery signed with a new secret becomes a return in the sandbox', async () => {
    const env = { PORT: '0', SANDBOX_PORT: '0', DATA_DIR: ':memory:' }
    const stack = run(join(folder, 'local/start.mjs'), [], env)
    await until('the banner', () => stack.output().includes('Ctrl-C'), 60_000)
    const [, url = ''] = /Webhooks\s+(http:\/\/127\.0\.0\.1:\d+)/.exec(stack.output()) ?? []
    const sent = await run(join(folder, 'local/send.mjs'), ['standard', 'return'], { PORT: new URL(url).port }).ended
    const [, id = ''] = /"id":"(standard\/[^"]+)","status":"accepted"/.exec(sent.output) ?? []
    await waitForStatus(url, id, 'done')
    const capture = { headers: 'X: y\n', body: '{}' }
    for (const [name, text] of Object.entries(capture)) writeFileSync(join(folder, name), text)
    const verify = ['cli/main.mjs', 'verify', 'a1', '--headers', 'headers', '--body', 'body']
    expect(spawnSync(process.execPath, verify, { cwd: folder, encoding: 'utf8' }).stdout).toContain('refused: ')
  }, 90_000)

  it('names a command that deploy.sh understands from there', () => {
    mkdirSync(join(folder, 'release'))
    cpSync(join(folder, 'scripts/release/deploy.sh'), join(folder, 'release/deploy.sh'))
    writeFileSync(join(folder, 'release/SHA256SUMS'), '')
    const [, options] = /npm run deploy -- (.+)/.exec(done.out) ?? []
    const command = `release/deploy.sh ${options}`
    const { stderr } = spawnSync('bash', ['-c', `bash ${command} --yes`], { cwd: folder, encoding: 'utf8' })
    expect(stderr).toContain('A file of this release is damaged')
    const renamed = spawnSync('bash', ['-c', `bash ${command.replaceAll('../secrets', 'secrets')} --yes`], {
      cwd: folder,
      encoding: 'utf8',
    })
    expect(renamed.stderr).toContain('cannot be read')
  })
})

const hasTerminal = process.platform === 'linux' && spawnSync('script', ['--version']).status === 0

it.skipIf(!hasTerminal)(
  'init shows no password at a real terminal (skipped without the program script)',
  async () => {
    const folder = ownProject()
    const command = `'${process.execPath}' cli/main.mjs init --source standard ${user.join(' ')}`
    const child = spawn('script', ['--quiet', '--return', '--command', command, '/dev/null'], { cwd: folder })
    const { promise: ended, resolve } = Promise.withResolvers<number | null>()
    child.once('close', resolve)
    onTestFinished(() => void child.kill('SIGKILL'))
    let shown = ''
    child.stdout.on('data', (chunk) => (shown += chunk))
    const answers = {
      ...{ 'Who sends the customer the label': '', 'whose goods are here already': '', 'From which status on': '' },
      ...{ 'The password of that user': password, 'The secret of standard': '' },
    }
    for (const [question, answer] of Object.entries(answers)) {
      await until(`"${question}"`, () => shown.includes(question), 60_000)
      child.stdin.write(`${answer}\r`)
    }
    expect([await ended, shown]).toEqual([0, expect.stringContaining('Written:')])
    expect(shown).not.toContain(password)
    expect(json(folder, 'secrets/back-office.json').password).toBe(password)
  },
  120_000,
)
