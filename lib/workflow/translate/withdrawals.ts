import type { Command, CreateReturn, DeclareWithdrawal, LineRef } from '../../commands.ts'
import { clip, oneLine } from '../../plain-text.ts'
import { withQuote } from '../../quoted.ts'

type Terms = {
  /** Epoch ms. */
  receivedAt: number
  makesReturn: boolean
}

/** A comment in fixed words and, where the source makes returns and the lines are known, a return under a key of its own. */
export function commandsOfWithdrawal(withdrawal: DeclareWithdrawal, { receivedAt, makesReturn }: Terms): Command[] {
  const { key, order, email, requireEmail, lines, returnAs = { key: `${key}/return` } } = withdrawal
  const about = { order, ...(email !== undefined && { email }), ...(requireEmail && { requireEmail }) }
  const said = {
    text: wordsOf(withdrawal, receivedAt),
    ...(withdrawal.text !== undefined && { note: withdrawal.text }),
  }
  const comment = { type: 'add-comment' as const, key, ...about, ...said, ...(lines !== undefined && { lines }) }
  if (!makesReturn || lines === undefined) return [comment]
  const wanted: CreateReturn = { type: 'create-return', ...returnAs, ...about, lines }
  return [comment, wanted]
}

function wordsOf({ declaredAt, lines, text }: DeclareWithdrawal, receivedAt: number): string {
  const declared = declaredAt === undefined ? receivedAt : Date.parse(declaredAt)
  return [
    `The customer has withdrawn from the contract. Declared at ${utc(declared)}, received at ${utc(receivedAt)}.`,
    lines === undefined ? 'The sender does not say which articles it is about.' : aboutLines(lines),
    ...(text === undefined ? [] : ['The customer wrote:']),
  ].join('\n')
}

/** Characters of the articles in a comment: 500 lines by name would be more than any comment has room for. */
const mostCharacters = 5_000

/** The words of others are quoted. */
export function aboutLines(lines: 'all' | readonly LineRef[], sentence = 'It is about:'): string {
  if (lines === 'all') return 'It is about the whole order.'
  const articles = lines.map((line) => `${line.quantity} × ${nameOf(line)}`).join('\n')
  return withQuote(sentence, clip(articles, mostCharacters) ?? '')
}

function nameOf(line: LineRef): string {
  if ('sku' in line) return oneLine(line.sku)
  if ('name' in line) return oneLine(line.name)
  if ('shopLine' in line) return `line ${line.shopLine} of the shop`
  return 'orderItemId' in line ? `order item ${line.orderItemId}` : `variation ${line.itemVariationId}`
}

const utc = (ms: number): string => `${new Date(ms).toISOString().slice(0, 16).replace('T', ' ')} UTC`
