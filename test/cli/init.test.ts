import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { PassThrough } from 'node:stream'
import { describe, expect, it } from 'vitest'
import { init } from '../../cli/init/init.ts'
import { acceptorOfKind } from '../../lib/sources/acceptors.ts'
import { sourceKinds } from '../../lib/sources/registry.ts'
import { isUsableSecret } from '../../lib/sources/shared/usable-secrets.ts'
import type { Terminal } from '../../local/ask.ts'
import { CannotStart } from '../../local/cannot-start.ts'
import { temporaryFolder, until } from '../local/running-stack.ts'

type Given = { folder?: string; secrets?: unknown; terminal?: Terminal }

/** Runs `init` on a project without a configuration, in this process; `secrets` is the content of its file of secrets. */
async function play(args: readonly string[], { folder = temporaryFolder(), secrets, terminal }: Given = {}) {
  const more = secrets === undefined ? [] : ['--secrets', 'given.json']
  const cwd = temporaryFolder()
  writeFileSync(join(cwd, 'given.json'), JSON.stringify(secrets ?? null))
  const out: string[] = []
  const ended = await init([...args, ...more], { cwd, terminal, out: (text) => void out.push(text) }, folder).catch(
    (error: unknown) => error,
  )
  if (typeof ended !== 'number' && !(ended instanceof CannotStart)) throw ended
  const err = ended instanceof CannotStart ? ended.message : ''
  return { code: ended, err, out: out.join(''), folder }
}

const read = (folder: string, file: string): string => readFileSync(join(folder, file), 'utf8')
const json = (folder: string, file: string) => JSON.parse(read(folder, file))
const user = ['--backOffice', 'https://office.example.com', '--username', 'api-bridge']
const password = 'hunter2-and-some-more-4711'
const shopSecret = 'shpss_0123456789abcdef'
const of = (source: string) => ['--source', source]
const standard = of('standard')
const shopwareAt = (publicUrl: string) => [...of('shopware'), ...user, '--publicUrl', publicUrl]

