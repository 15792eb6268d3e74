import { decodeHTMLStrict } from 'entities/decode'
import type { Client } from '../client.ts'
import type { Constants } from '../constants.ts'
import type { BackOffice } from '../types.ts'
import { assertSendable, newComment } from './new-records.ts'
import { type Comment, commentList, createdComment } from './schemas.ts'

export function createComments(client: Client, { automaticComments }: Constants): BackOffice['comments'] {
  const { routes } = client

  /** A bare array without an envelope (docs/back-office.md 6.2). */
  const ofOrder: BackOffice['comments']['ofOrder'] = async (orderId, { withAutomatic = false } = {}) => {
    const found = await client.read({ route: routes.commentsOfOrder, path: { orderId } }, commentList)
    const ofIt = found.filter((one) => isOfOrder(one, orderId))
    const entries = withAutomatic ? ofIt : ofIt.filter((one) => !isAutomaticComment(one, automaticComments))
    return client.listed(routes.commentsOfOrder, { entries, unrelated: found.length - ofIt.length })
  }

  /** Never to the path with the order's id, which answers 200 and stores nothing (docs/back-office.md 6.2). */
  const create: BackOffice['comments']['create'] = async (body, { sendBefore }) => {
    assertSendable(newComment, body, routes.comments)
    const { id } = await client.write({ route: routes.comments, body, sendBefore }, createdComment)
    return { id }
  }

  return { ofOrder, create }
}

/** True also if the comment does not say: only `text` is certain (docs/back-office.md 6.2). */
const isOfOrder = ({ referenceType = 'order', referenceValue }: Comment, orderId: number): boolean =>
  referenceType === 'order' && (referenceValue === undefined || referenceValue === orderId)

/** A comment as a browser shows it: without tags, entities decoded, trimmed (docs/back-office.md 6.4). */
export const commentPlainText = (html: string): string =>
  decodeHTMLStrict(
    withoutRemarks(html)
      .replace(/\s+/g, ' ')
      .replace(inlineTag, '')
      .replace(blockTags, '\n')
      .replace(/<br\b[^<>]*>/gi, '\n')
      .replace(/<\/?[a-z][^<>]*>/gi, ' '),
  )
    .replace(/[^\S\n]+/g, ' ')
    .replace(/ ?\n ?/g, '\n')
    .trim()

/** Without `<!-- -->`. By no pattern: each start without an end would search the rest of the text once more. */
function withoutRemarks(html: string): string {
  let shown = ''
  let at = 0
  for (;;) {
    const start = html.indexOf('<!--', at)
    const end = start === -1 ? -1 : html.indexOf('-->', start + '<!--'.length)
    if (end === -1) return shown + html.slice(at)
    shown += html.slice(at, start)
    at = end + '-->'.length
  }
}

/** Tags in the middle of a word (`[bridge:<b>AB</b>CD]`) leave no space behind. */
const inlineTag = /<\/?(?:a|b|bdi|code|em|font|i|mark|s|small|span|strong|sub|sup|u|wbr)\b[^<>]*>/gi

/** The ends and beginnings of blocks make one line break together. */
const blockTags =
  /(?: ?<\/?(?:address|article|blockquote|div|dd|dl|dt|h[1-6]|hr|li|ol|p|pre|section|table|tr|ul)\b[^<>]*>)+ ?/gi

/** Whether a comment has this marker at its start or end, where the bridge sets one: within, anybody may write it. */
export const carriesMarker = (plain: string, marker: string): boolean =>
  plain.startsWith(marker) || plain.endsWith(marker)

/** Our comment for customers may begin like an automatic one. */
const endsWithMarker = /\[bridge:[A-Z2-7]{12}\]$/

/** Written by the back office itself: clients that process comments skip it (docs/back-office.md 6.3). */
export function isAutomaticComment(
  { text, userId }: Pick<Comment, 'text' | 'userId'>,
  marks: Constants['automaticComments'],
): boolean {
  if (userId !== undefined && marks.userIds.includes(userId)) return true
  const plain = commentPlainText(text).replaceAll('\n', ' ')
  return !endsWithMarker.test(plain) && marks.startsWith.some((start) => plain.startsWith(start))
}
