import { type ChildProcess, execFileSync, spawn } from 'node:child_process'
import { cpSync, existsSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { describe, expect, it } from 'vitest'
import { defineConfig } from '../../lib/config/config.ts'
import { CannotStart } from '../../local/cannot-start.ts'
import { assertSourceSecrets, readSecrets } from '../../local/secrets-file.ts'
import { temporaryFolder } from './running-stack.ts'

const root = join(import.meta.dirname, '../..')
const parts = ['bridge.config.ts', 'functions', 'lib', 'local', 'package.json', 'sandbox', 'scripts']

/** A copy of the project, so that a test can break its files. */
function copyOfProject(): string {
  const folder = temporaryFolder()
  for (const part of parts) cpSync(join(root, part), join(folder, part), { recursive: true })
  symlinkSync(join(root, 'node_modules'), join(folder, 'node_modules'))
  return folder
}

async function start(folder: string, node = process.execPath) {
  const env = { PATH: process.env.PATH, PORT: '0', SANDBOX_PORT: '0', DATA_DIR: ':memory:' }
  const child: ChildProcess = spawn(node, [join(folder, 'local/start.mjs')], { cwd: folder, env })
  const { promise: code, resolve } = Promise.withResolvers<number | null>()
  child.once('close', resolve)
  const output = child.stdout && child.stderr ? await Promise.all([text(child.stdout), text(child.stderr)]) : []
  return { code: await code, output: output.join('') }
}

describe('npm start in a project with mistakes', () => {
  it('prints only the mistakes, without a stack, and ends with 1', async () => {
    const folder = copyOfProject()
    const config =
      "import { defineConfig } from './lib/config/config.ts'\nexport default defineConfig({ sources: { A: {} } })\n"
    const genuine = readFileSync(join(folder, 'bridge.config.ts'), 'utf8')
    writeFileSync(join(folder, 'bridge.config.ts'), config)
    expect(await start(folder)).toEqual({
      code: 1,
      output: expect.stringMatching(
        /^bridge\.config\.ts has 2 mistakes:\n {2}sources\.A: use lower-case .*\n {2}sources\.A\.kind: use one of: .*\n$/,
      ),
    })
    writeFileSync(join(folder, 'bridge.config.ts'), genuine.replace('shopify: {', "'shop-eu': {"))
    expect(await start(folder)).toEqual({
      code: 1,
      output: `${join(folder, 'local/secrets.json')} does not match the sources of bridge.config.ts (sources.shop-eu is missing or empty; sources.shopify is not a configured source): give each source a list of its secrets.\n`,
    })
    rmSync(join(folder, 'local/secrets.json'))
    expect(await start(folder)).toEqual({
      code: 1,
      output: `${join(folder, 'local/secrets.json')} cannot be read: put it back from the repository (git checkout).\n`,
    })
  })
})

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
    const file = join(temporaryFolder(), 'secrets.json')
    writeFileSync(file, content)
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
      '{"backOffice": {"baseUrl": "http://127.0.0.1:3001", "username": " "}, "sources": {"shopify": [""]}}',
      [
        'backOffice.username must not be empty',
        'backOffice.password is missing',
        'sources.shopify.0 must not be empty',
      ],
    ],
    ['{"backOffice": {"username": "hidden"}, "sources": {}}', ['backOffice.password is missing']],
  ])('%s: is refused with all its mistakes, in plain words and without a value', (content, mistakes) => {
    const file = join(temporaryFolder(), 'secrets.json')
    writeFileSync(file, content)
    const message = messageOf(() => readSecrets(file))
    for (const mistake of mistakes) expect(message).toContain(mistake)
    expect(message.split('; ')).toHaveLength(mistakes.length)
    expect(message).not.toMatch(/invalid|expected|received|hidden/i)
  })
})

it('local/secrets.json may begin with a byte order mark', () => {
  const file = join(temporaryFolder(), 'secrets.json')
  writeFileSync(file, '\uFEFF{"backOffice": {}, "sources": {"shopify": ["a"]}}')
  expect(readSecrets(file)).toEqual({ backOffice: {}, sources: { shopify: ['a'] } })
})

it('both halves of local/secrets.json may be {}, which means not configured', () => {
  const file = join(temporaryFolder(), 'secrets.json')
  writeFileSync(file, '{"backOffice": {}, "sources": {}}')
  expect(readSecrets(file)).toEqual({ backOffice: {}, sources: {} })
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

  it('names every source whose secret is missing or has the wrong format, and never a value', () => {
    expect(check({ us: [], forms: ['whsec_hidden!'], jotform: [token, 'hidden'], gone: ['hidden'] })).toBe(
      'secrets.json does not match the sources of bridge.config.ts (sources.eu is missing or empty; sources.us is missing or empty; ' +
        'sources.forms has a secret in the wrong format for its sender (docs/senders.md); ' +
        'sources.jotform has a secret in the wrong format for its sender (docs/senders.md); ' +
        'sources.gone is not a configured source): give each source a list of its secrets.',
    )
  })

  it('is accepted with a secret for each source, or with none at all, as on a new stage', () => {
    expect(check({ eu: ['a'], us: ['b', 'c'], forms: ['whsec_YQ=='], jotform: [token], gone: ['d'] })).toBe('')
    expect(check({})).toBe('')
  })
})

function messageOf(run: () => unknown): string {
  try {
    run()
  } catch (error) {
    if (error instanceof CannotStart) return error.message
    throw error
  }
  return ''
}

const older = ['/usr/bin/node', '/usr/local/bin/node'].find((node) => existsSync(node) && majorOf(node) < 24)

describe('npm start on an older Node', () => {
  it.skipIf(older === undefined)(
    'says in one sentence which version it needs (skipped without an older Node)',
    async () => {
      const { code, output } = await start(root, older)
      expect(code).toBe(1)
      expect(output).toMatch(/^Node 24 is needed and this is Node \d+\.\d+\.\d+: .*\.\n$/)
    },
  )
})

function majorOf(node: string): number {
  return Number(execFileSync(node, ['-p', 'process.versions.node.split(".")[0]'], { encoding: 'utf8' }))
}