describe('init without a terminal', () => {
  it.each([
    ['no source', [], '--source is missing'],
    ['no address', ['--source', 'standard'], '--backOffice is missing'],
    ['no user', ['--source', 'standard', ...user.slice(0, 2)], '--username is missing'],
    ['no secret of the sender', [...of('shop-eu=shopify'), ...user], 'is missing, and shopify makes it: give it'],
    ['no address of the bridge', ['--source', 'hubspot', ...user, '--later', 'hubspot'], '--publicUrl is missing'],
    ['no kind', [...of('shop=etsy'), ...user], '--source shop=etsy: write a kind, or <name>=<kind>. Kinds: shopify'],
    ['a name in capitals', [...of('Shop=shopify'), ...user], '--source Shop=shopify: use lower-case letters'],
    ['a reserved name', ['--source', 'operator=shopify', ...user], 'choose another name'],
    ['a status that is none', [...standard, ...user, '--announced', 'ours'], '--announced must be a status'],
    ['some of one', [...standard, ...user, '--announced', 'some'], '--announced must be a status'],
    ['no status beside the sender’s label', [...of('sendcloud'), ...user], '--announced sendcloud=<status> is missing'],
    [
      'two shops whose numbers nobody tells apart',
      [...of('woocommerce'), '--source', 'bigcommerce', ...user],
      '--orders woocommerce=<referrer> is missing',
    ],
    ['returns of nobody', [...standard, ...user, '--returns', 'a=never'], '--returns names a, which is no source'],
    ['returns soon', [...of('shopify'), ...user, '--returns', 'shopify=soon'], 'must be approved, refunded or'],
    ['returns that there are not', [...of('tally'), ...user, '--returns', 'tally=never'], 'tally.returns: remove this'],
    ['a status of nobody', [...standard, ...user, '--announced', 'a=9.03'], '--announced names a, which is no source'],
    [
      'sources of which nobody says how they differ',
      [...standard, ...of('tally'), ...user, '--announced', 'some', '--announced', 'tally=9.03'],
      '--announced standard=<status> is missing',
    ],
    ['a name twice', ['--source', 'a=tally', '--source', 'a=typeform', ...user], 'there is a source a already'],
    ['an http address', [...standard, '--backOffice', 'http://o.example'], '--backOffice must begin with https://'],
    ['an empty address', ['--source', 'standard', '--backOffice', ''], '--backOffice must be an address'],
    ['no public address', shopwareAt('hooks.example.com'), '--publicUrl must be an address that begins with https://'],
    ['one with a query', shopwareAt('https://a.example.com?a=b'), 'publicUrl: write the address that senders call'],
    ['a misspelt --later', [...standard, ...user, '--later', 'standrad'], '--later names standrad, which is no source'],
    ['an option that does not exist', ['--password', 'x'], "init: Unknown option '--password'"],
    ['a password as a value', [...standard, ...user, 'hunter2'], 'init: there is a word that belongs to no option'],
    ['a file that is not there', [...standard, '--secrets', 'none.json'], '--secrets none.json cannot be read'],
  ])('refuses %s in a sentence, and writes nothing', async (_, args, says) => {
    const { out, err, folder } = await play(args)
    expect([out, err]).toEqual(['', expect.stringContaining(says)])
    expect(err).not.toContain('hunter2')
    expect(readdirSync(folder)).toEqual([])
  })

  it.each([
    ['of no source', { sources: { shop: ['0123456789abcdef'] } }, '--secrets names shop, which is no source'],
    ['that is too short', { sources: { standard: ['hunter2'] } }, 'The secret of standard is too short'],
    [
      'of the demo',
      { sources: { standard: ['whsec_ZGVtbyBzZWNyZXQgb2YgdGhlIHN0YW5kYXJkIHNvdXJjZQ=='] } },
      'These are demo secrets, which everybody knows: sources.standard.',
    ],
    [
      'as a text in place of a list',
      { sources: { standard: 'hunter2' } },
      '--secrets given.json has mistakes: sources.standard must be a list of texts',
    ],
    ['in another shape', ['hunter2'], '--secrets given.json has mistakes: the file must be an object'],
  ])('refuses a secret %s, and shows no value', async (_, secrets, says) => {
    const { err, folder } = await play(['--source', 'standard', ...user], { secrets })
    expect(err).toContain(says)
    expect(err).not.toMatch(/hunter2|ZGVtby/)
    expect(readdirSync(folder)).toEqual([])
  })

  it('names a file that is in the way before it reads anything else', async () => {
    const folder = temporaryFolder()
    writeFileSync(join(folder, 'bridge.config.ts'), 'mine')
    expect((await play([], { folder })).err).toContain('there is already: bridge.config.ts. ')
    expect(read(folder, 'bridge.config.ts')).toBe('mine')
    expect(readdirSync(folder)).toEqual(['bridge.config.ts'])
  })
})

describe('init --replace', () => {
  const given = ['--source', 'standard', ...user, '--replace']
  const withConfig = (...more: string[]) => {
    const folder = temporaryFolder()
    for (const name of ['bridge.config.ts', ...more]) writeFileSync(join(folder, name), `the old ${name}`)
    return folder
  }

  it('keeps a bridge.config.ts that is there under another name, and says so', async () => {
    const { code, out, folder } = await play(given, { folder: withConfig() })
    expect(code).toBe(0)
    expect(read(folder, 'bridge.config.ts')).toContain('standard: {')
    expect(read(folder, 'bridge.config.ts.old')).toBe('the old bridge.config.ts')
    expect(out).toContain('\n  bridge.config.ts.old       what was there before\n')
  })

  it('needs none that is there', async () => {
    const { code, out, folder } = await play(given)
    expect([code, readdirSync(folder).sort()]).toEqual([0, ['bridge.config.ts', 'secrets']])
    expect(out).not.toContain('what was there before')
  })

  it('overwrites neither what it kept before nor a secret', async () => {
    const names = ['bridge.config.ts', 'bridge.config.ts.old']
    const { err, folder } = await play(given, { folder: withConfig('bridge.config.ts.old') })
    expect(err).toContain('there is already: bridge.config.ts.old. ')
    expect(readdirSync(folder).sort()).toEqual(names)
    for (const name of names) expect(read(folder, name)).toBe(`the old ${name}`)
    const other = await play(given)
    const secrets = read(other.folder, 'secrets/sources.json')
    const again = await play(given, { folder: other.folder })
    expect(again.err).toContain('there is already: secrets/back-office.json, secrets/sources.json. ')
    expect(read(other.folder, 'secrets/sources.json')).toBe(secrets)
  })
})

