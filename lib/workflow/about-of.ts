import { externalNumbersOf } from '../back-office/resources/order-filter.ts'
import type { Order } from '../back-office/resources/schemas.ts'
import { type Command, type LineRef, orderOf } from '../commands.ts'
import { isShop } from '../config/source-family.ts'
import type { About, InboxEvent } from '../inbox/event.ts'
import { plainLabel } from '../order-label.ts'
import { oneLine } from '../plain-text.ts'
import { hidden, shownNumber, shownSku } from '../typed-text.ts'
import { isByVisitor } from './by-visitor.ts'
import { reportOf } from './find-order/asking.ts'
import { externalNumberOf } from './kinds/new-order.ts'
import { matchLines } from './plan-return/match-lines.ts'
import { planItems, rounded } from './plan-return/plan-items.ts'
import type { Run } from './start-work.ts'
import type { Work } from './workflow.ts'

/** Characters of a row, and of the words around its names. */
const [longest, longestWords] = [160, 60]

/** What lists say of an event: its first command, in the words of the order that this run has read. Undefined: as it was. */
export function aboutOf({ work, claimed, commands }: Run, next: InboxEvent): About | undefined {
  const [first] = commands
  if (!first || first.command.type === 'forget-person') return undefined
  const { key, command } = first
  const { orderId, reason } = next
  const asked = reason?.code === 'email_mismatch' && reason.key === key ? reason.orderId : 0
  const order = work.parents.get(orderId ?? asked)
  const isSame = claimed.orderId === orderId && (orderId !== undefined || claimed.corrections === undefined)
  if (!order && claimed.about && isSame) return undefined
  const { config } = work.workflow
  // Of what a visitor typed, only what the order shows as well; without an order, its number.
  const known = { work, order, isSigned: isShop(config, next.source) && !isByVisitor(next, config) }
  const names = namesOf(command, next, known)
  const { lines } = (work.completed.get(key) ?? command) as { lines?: 'all' | readonly LineRef[] }
  const room = longest - longestWords - Object.values(names).join('').length
  return { what: whatOf(work, key, command), ...articlesOf(lines, room, known), ...names }
}

function whatOf(work: Work, key: string, command: Command): About['what'] {
  const { source, withdrawal } = work.event()
  if (withdrawal) return 'withdrawal'
  if (command.type === 'create-order') return 'order'
  if (command.type === 'publish-image') return 'image'
  if (command.type === 'end-parcel') return 'cancellation'
  const isReturn = command.type === 'create-return'
  if (key.startsWith(`${source}/refund/`) || (isReturn && reportOf(work, command).tells === 'refund')) return 'refund'
  return isReturn ? 'return' : 'comment'
}

type Known = { work: Work; order: Order | undefined; isSigned: boolean }

/** The first line that has a name: as the back office calls the article, else the SKU that the shop names. */
function articlesOf(lines: 'all' | readonly LineRef[] | undefined, room: number, { work, order, isSigned }: Known) {
  if (lines === 'all') return { all: true as const }
  if (!lines) return {}
  const matches = order ? matchLines(planItems(order, work.workflow.constants), lines) : []
  for (const [at, line] of lines.entries()) {
    const [item] = matches.find(({ asks }) => asks.some(({ index }) => index === at))?.fits ?? []
    const given = isSigned && 'sku' in line ? unlessHidden(shownSku(line.sku)) : undefined
    const name = shortened(item?.orderItemName?.trim() || item?.sku || item?.number || given || '', room)
    if (name) return { pieces: line.quantity, name, ...(lines.length > 1 && { more: lines.length - 1 }) }
  }
  return { pieces: rounded(lines.reduce((sum, { quantity }) => sum + quantity, 0)) }
}

/** What begins with a zero can be a telephone number. */
const maybeNumber = (typed: string) => (typed.startsWith('0') ? undefined : unlessHidden(shownNumber(typed)))

/** Only what has the form of a number: an order can have any text. A label has led to the order, unless a person has said which is meant. */
function namesOf(command: Command, { approvals }: InboxEvent, { work, order, isSigned }: Known) {
  const { constants } = work.workflow
  const ref = orderOf(command)
  const typed = (ref && ('externalNumber' in ref ? ref.externalNumber : 'label' in ref ? ref.label : '')) ?? ''
  const given = command.type === 'create-order' ? externalNumberOf(command.body, constants) : isSigned ? typed : ''
  const own = order && (externalNumbersOf(order, constants)[0] ?? '')
  const number = unlessHidden(shownNumber(own ?? given ?? ''))
  const isLabel = own !== undefined && plainLabel(typed) !== plainLabel(own)
  const isChosen = approvals?.some(({ code }) => code === 'order_ambiguous')
  const label = isLabel && !isChosen ? unlessHidden(shownNumber(typed)) : undefined
  const unknown = own === undefined && !number ? maybeNumber(typed) : undefined
  return { ...(number && { number }), ...(label && { label }), ...(unknown && { typed: unknown }) }
}

const unlessHidden = (text: string): string | undefined => (text === hidden ? undefined : text)

/** In one line, cut visibly; never half a surrogate pair. */
function shortened(text: string, room: number): string {
  const line = oneLine(text)
  return line.length <= room ? line : `${line.slice(0, room - 1).replace(/[\ud800-\udbff]$/, '')}…`
}
