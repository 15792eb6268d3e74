import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { spawnProgram } from '../local/program.ts'

const root = join(import.meta.dirname, '../..')

/** The files of these rooms that a page lists under a heading, in fenced lines `name.ts  what it does`. */
async function listed(heading: string): Promise<string[]> {
  const page = await readFile(join(root, 'docs/architecture.md'), 'utf8')
  const [, section = ''] = page.split(`\n${heading}\n`)
  const [, block = ''] = section.split('```')
  return [...block.matchAll(/^(\S+\.ts) {2}/gm)].map(([, file]) => `lib/${file}`)
}

const comment = '### From a webhook to a comment'

it.each([
  ['comment', comment, []],
  ['return', '### From a webhook to a return', [comment]],
] as const)('docs/architecture.md lists the files that run from a webhook to a %s', async (what, heading, others) => {
  const shared = (await Promise.all(others.map(listed))).flat()
  const files = [...(await listed(heading)), ...shared]
  const { code, output } = await spawnProgram('test/docs/walk.ts', [what], {}).ended
  expect(code, output).toBe(0)
  const ran: string[] = JSON.parse(output)
  const known = files.filter((file) => ran.includes(file) || !shared.includes(file))
  expect(known.toSorted()).toEqual(ran.toSorted())
})