describe('init', () => {
  it('leaves for later what --later names, and says so', async () => {
    const { code, out, folder } = await play(['--source', 'shopify', '--later', 'shopify', '--later', 'backOffice'])
    expect(code).toBe(0)
    expect([json(folder, 'secrets/back-office.json'), json(folder, 'secrets/sources.json')]).toEqual([{}, {}])
    expect(out).toContain('Write the secret of shopify into secrets/sources.json')
    expect(out).toContain('Write the address and the user of the back office into secrets/back-office.json')
    expect(out).not.toContain('npm start')
  })

  it('makes a random password for the API user, and warns of a weak one that was given', async () => {
    const args = ['--source', 'standard', ...user]
    const { out, folder } = await play(args)
    expect(out).toContain('Set the password of api-bridge in the back office')
    expect(json(folder, 'secrets/back-office.json').password).toMatch(/^[0-9a-f]{48}$/)
    const weak = await play(args, { secrets: { backOffice: { password: 'short' } } })
    expect(weak.out).toContain('The password of the API user is short')
    expect(json(weak.folder, 'secrets/back-office.json').password).toBe('short')
  })

  it('has a configuration and a secret for every kind', async () => {
    const kinds = sourceKinds.flatMap((kind) => ['--source', kind])
    const makers = sourceKinds.filter((kind) => acceptorOfKind(kind)?.makesSecret || kind === 'formspree')
    const later = makers.flatMap((kind) => ['--later', kind])
    const needed = ['--publicUrl', 'https://hooks.example.com/', '--announced', 'sendcloud=9.03']
    const orders = ['woocommerce=9', 'shopware=any', 'bigcommerce=any'].flatMap((own) => ['--orders', own])
    const { err, folder } = await play([...kinds, ...later, ...user, ...needed, ...orders])
    expect(err).toBe('')
    expect(read(folder, 'bridge.config.ts')).toContain("  publicUrl: 'https://hooks.example.com',\n")
    expect(read(folder, 'bridge.config.ts')).toContain("{ kind: 'woocommerce', orders: { referrer: 9 } }")
    const filled = json(folder, 'secrets/sources.json') as Record<string, string[]>
    expect(Object.keys(filled)).toEqual(sourceKinds.filter((kind) => !makers.includes(kind)))
    for (const [kind, [secret = '']] of Object.entries(filled)) {
      const acceptor = acceptorOfKind(kind)
      expect(acceptor && isUsableSecret(acceptor, secret), kind).toBe(true)
    }
  })

  it('shows the configuration with --dryRun, beside one that is there, and writes nothing', async () => {
    const folder = temporaryFolder()
    writeFileSync(join(folder, 'bridge.config.ts'), 'mine')
    const { code, out } = await play(['--dryRun', '--source', 'a=standard', ...user], { folder })
    expect([code, out]).toEqual([0, expect.stringContaining("    a: { kind: 'standard' },\n")])
    expect([readdirSync(folder), read(folder, 'bridge.config.ts')]).toEqual([['bridge.config.ts'], 'mine'])
  })
})

