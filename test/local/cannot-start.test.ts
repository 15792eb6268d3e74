import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { defineConfig } from '../../lib/config/config.ts'
import { assertNoDemoSecrets } from '../../local/demo-secrets.ts'
import { assertSourceSecrets, filesIn, readSecrets, secretsFile, sharingSources } from '../../local/secrets-file.ts'
import { messageOf } from './refusal.ts'
import { temporaryFolder } from './running-stack.ts'

function fileOf(content: string): string {
  const file = join(temporaryFolder(), 'secrets.json')
  writeFileSync(file, content)
  return file
}

describe('local/secrets.json with mistakes', () => {
  it.each([
    ['cut short', '{"backOffice": ', 'is not valid JSON: fix it, or restore it from the repository (git checkout).'],
    [
      'not valid JSON at one place',
      '{\n  "backOffice": {},\n  "sources": {"shopify": ["hidden"] "tally": []}\n}',
      'is not valid JSON (line 3, column 37): fix it, or restore it from the repository (git checkout).',
    ],
    [
      'an array',
      '[]',
      'has mistakes (the file must be an object with backOffice and sources): fix them, see "Secrets" in the README.',
    ],
  ])('is refused with a sentence if it is %s', (_, content, sentence) => {
    const file = fileOf(content)
    expect(messageOf(() => readSecrets(file))).toBe(`${file} ${sentence}`)
  })

  it.each([
    ['{}', ['backOffice must be an object with baseUrl, username and password, or {}', 'sources must be an object']],
    [
      '{"backOffice": {"username": 7, "password": null}, "sources": {"shopify": "hidden", "tally": ["hidden", 3]}}',
      [
        'backOffice.username must be text',
        'backOffice.password must be text',
        'sources.shopify must be a list of secrets',
        'sources.tally.1 must be text',
      ],
    ],
    [
      '{"backOffice": {"baseUrl": "http://127.0.0.1:3001", "username": " "}, "sources": {"tally": [""]}}',
      ['backOffice.username must not be empty', 'backOffice.password is missing', 'sources.tally.0 must not be empty'],
    ],
    ['{"backOffice": {"username": "hidden"}, "sources": {}}', ['backOffice.password is missing']],
  ])('%s: is refused with all its mistakes, in plain words and without a value', (content, mistakes) => {
    const message = messageOf(() => readSecrets(fileOf(content)))
    for (const mistake of mistakes) expect(message).toContain(mistake)
    expect(message.split('; ')).toHaveLength(mistakes.length)
    expect(message).not.toMatch(/invalid|expected|received|hidden/i)
  })
})

it('a folder of secrets names the file that is missing or broken', () => {
  const folder = temporaryFolder()
  const { backOffice, sources } = filesIn(folder)
  writeFileSync(backOffice, '{}')
  const remove = `remove ${folder} to use the demo's secrets.`
  expect(messageOf(() => readSecrets(folder))).toBe(
    `${sources} cannot be read: write it as docs/deployment.md says, or ${remove}`,
  )
  writeFileSync(sources, '{"shopify": ')
  expect(messageOf(() => readSecrets(folder))).toBe(`${sources} is not valid JSON: fix it, or ${remove}`)
  writeFileSync(sources, '{"shopify": ["0123456789abcdef"]}')
  expect(readSecrets(folder)).toEqual({ backOffice: {}, sources: { shopify: ['0123456789abcdef'] } })
})

it.each([
  ['begin with a byte order mark', '\uFEFF', { shopify: ['a'] }],
  ['have two halves of {}, which means not configured', '', {}],
])('local/secrets.json may %s', (_, mark, sources) => {
  const secrets = { backOffice: {}, sources }
  expect(readSecrets(fileOf(mark + JSON.stringify(secrets)))).toEqual(secrets)
})

describe('local/secrets.json beside bridge.config.ts', () => {
  const config = defineConfig({
    sources: {
      eu: { kind: 'shopify' },
      us: { kind: 'shopify' },
      forms: { kind: 'standard' },
      jotform: { kind: 'jotform' },
    },
  })
  const check = (sources: Record<string, string[]>) =>
    messageOf(() => assertSourceSecrets('secrets.json', { backOffice: {}, sources }, config))
  const token = 'x'.repeat(24)
  const whsec = `whsec_${Buffer.from(token).toString('base64')}`

  it('names every source whose secret is missing or has the wrong format, and never a value', () => {
    expect(check({ us: [], forms: ['whsec_hidden!'], jotform: [token, 'hidden'], gone: ['hidden'] })).toBe(
      'secrets.json does not match the sources of bridge.config.ts (sources.eu is missing or empty; sources.us is missing or empty; ' +
        'sources.forms has a secret that is too short or in the wrong format for its sender ' +
        '(at least 16 bytes where people choose it, 8 where the sender makes it, 24 characters of a token: docs/senders.md); ' +
        'sources.jotform has a secret that is too short or in the wrong format for its sender ' +
        '(at least 16 bytes where people choose it, 8 where the sender makes it, 24 characters of a token: docs/senders.md); ' +
        'sources.gone is not a configured source): give each source a list of its secrets.',
    )
  })

  it('is accepted with a secret for each source, or with none at all, as on a new stage', () => {
    expect(
      check({ eu: [token], us: ['b', 'c'].map((a) => a.repeat(16)), forms: [whsec], jotform: [token], gone: ['d'] }),
    ).toBe('')
    expect(check({})).toBe('')
  })

  it('says which sources share a secret, and never the secret', () => {
    const shared = { eu: [token], us: [token], forms: [whsec], jotform: [`${token}y`] }
    const said = sharingSources({ backOffice: {}, sources: shared }, config)
    expect(said).toMatch(/^Sources share a secret \(eu, us\): [^x]*\.$/)
    expect(sharingSources({ backOffice: {}, sources: { ...shared, us: [`${token}z`] } }, config)).toBeUndefined()
  })
})

describe('the demo secrets', () => {
  const demo = readSecrets(secretsFile)
  const own = {
    backOffice: { username: 'u', password: 'my-own-password' },
    sources: { shopify: ['my-own-secret-of-shopify'] },
  }

  it.each(['http://127.0.0.1:4000', 'http://localhost:4000', 'http://[::1]:4000', undefined])(
    'may be used for a back office on this machine: %s',
    (url) => expect(messageOf(() => assertNoDemoSecrets('secrets.json', demo, url))).toBe(''),
  )

  it('are refused for any other back office, each by its name and none by its value', () => {
    const message = messageOf(() => assertNoDemoSecrets('secrets.json', demo, 'https://shop.example.com'))
    expect(message).toMatch(/^secrets\.json still has demo secrets, .*BACKOFFICE_URL \(see SECURITY\.md\)\.$/)
    for (const name of Object.keys(demo.sources)) expect(message).toContain(`sources.${name}`)
    expect(message).toContain('backOffice.password')
    for (const secret of Object.values(demo.sources).flat()) expect(message).not.toContain(secret)
  })

  it('are refused beside an own one too', () => {
    const sources = { shopify: ['my-own-secret-of-shopify', ...(demo.sources.shopify ?? [])] }
    expect(
      messageOf(() => assertNoDemoSecrets('secrets.json', { ...own, sources }, 'https://shop.example.com')),
    ).toContain('(sources.shopify)')
    expect(messageOf(() => assertNoDemoSecrets('secrets.json', own, 'https://shop.example.com'))).toBe('')
  })
})
