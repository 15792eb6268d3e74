import { createHash } from 'node:crypto'
import type { LineRef } from '../../commands.ts'
import { oneLine, plainText } from '../../plain-text.ts'
import { withQuote } from '../../quoted.ts'
import type { LeftOutLine } from '../../state/write-record.ts'
import { aboutLines } from '../translate/withdrawals.ts'

const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567'

/** `[bridge:XXXXXXXXXXXX]`: the same for every try of one fact, different for any other; 60 bits of a hash in base32. */
export function commentMarker(key: string): string {
  const digest = createHash('sha256').update(key).digest()
  let code = ''
  for (let index = 0; index < 12; index += 1) code += alphabet[(digest[index] ?? 0) & 31]
  return `[bridge:${code}]`
}

export const isMarker = (marker: string): boolean => /^\[bridge:[A-Z2-7]{12}\]$/.test(marker)
const entities: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' }

/** Comments are stored and shown as HTML (docs/back-office.md 6.4): what people typed must not become markup. */
export const escapeHtml = (text: string): string =>
  text.replace(/[&<>"']/g, (character) => entities[character] ?? character)

/** What looks like the marker of a comment, but stands within one. */
const forgedMarker = /[[［](?=\s*bridge\s*[:：])/gi

/** HTML shows a line break only where it is marked up. Unicode's other line ends begin no line here. */
function htmlLines(text: string): string {
  const lines = text.split(/\r\n|\r|\n/).map((line) => plainText(line).replaceAll('\n', ' '))
  return lines.map((line) => escapeHtml(line.replace(forgedMarker, '('))).join('<br>')
}

type Written = { note?: string | undefined; isVisible?: boolean }

/** As HTML: marker, text, quoted words of somebody else (`note`). `isVisible` to customers: the marker last. */
export function markedComment(marker: string, text: string, { note, isVisible = false }: Written = {}): string {
  const html = htmlLines(note === undefined ? text : withQuote(text, note))
  return isVisible ? `${html}<br>${marker}` : `${marker} ${html}`
}

export type ReturnFacts = {
  /** Absent: it belongs to none, and none may be made for it. */
  returnId: number | undefined
  /** Further returns, which held pieces of it before. */
  also?: readonly number[] | undefined
  source: string
  /** The return was there, made for another request or by a person. */
  linked: boolean
  /** False: the return came out with another status than the one asked for. */
  complete: boolean
  /** As they were given, of the request and of its lines. The return itself holds only ids of mapped ones. */
  reasons: readonly string[]
  /** Lines of the order that it lacks although all were asked for, and why. */
  leftOut?: readonly LeftOutLine[] | undefined
  note: string | undefined
  text?: string | undefined
  /** What was asked for, said of a linked return. A new one shows it. */
  lines?: 'all' | readonly LineRef[]
}

/** All reasons together: the comment must fit into its event. */
const mostReasonCharacters = 1_000

function listed(reasons: readonly string[]): string {
  const lengthTo = (count: number) => reasons.slice(0, count).join(', ').length
  const fitting = reasons.filter((_, at) => lengthTo(at + 1) <= mostReasonCharacters)
  const more = reasons.length - fitting.length
  return [...fitting, ...(more > 0 ? [`and ${more} more`] : [])].join(', ')
}

/** Whether it is of another return: one that a person has made once more has a comment with the same marker. */
export function namesOther(text: string, returnId: number | undefined): boolean {
  const [, named] = /\b(?:return|Retoure) (\d+)/i.exec(text) ?? []
  return returnId !== undefined && named !== undefined && Number(named) !== returnId
}

/** Instead of the return of a withdrawal. */
export const unshippedComment = (orderId: number, statusId: number): string =>
  `No return was created: order ${orderId} is not shipped (status ${statusId}). Cancel the order, unless a part of it was delivered.`

/** Instead of the return of what is refunded or received. */
export const cancelledComment = (orderId: number, statusId: number): string =>
  `No return was created: order ${orderId} is cancelled (status ${statusId}).`

function leftOutText({ orderItemId, name, typeId, kind }: LeftOutLine): string {
  const line = `line ${orderItemId}${name === undefined ? '' : ` (${name})`}`
  const type = `${typeId}${kind === undefined ? '' : ` (${inWords(kind)})`}`
  const advice = kind === 'unassigned' ? ' Assign its article first.' : ''
  return `Left out: ${line}, because lines of type ${type} are not returned.${advice}`
}

/** `giftCard` becomes `gift card`. */
const inWords = (kind: string): string => kind.replace(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`)

/** What a parent order's internal comment says of a return. The words of others are quoted, on lines of their own. */
export function returnComment(facts: ReturnFacts): string {
  const { returnId, also = [], source, linked, complete, reasons, leftOut = [], note, text, lines } = facts
  const folded = reasons.map((reason) => reason.trim().toLowerCase())
  const words = listed(reasons.filter((_, at) => folded.indexOf(folded[at] ?? '') === at))
  const isMade = returnId !== undefined && !linked
  const others = also.map((id) => `return ${id}`).join(' and ')
  const all = [`return ${returnId}`, ...(others === '' ? [] : [others])].join(' and ')
  const story = [
    ...(returnId === undefined ? [`A request from ${source} belongs to no return, and none was created.`] : []),
    ...(linked ? [`A request from ${source} belongs to ${all}. No other return was created.`] : []),
    ...(isMade ? [`Return ${returnId} was created for a request from ${source}.`] : []),
    ...(isMade && !complete ? ['It came out incomplete: please check its status.'] : []),
    ...(isMade && others !== '' ? [`The other pieces of the request are in ${others}.`] : []),
  ].join(' ')
  return [
    story,
    ...leftOut.map(leftOutText),
    ...((!isMade || others !== '') && lines ? [aboutLines(lines)] : []),
    ...(words === '' ? [] : [withQuote('Reason:', words)]),
    ...(note === undefined ? [] : [withQuote("Customer's note:", note)]),
    ...(text === undefined ? [] : [text]),
  ].join('\n')
}

/** Instead of a return whose lines the shop names by its own ids, in a comment that says what is reported. */
export const linesUnknownComment = ({ text, missing }: { text?: string | undefined; missing: readonly LineRef[] }) => {
  const sentence = 'No return was created: no delivery has said what these lines are. Look in the shop.'
  return [text ?? 'The shop reports a return.', aboutLines(missing, sentence)].join('\n')
}

export type EndedFacts = {
  parcel: string
  name?: string | undefined
  text?: string | undefined
  removed?: { known: readonly LineRef[]; unknown: readonly LineRef[] } | undefined
  /** Nothing is left of it. */
  isEnded: boolean
  /** The returns that stand. `isUsed`: other reports are about all of its pieces. */
  standing: readonly { returnId: number; isUsed: boolean }[]
}

/** What an order's internal comment says of a parcel that the shop has cancelled, or taken pieces from. */
export function endedComment({ parcel, name, text, removed, isEnded, standing }: EndedFacts): string {
  const [known = [], unknown = []] = [removed?.known, removed?.unknown]
  const returns = standing.map(({ returnId, isUsed }) => {
    if (isUsed) return `Return ${returnId} stays: other reports are about its pieces.`
    if (isEnded) return `Return ${returnId} still stands: cancel it, unless the parcel is on its way.`
    return `Return ${returnId} still has them: take them out, unless the parcel is on its way.`
  })
  return [
    text ?? `The shop has ${removed ? 'removed pieces from' : 'cancelled'} return ${oneLine(name ?? parcel)}.`,
    ...(known.length > 0 ? [aboutLines(known)] : []),
    ...(unknown.length > 0 ? [aboutLines(unknown, 'What these lines are is not known here: look in the shop.')] : []),
    ...(returns.length > 0 ? returns : ['No return that stands was created for it.']),
  ].join('\n')
}
