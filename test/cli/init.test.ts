import { execFileSync, spawn, spawnSync } from 'node:child_process'
import { cpSync, existsSync, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest'
import { backOfficeSecret, secretProblems, sourcesSecret } from '../../lib/secrets/secret-shapes.ts'
import { acceptorOfKind } from '../../lib/sources/accept/registry.ts'
import { sourceKinds } from '../../lib/sources/registry.ts'
import { isUsableSecret } from '../../lib/sources/usable-secrets.ts'
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
  })

  it('writes the configuration and the two secrets, and says what to do next', () => {
    expect([done.code, done.err]).toEqual([0, ''])
    expect(isThere(folder)).toEqual(written)
    expect(done.out).toMatch(
      /^Written:\n {2}bridge\.config\.ts +shop-eu \(shopify\), standard, return-form \(jotform\), /,
    )
    expect(done.out).toMatch(/Give its secret to the sender of each of these: standard, return-form, 4711, a1\. /)
    expect(done.out).toMatch(/\nNext:\n {2}npm start .*\n {2}npm run release\n {2}release\/deploy\.sh --stage prod /)
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
      {
        cwd: folder,
        encoding: 'utf8',
      },
    )
    expect(biome.status, biome.stderr).toBe(0)
    const { compilerOptions } = json(folder, 'tsconfig.json')
    writeFileSync(join(folder, 'one.json'), JSON.stringify({ compilerOptions, files: ['bridge.config.ts'] }))
    const types = spawnSync(
      process.execPath,
      [join(root, 'node_modules/typescript/bin/tsc'), '--project', 'one.json'],
      {
        cwd: folder,
        encoding: 'utf8',
      },
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
    const [command = ''] = /release\/deploy\.sh .+/.exec(done.out) ?? []
    const { stderr } = spawnSync('bash', ['-c', `bash ${command} --yes`], { cwd: folder, encoding: 'utf8' })
    expect(stderr).toContain('A file of this release is damaged')
    const renamed = spawnSync('bash', ['-c', `bash ${command.replaceAll('../secrets', 'secrets')} --yes`], {
      cwd: folder,
      encoding: 'utf8',
    })
    expect(renamed.stderr).toContain('cannot be read')
  })

  it('overwrites nothing: it names every file that is there', () => {
    const before = written.map((file) => read(folder, file))
    const again = init(folder, ['--source', 'standard', ...user])
    expect([again.code, again.out]).toEqual([1, ''])
    expect(again.err).toMatch(
      /^init overwrites nothing, and there is already: bridge\.config\.ts, secrets\/back-office\.json, secrets\/sources\.json\. /,
    )
    expect(written.map((file) => read(folder, file))).toEqual(before)
  })
})

