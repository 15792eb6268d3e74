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

  /** The parts after the project's own licence. */
  const parts = async (folders: string[]) => {
    const [own, intro, ...others] = (await licencesOf(root, folders)).trimEnd().split(rule)
    expect([own, intro]).toEqual(['bridge 0.1.0 (MIT)\n\nOurs.', 'The packages below are part of this function.'])
    return others
  }

  it('are sorted by name, and print a shared text once', async () => {
    const b = await install('b', { license: 'ISC' }, { LICENSE: 'Shared  text.\r\nEnd.' })
    const c = await install('@of/c', { license: 'BSD-2-Clause' }, { 'LICENCE.md': 'Another text.\n' })
    const a = await install('a', { license: 'ISC' }, { 'license.txt': '\nShared text.\nEnd.\n' })
    const printed = await parts([b, c, a])
    expect(printed).toEqual([
      '@of/c 1.0.0 (BSD-2-Clause)\n\nAnother text.',
      'a 1.0.0 (ISC)\nb 1.0.0 (ISC)\n\nShared text.\nEnd.',
    ])
    expect(await parts([a, b, c])).toEqual(printed)
  })

  it('contain the notice of a package too, and are read from a file if package.json names no id', async () => {
    const a = await install('a', { license: 'ISC' }, { LICENSE: 'Text.', NOTICE: 'Made by A.', 'notice.js': 'code' })
    expect(await parts([a])).toEqual(['a 1.0.0 (ISC)\n\nText.', 'a 1.0.0 (ISC)\n\nMade by A.'])
    expect(await parts([await install('b', {}, { COPYING: 'B.' })])).toEqual(['b 1.0.0 (see the text)\n\nB.'])
  })

  it.each([
    ['A. Author', { author: 'A. Author' }],
    ['A. Author', { author: { name: 'A. Author' } }],
    ['the authors of a 1.0.0', {}],
  ])('are the standard text for a package without one, with the copyright of %s: %j', async (holder, manifest) => {
    const [part] = await parts([await install('a', { license: 'MIT', ...manifest }, { NOTICE: 'Made by A.' })])
    expect(part).toMatch(`a 1.0.0 (MIT)\n\nMIT License\n\nCopyright (c) ${holder}\n\nPermission is hereby granted`)
  })

  it('refuse an id without a text, and say what to add', async () => {
    const folder = await install('a', { license: 'ISC' })
    await expect(licencesOf(root, [folder])).rejects.toThrow(
      'a 1.0.0 is bundled but has no licence text: add scripts/licence-texts/ISC.txt.',
    )
  })

  it('stop the packaging, before anything is written, if a package names no licence', async () => {
    await install('silent', {}, { NOTICE: 'Made by A.' })
    await write('probe.ts', "export { used } from 'silent'")
    const out = join(root, 'out')
    await expect(buildFunctions([join(root, 'probe.ts')], out)).rejects.toThrow(
      'silent 1.0.0 is bundled but names no licence',
    )
    expect(existsSync(out)).toBe(false)
  })

  it('leave out a package without code in the module', async () => {
    await install('silent', {})
    await write('node_modules/silent/index.js', 'export const used = 1')
    await write('probe.ts', "import { used } from 'silent'\nconst unused = () => used\nexport const one = 1")
    const [built] = await buildFunctions([join(root, 'probe.ts')], join(root, 'out'))
    expect(built?.sources.map((source) => basename(source))).toEqual(['probe.ts'])
  })
})
