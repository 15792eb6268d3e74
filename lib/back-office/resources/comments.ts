import { decodeHTMLStrict } from 'entities/decode'
import type { Client } from '../client.ts'
import type { Constants } from '../constants.ts'
import type { BackOffice } from '../types.ts'
import { newComment } from './new-records.ts'
import { split } from './paging.ts'
import { type Comment, commentList, createdComment } from './schemas.ts'

export function createComments(client: Client, { automaticComments }: Constants): BackOffice['comments'] {
  const { comments, commentsOfOrder } = client.routes
  return {
    /** A bare array without an envelope (docs/back-office.md 6.2). */
    async ofOrder(orderId, { withAutomatic = false } = {}) {
      const found = await client.read({ route: commentsOfOrder, path: { orderId } }, commentList)
      const { entries, unrelated } = split(found, (one) => isOfOrder(one, orderId))
      const shown = withAutomatic ? entries : entries.filter((one) => !isAutomaticComment(one, automaticComments))
      return client.listed(commentsOfOrder, { entries: shown, unrelated })
    },
    /** Never to the path with the order's id, which answers 200 and stores nothing (docs/back-office.md 6.2). */
    async create(body, { sendBefore }) {
      const { id } = await client.write({ route: comments, body, sendBefore, sends: newComment }, createdComment)
      return { id }
    },
  }
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

/** Whether a comment has this marker at its start or end. Anybody may write one in the middle. */
export const carriesMarker = (plain: string, marker: string): boolean =>
  plain.startsWith(marker) || plain.endsWith(marker)

/** Our comment for customers may begin like an automatic one. */
const endsWithMarker = /\[bridge:[A-Z2-7]{12}\]$/

type Written = Pick<Comment, 'text' | 'userId'>

/** Written by the back office itself: clients that process comments skip it (docs/back-office.md 6.3). */
export function isAutomaticComment({ text, userId }: Written, marks: Constants['automaticComments']): boolean {
  if (userId !== undefined && marks.userIds.includes(userId)) return true
  const plain = commentPlainText(text).replaceAll('\n', ' ')
  return !endsWithMarker.test(plain) && marks.startsWith.some((start) => plain.startsWith(start))
}
