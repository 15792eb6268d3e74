import { existsSync } from 'node:fs'
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { basename, dirname, join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { buildFunctions } from '../../scripts/build.ts'
import { licencesOf } from '../../scripts/licences-of.ts'

const rule = `\n\n${'-'.repeat(80)}\n\n`

describe('the licences of a function', () => {
  let root: string
  const write = async (file: string, content: string) => {
    await mkdir(dirname(join(root, file)), { recursive: true })
    await writeFile(join(root, file), content)
  }
  /** A package with these files beside its package.json. */
  const install = async (name: string, manifest: object, files: Record<string, string> = {}) => {
    const folder = `node_modules/${name}`
    await write(`${folder}/package.json`, JSON.stringify({ name, version: '1.0.0', main: 'index.js', ...manifest }))
    await write(`${folder}/index.js`, 'export const used = globalThis.process')
    for (const [file, content] of Object.entries(files)) await write(`${folder}/${file}`, content)
    return folder
  }

  beforeEach(async () => {
    root = await mkdtemp(join(tmpdir(), 'licences-'))
    await write('package.json', JSON.stringify({ name: 'bridge', version: '0.1.0', license: 'MIT' }))
    await write('LICENSE', 'Ours.\n')
  })
  afterEach(() => rm(root, { recursive: true, force: true }))

  /** The parts below the project's own. */
  const parts = async (folders: string[]) => {
    const [own, intro, ...others] = (await licencesOf(root, folders)).trimEnd().split(rule)
    expect([own, intro]).toEqual(['bridge 0.1.0 (MIT)\n\nOurs.', 'The packages below are part of this function.'])
    return others
  }

  it('are in the order of the names, and print a text that several share once', async () => {
    const b = await install('b', { license: 'ISC' }, { LICENSE: 'Shared  text.\r\nEnd.' })
    const c = await install('@of/c', { license: 'BSD-2-Clause' }, { 'LICENCE.md': 'Another text.\n' })
    const a = await install('a', { license: 'ISC' }, { 'license.txt': '\nShared text.\nEnd.\n' })
    const told = await parts([b, c, a])
    expect(told).toEqual([
      '@of/c 1.0.0 (BSD-2-Clause)\n\nAnother text.',
      'a 1.0.0 (ISC)\nb 1.0.0 (ISC)\n\nShared text.\nEnd.',
    ])
    expect(await parts([a, b, c])).toEqual(told)
  })

  it('hold the notice of a package too', async () => {
    const a = await install('a', { license: 'ISC' }, { LICENSE: 'Text.', NOTICE: 'Made by A.', 'notice.js': 'code' })
    expect(await parts([a])).toEqual(['a 1.0.0 (ISC)\n\nText.', 'a 1.0.0 (ISC)\n\nMade by A.'])
  })

  it.each([
    ['its author', { author: 'A. Author' }, 'A. Author'],
    ['its author as an object', { author: { name: 'A. Author' } }, 'A. Author'],
    ['no author', {}, 'the authors of a 1.0.0'],
  ])('are the standard text where a package brings none, held by %s', async (_, manifest, holder) => {
    const [part] = await parts([await install('a', { license: 'MIT', ...manifest }, { NOTICE: 'Made by A.' })])
    expect(part).toMatch(`a 1.0.0 (MIT)\n\nMIT License\n\nCopyright (c) ${holder}\n\nPermission is hereby granted`)
  })

  it('are read from a text where package.json names no id', async () => {
    expect(await parts([await install('a', {}, { COPYING: 'Text.' })])).toEqual(['a 1.0.0 (see the text)\n\nText.'])
  })

  it('name a package whose id has no text, and what to add', async () => {
    const folder = await install('a', { license: 'ISC' })
    await expect(licencesOf(root, [folder])).rejects.toThrow(
      'a 1.0.0 is bundled and brings no text of its licence: add scripts/licence-texts/ISC.txt.',
    )
  })

  it('stop the packaging with the name of a package that says nothing, before anything is written', async () => {
    await install('silent', {}, { NOTICE: 'Made by A.' })
    await write('probe.ts', "export { used } from 'silent'")
    const out = join(root, 'out')
    await expect(buildFunctions([join(root, 'probe.ts')], out)).rejects.toThrow(
      'silent 1.0.0 is bundled and says nothing of its licence',
    )
    expect(existsSync(out)).toBe(false)
  })

  it('leave out a package of which nothing is left in the module', async () => {
    await install('silent', {})
    await write('node_modules/silent/index.js', 'export const used = 1')
    await write('probe.ts', "import { used } from 'silent'\nconst unused = () => used\nexport const one = 1")
    const [built] = await buildFunctions([join(root, 'probe.ts')], join(root, 'out'))
    expect(built?.sources.map((source) => basename(source))).toEqual(['probe.ts'])
  })
})
