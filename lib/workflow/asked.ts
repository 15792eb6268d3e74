import { externalNumbersOf } from '../back-office/resources/order-filter.ts'
import { type Asked, askedByLink } from '../inbox/asked.ts'
import { oneLine } from '../plain-text.ts'
import type { Reason } from '../reasons.ts'
import { leftToReturn } from './plan-return/left-to-return.ts'
import { planItems } from './plan-return/plan-items.ts'
import { planLines } from './plan-return/plan-lines.ts'
import type { Run } from './start-work.ts'

const mostLines = 20
const longestText = 60
const kinds: Readonly<Record<string, Asked['makes']>> = {
  'create-return': 'return',
  'add-comment': 'comment',
  'create-order': 'order',
}

/** What a link shows of a question: what the run has read and planned anyway. Undefined: nobody is asked by a link. */
export function askedOf({ work, commands, plans }: Run, reason: Reason): Asked | undefined {
  const { config, constants } = work.workflow
  const isWanted = config.notify?.links !== undefined || config.notes
  if (!isWanted || !askedByLink.has(reason.code) || !('key' in reason)) return undefined
  const command = commands.find(({ key }) => key === reason.key)?.command
  const plan = plans.get(reason.key ?? '')?.plan
  const makes = kinds[command?.type ?? '']
  if (!command || !makes) return undefined
  const { orderId = 0 } = reason as { orderId?: number }
  const order = work.parents.get(orderId)
  const items = order ? planItems(order, constants) : []
  const lines = () => {
    if (command.type !== 'create-return' || !order) return []
    // Whose order it is was asked before anything was planned.
    const remaining = leftToReturn(items, { returns: [], returnedByUs: new Map(), constants })
    return planLines(items, command.lines, { orderId, key: reason.key ?? '', remaining, isCapped: true }).lines
  }
  const all = (plan?.lines ?? lines()).flatMap(({ orderItemId, included, quantity, why }) => {
    // What a question leaves out comes back once it is answered.
    const pieces = included ? quantity : why.code === 'request_unfulfilled' ? (why.quantity ?? 0) : 0
    const { orderItemName, sku, variation } = items.find(({ id }) => id === orderItemId) ?? {}
    const number = sku ?? (variation?.number || undefined)
    const name = shown(orderItemName ?? '') || `#${orderItemId}`
    return pieces > 0 ? [{ quantity: pieces, name, ...(number !== undefined && { sku: shown(number) }) }] : []
  })
  const [number] = order ? externalNumbersOf(order, constants) : []
  const more = all.length - mostLines
  return {
    epoch: work.event().epoch,
    makes: plan && all.length === 0 ? 'nothing' : makes,
    ...(orderId > 0 && { orderId }),
    ...(number !== undefined && { number: shown(number) }),
    lines: all.slice(0, mostLines),
    ...(more > 0 && { more }),
  }
}

const shown = (text: string): string => oneLine(text).slice(0, longestText).toWellFormed()
