import type { Constants } from '../constants.ts'
import type { Comment } from './schemas.ts'

const namedEntities: Readonly<Record<string, string>> = {
  amp: '&',
  lt: '<',
  gt: '>',
  quot: '"',
  apos: "'",
  nbsp: ' ',
  colon: ':',
  lbrack: '[',
  lsqb: '[',
  rbrack: ']',
  rsqb: ']',
}

/** A comment as people see it: tags away, entities decoded, white space as in one paragraph (public facts, Comments). */
export const commentPlainText = (html: string): string =>
  html
    .replace(/<!--.*?-->/gs, '')
    .replace(/<\/?[a-z][^<>]*>/gi, (tag) => (isInline.test(tag) ? '' : ' '))
    .replace(/&(#x[0-9a-f]{1,6}|#\d{1,7}|[a-z]+);/gi, (entity, name: string) => decoded(name) ?? entity)
    .replace(/\s+/g, ' ')
    .trim()

/** Tags in the middle of a word (`[bridge:<b>AB</b>CD]`) leave no space behind. */
const isInline = /^<\/?(?:a|b|bdi|code|em|font|i|mark|s|small|span|strong|sub|sup|u|wbr)\b/i

function decoded(name: string): string | undefined {
  if (!name.startsWith('#')) return namedEntities[name.toLowerCase()]
  const code = /^#x/i.test(name) ? Number.parseInt(name.slice(2), 16) : Number.parseInt(name.slice(1), 10)
  return code > 0 && code <= 0x10ffff ? String.fromCodePoint(code) : undefined
}

/** Written by the back office itself when a return got its label: clients that process comments skip it. */
export function isAutomaticComment(
  { text, userId }: Pick<Comment, 'text' | 'userId'>,
  marks: Constants['automaticComments'],
): boolean {
  if (userId !== undefined && marks.userIds.includes(userId)) return true
  const plain = commentPlainText(text)
  return marks.startsWith.some((start) => plain.startsWith(start))
}