describe('init without a terminal, in a project of its own,', () => {
  let folder: string
  beforeAll(() => {
    folder = ownProject(later)
  })

  it.each([
    ['no source', [], '--source is missing'],
    ['no address', ['--source', 'standard'], '--backOffice is missing'],
    ['no user', ['--source', 'standard', ...user.slice(0, 2)], '--username is missing'],
    [
      'no secret that only the sender has',
      ['--source', 'shop-eu=shopify', ...user],
      'The secret of shop-eu is missing, and shopify makes it: give it by --secrets, or write --later shop-eu',
    ],
    ['no address of the bridge', ['--source', 'hubspot', ...user, '--later', 'hubspot'], '--publicUrl is missing'],
    [
      'an unknown kind',
      ['--source', 'shop=etsy', ...user],
      '--source shop=etsy: write a kind, or <name>=<kind>. Kinds: shopify',
    ],
    [
      'a name that cannot be in an address',
      ['--source', 'Shop=shopify', ...user],
      '--source Shop=shopify: use lower-case letters',
    ],
    ['a reserved name', ['--source', 'operator=shopify', ...user], 'choose another name'],
    ['a name twice', ['--source', 'a=tally', '--source', 'a=typeform', ...user], 'there is a source a already'],
    [
      'an address without https',
      ['--source', 'standard', '--backOffice', 'http://office.example.com'],
      '--backOffice must begin with https://',
    ],
    ['an empty address', ['--source', 'standard', '--backOffice', ''], '--backOffice must be an address'],
    [
      'a public address that is none',
      ['--source', 'shopware', ...user, '--publicUrl', 'hooks.example.com'],
      '--publicUrl must be an address that begins with https://',
    ],
    [
      'a public address with a query',
      ['--source', 'shopware', ...user, '--publicUrl', 'https://hooks.example.com?a=b'],
      'publicUrl: write the address that senders call',
    ],
    [
      'a misspelt source in --later',
      ['--source', 'standard', ...user, '--later', 'standrad'],
      '--later names standrad, which is no source',
    ],
    ['an option that does not exist', ['--password', 'x'], "init: Unknown option '--password'"],
    ['a password as a value', ['--source', 'standard', ...user, 'hunter2'], 'init: Unexpected argument'],
    [
      'a file that is not there',
      ['--source', 'standard', '--secrets', 'none.json'],
      '--secrets none.json cannot be read',
    ],
  ])('refuses %s in a sentence, and writes nothing', (_, args, says) => {
    const { code, out, err } = init(folder, args)
    expect([code, out]).toEqual([1, ''])
    expect(err).toContain(says)
    expect(isThere(folder)).toEqual([])
    expect(existsSync(join(folder, 'secrets'))).toBe(false)
  })

  it.each([
    [
      'of a source that there is not',
      { sources: { shop: ['0123456789abcdef'] } },
      '--secrets names shop, which is no source',
    ],
    ['that is too short', { sources: { standard: ['hunter2'] } }, 'The secret of standard is too short'],
    [
      'of the demo',
      { sources: { standard: ['whsec_ZGVtbyBzZWNyZXQgb2YgdGhlIHN0YW5kYXJkIHNvdXJjZQ=='] } },
      'These are demo secrets, which everybody knows: sources.standard.',
    ],
    [
      'as a text in place of a list',
      { sources: { standard: 'hunter2' } },
      '--secrets - has mistakes: sources.standard must be a list of texts',
    ],
    ['in another shape', ['hunter2'], '--secrets - has mistakes: the file must be an object'],
  ])('refuses a secret %s, and shows no value', (_, given, says) => {
    const { code, err } = init(folder, ['--source', 'standard', ...user, '--secrets', '-'], JSON.stringify(given))
    expect(code).toBe(1)
    expect(err).toContain(says)
    expect(err).not.toMatch(/hunter2|ZGVtby/)
    expect(isThere(folder)).toEqual([])
  })

  it('names a file that is in the way before it reads anything else', () => {
    writeFileSync(join(folder, 'bridge.config.ts'), 'mine')
    onTestFinished(() => writeFileSync(join(folder, 'bridge.config.ts'), ''))
    const { code, err } = init(folder, [])
    expect([code, err]).toEqual([1, expect.stringContaining('there is already: bridge.config.ts. ')])
    expect(read(folder, 'bridge.config.ts')).toBe('mine')
    expect(readdirSync(folder)).not.toContain('secrets')
  })
})

