import { blocks, readPage } from '../docs/pages.ts'

const page = readPage('docs/operations.md')
/** The names that all commands of docs/operations.md use. */
export const [setup = ''] = blocks(page, 'sh')

/** The commands under a heading of the page, a text for each block, up to the next heading. */
export function commandsUnder(heading: string): string[] {
  const [, section] = page.split(`\n${heading}\n`)
  if (section === undefined) throw new Error(`docs/operations.md has no heading ${heading}`)
  const [own = ''] = section.split(/\n#+ /)
  // A block of a list is indented.
  return blocks(own.replaceAll(/^ {3}/gm, ''), 'sh')
}

/** A command of the AWS command line: its words up to the first option, and its options. */
export type AwsCommand = { words: string[]; options: string[] }

/** Each command of the AWS command line on the page, also within a sentence. */
export function awsCommands(): AwsCommand[] {
  const text = page.replaceAll(/\\\n\s*/g, '')
  return [...text.matchAll(/\baws ([a-z0-9]+(?: [a-z][a-z-]*)+)([^\n`|>]*)/g)].map(([, words = '', rest = '']) => ({
    words: words.split(' '),
    options: rest.match(/--[a-z][a-z-]+/g) ?? [],
  }))
}
