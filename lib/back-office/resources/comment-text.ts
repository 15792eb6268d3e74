import { decodeHTMLStrict } from 'entities/decode'
import type { Constants } from '../constants.ts'
import type { Comment } from './schemas.ts'

/** A comment as people see it: tags away, entities decoded, spaces as in one paragraph (docs/back-office.md 6.4). */
export const commentPlainText = (html: string): string =>
  decodeHTMLStrict(
    html.replace(/<!--.*?-->/gs, '').replace(/<\/?[a-z][^<>]*>/gi, (tag) => (isInline.test(tag) ? '' : ' ')),
  )
    .replace(/\s+/g, ' ')
    .trim()

/** Tags in the middle of a word (`[bridge:<b>AB</b>CD]`) leave no space behind. */
const isInline = /^<\/?(?:a|b|bdi|code|em|font|i|mark|s|small|span|strong|sub|sup|u|wbr)\b/i

/** Written by the back office itself: clients that process comments skip it (docs/back-office.md 6.3). */
export function isAutomaticComment(
  { text, userId }: Pick<Comment, 'text' | 'userId'>,
  marks: Constants['automaticComments'],
): boolean {
  if (userId !== undefined && marks.userIds.includes(userId)) return true
  const plain = commentPlainText(text)
  return marks.startsWith.some((start) => plain.startsWith(start))
}