describe('init at a terminal', () => {
  /** Answers each question once it is asked. `shown` is what the terminal showed. */
  async function converse(talk: readonly (readonly [question: string, answer: string])[], args: string[] = []) {
    const [input, output] = [new PassThrough(), new PassThrough()]
    let [shown, seen] = ['', 0]
    output.on('data', (chunk) => (shown += chunk))
    const ended = play(args, { terminal: { input, output } })
    for (const [question, answer] of talk) {
      seen = await until(`"${question}" in ${shown}`, () => shown.indexOf(question, seen) + 1)
      input.write(answer)
    }
    return { ...(await ended), shown }
  }

  it('asks, asks again after a wrong answer, and shows no secret that is typed', async () => {
    const { code, shown, folder } = await converse([
      ['Source (', 'etsy\r'],
      ['Source (', 'shop-eu=shopify\r'],
      ['Enter: no more', 'return-form=typeform\r'],
      ['Enter: no more', '\r'],
      ['Who sends the customer the label', 'the shop\r'],
      ['label of a return? (Enter: the back office, when a return has status 9.01', 'some\r'],
      ['Who sends the label of returns from shop-eu?', '9.03\r'],
      ['Who sends the label of returns from return-form? (Enter: the back office', '\r'],
      ['whose goods are here already', '\r'],
      ['From which status on is an order shipped? (Enter: 7', '\r'],
      ['From when on is a return of shop-eu one of the back office? (Enter: approved', 'soon\r'],
      ['From when on is a return of shop-eu', '\r'],
      ['Address of the back office', 'http://office.example.com\r'],
      ['Address of the back office', 'https://office.example.com\r'],
      ['Its API user', '\r'],
      ['Its API user', 'api-bridge\r'],
      ['The password of that user', `${password}\r`],
      ['The secret of shop-eu (which shopify shows; Enter: later)', 'cut\r'],
      ['The secret of shop-eu', `${shopSecret}\r`],
      ['The secret of return-form (Enter: make a random one)', '\r'],
    ])
    expect(code).toBe(0)
    for (const hidden of [password, shopSecret, 'cut']) expect(shown).not.toContain(hidden)
    expect(shown).toContain('It must begin with https://')
    expect(read(folder, 'bridge.config.ts')).toContain(
      '  returnStatus: { announced: 9.01, received: 9.01 },\n  shippedFrom: 7,\n  sources: {',
    )
    expect(read(folder, 'bridge.config.ts')).toContain(
      "    'shop-eu': { kind: 'shopify', returns: 'approved', returnStatus: { announced: 9.03 } },\n    'return-form': { kind: 'typeform' },\n",
    )
    expect(json(folder, 'secrets/back-office.json')).toEqual({
      ...{ baseUrl: 'https://office.example.com', username: 'api-bridge', password },
    })
    expect(json(folder, 'secrets/sources.json')).toEqual({
      'shop-eu': [shopSecret],
      'return-form': [expect.stringMatching(/^[0-9a-f]{48}$/)],
    })
  })

  it('asks only for what the options leave open', async () => {
    const given = ['--source', 'standard', '--source', 'hubspot', '--later', 'hubspot', ...user, '--announced', '9.03']
    const talk = [
      ['The address under which senders reach the bridge, which hubspot needs', 'https://hooks.example.com\r'],
      ['whose goods are here already', '9.05\r'],
      ['From which status on', 'off\r'],
      ['The password of that user', '\r'],
      ['The secret of standard', '\r'],
    ] as const
    const { code, shown } = await converse(talk, given)
    expect(code).toBe(0)
    expect(shown).not.toMatch(/Source \(|Who sends|Address of the back office|Its API user/)
  })

  it('brings no hidden answer back by an arrow key', async () => {
    const given = ['--source', 'standard', ...user, '--announced', '9.01', '--received', '9.01', '--shippedFrom', 'off']
    const { shown } = await converse(
      [
        ['The password of that user', `${password}\r`],
        ['The secret of standard', '\u001b[A\r'],
      ],
      given,
    )
    expect(shown).not.toContain(password)
  })

  it('takes no secrets from a terminal in place of a pipe, which would show them', async () => {
    expect((await converse([], ['--secrets', '-'])).err).toContain('--secrets - reads what another program writes')
  })

  it.each(['\u0003', '\u0004'])('writes nothing if the person leaves by %j', async (key) => {
    const { err, folder } = await converse(
      [['Address of the back office', key]],
      ['--source', 'standard', '--announced', '9.01', '--received', '9.01', '--shippedFrom', 'off'],
    )
    expect(err).toBe('Nothing was written.')
    expect(readdirSync(folder)).toEqual([])
  })
})
