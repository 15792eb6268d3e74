import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'

type Manifest = { name: string; version: string; license?: unknown; author?: string | { name: string } }

/** Texts for packages without one. `<holder>` stands for the copyright holder. */
const standardTexts = join(import.meta.dirname, 'licence-texts')

const licenceFile = /^(?:(?:un)?licen[cs]e|copying|notice|third.?party)[\w-]*(?:\.(?:md|txt))?$/i
/** Files that are added to a licence but do not replace it. */
const notice = /^(?:notice|third)/i

/**
 * The text of a function's LICENSES.txt: the project's own licence, then each package with its name, version, SPDX id, licence and notice.
 * Equal texts are printed once, below all packages that share them. `packages`: folders in `root`. Throws for one that names no licence.
 */
export async function licencesOf(root: string, packages: string[]): Promise<string> {
  const own = await textsOf(root)
  const found = await Promise.all(packages.map((folder) => textsOf(join(root, folder))))
  const inOrder = found.sort(byTitle).flatMap(({ title, texts }) => texts.map((text) => ({ title, text })))
  // Some texts differ only in white space.
  const sharing = Object.values(Object.groupBy(inOrder, ({ text }) => text.replaceAll(/\s+/g, ' ')))
  const others = sharing.map((group = []) => `${titlesOf(group)}\n\n${group[0]?.text}`)
  const intro = 'The packages below are part of this function.'
  const parts = [`${own.title}\n\n${own.texts.join('\n\n')}`, intro, ...others]
  return `${parts.join(`\n\n${'-'.repeat(80)}\n\n`)}\n`
}

const titlesOf = (group: { title: string }[]): string => [...new Set(group.map(({ title }) => title))].join('\n')

type Texts = { title: string; texts: string[] }

/** By code units, because the order of a locale differs between machines. */
const byTitle = (one: Texts, other: Texts): number => (one.title < other.title ? -1 : 1)

async function textsOf(folder: string): Promise<Texts> {
  const manifest = JSON.parse(await readFile(join(folder, 'package.json'), 'utf8')) as Manifest
  const id = typeof manifest.license === 'string' ? manifest.license : undefined
  const title = `${manifest.name} ${manifest.version}`
  const files = (await readdir(folder, { withFileTypes: true })).filter((file) => file.isFile())
  const names = files.map(({ name }) => name).filter((name) => licenceFile.test(name))
  const texts = await Promise.all(names.sort().map((name) => readText(join(folder, name))))
  if (names.every((name) => notice.test(name))) texts.unshift(await standardText(title, id, manifest))
  return { title: `${title} (${id ?? 'see the text'})`, texts }
}

async function standardText(title: string, id: string | undefined, { author }: Manifest): Promise<string> {
  if (id === undefined)
    throw new Error(`${title} is bundled but names no licence in a file or its package.json: use another package.`)
  const known = (await readdir(standardTexts)).includes(`${id}.txt`)
  if (!known) throw new Error(`${title} is bundled but has no licence text: add scripts/licence-texts/${id}.txt.`)
  const holder = (typeof author === 'string' ? author : author?.name) ?? `the authors of ${title}`
  return (await readText(join(standardTexts, `${id}.txt`))).replace('<holder>', () => holder)
}

const readText = async (file: string): Promise<string> =>
  (await readFile(file, 'utf8')).replaceAll('\r\n', '\n').replace(/^\n+/, '').trimEnd()