describe('init', () => {
  it('leaves for later what --later names, and says so', () => {
    const folder = ownProject()
    const { code, out } = init(folder, ['--source', 'shopify', '--later', 'shopify', '--later', 'backOffice'])
    expect(code).toBe(0)
    expect([json(folder, 'secrets/back-office.json'), json(folder, 'secrets/sources.json')]).toEqual([{}, {}])
    expect(out).toContain('Write the secret of shopify into secrets/sources.json')
    expect(out).toContain('Write the address and the user of the back office into secrets/back-office.json')
    expect(out).not.toContain('npm start')
  })

  it('makes a random password for the API user, and warns of a weak one that was given', () => {
    const args = ['--source', 'standard', ...user]
    const one = ownProject()
    expect(init(one, args).out).toContain('Set the password of api-bridge in the back office')
    expect(json(one, 'secrets/back-office.json').password).toMatch(/^[0-9a-f]{48}$/)
    const two = ownProject()
    const given = JSON.stringify({ backOffice: { password: 'short' } })
    expect(init(two, [...args, '--secrets', '-'], given).out).toContain('The password of the API user is short')
  })

  it('has a configuration and a secret for every kind', () => {
    const folder = ownProject()
    const kinds = sourceKinds.flatMap((kind) => ['--source', kind])
    const makers = sourceKinds.filter((kind) => acceptorOfKind(kind)?.makesSecret || kind === 'formspree')
    const without = makers.flatMap((kind) => ['--later', kind])
    const { code, err } = init(folder, [...kinds, ...without, ...user, '--publicUrl', 'https://hooks.example.com/'])
    expect([code, err]).toEqual([0, ''])
    expect(read(folder, 'bridge.config.ts')).toContain("  publicUrl: 'https://hooks.example.com',\n")
    const filled = json(folder, 'secrets/sources.json') as Record<string, string[]>
    expect(Object.keys(filled)).toEqual(sourceKinds.filter((kind) => !makers.includes(kind)))
    for (const [kind, [secret = '']] of Object.entries(filled)) {
      const acceptor = acceptorOfKind(kind)
      expect(acceptor && isUsableSecret(acceptor, secret), kind).toBe(true)
    }
  })
})

const hasTerminal = process.platform === 'linux' && spawnSync('script', ['--version']).status === 0

describe.skipIf(!hasTerminal)('init at a terminal (skipped without the program script)', () => {
  /** Answers each question once it is asked. Returns what the terminal showed. */
  async function converse(folder: string, talk: (readonly [question: string, answer: string])[]) {
    const command = `'${process.execPath}' cli/main.mjs init`
    const child = spawn('script', ['--quiet', '--return', '--command', command, '/dev/null'], { cwd: folder })
    const { promise: ended, resolve } = Promise.withResolvers<number | null>()
    child.once('close', resolve)
    onTestFinished(() => void child.kill('SIGKILL'))
    let [shown, seen] = ['', 0]
    child.stdout.on('data', (chunk) => (shown += chunk))
    for (const [question, answer] of talk) {
      seen = await until(`"${question}" in ${shown}`, () => shown.indexOf(question, seen) + 1, 30_000)
      child.stdin.write(answer)
    }
    return { code: await ended, shown }
  }

  it('asks, asks again after a wrong answer, and shows no secret that is typed', async () => {
    const folder = ownProject()
    const { code, shown } = await converse(folder, [
      ['Source (', 'etsy\r'],
      ['Source (', 'shop-eu=shopify\r'],
      ['Enter: no more', 'return-form=typeform\r'],
      ['Enter: no more', '\r'],
      ['Address of the back office', 'http://office.example.com\r'],
      ['Address of the back office', 'https://office.example.com\r'],
      ['Its API user', 'api-bridge\r'],
      ['The password of that user', `${password}\r`],
      ['The secret of shop-eu (which shopify shows; Enter: later)', 'cut\r'],
      ['The secret of shop-eu', `${shopSecret}\r`],
      ['The secret of return-form (Enter: make a random one)', '\r'],
    ])
    expect([code, shown]).toEqual([0, expect.stringContaining('Written:')])
    for (const hidden of [password, shopSecret, 'cut']) expect(shown).not.toContain(hidden)
    expect(shown).toContain('It must begin with https://')
    expect(json(folder, 'secrets/back-office.json').password).toBe(password)
    expect(json(folder, 'secrets/sources.json')).toEqual({
      'shop-eu': [shopSecret],
      'return-form': [expect.stringMatching(/^[0-9a-f]{48}$/)],
    })
  }, 90_000)

  it('writes nothing if the person leaves', async () => {
    const folder = ownProject()
    const { code, shown } = await converse(folder, [
      ['Source (', 'standard\r'],
      ['Enter: no more', '\r'],
      ['Address of the back office', '\u0003'],
    ])
    expect([code, shown]).toEqual([1, expect.stringContaining('Nothing was written.')])
    expect(isThere(folder)).toEqual([])
  }, 60_000)
})
