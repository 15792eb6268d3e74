import type { Order } from '../../back-office/resources/schemas.ts'
import { type Command, type LineRef, type OrderRef, orderOf } from '../../commands.ts'
import type { InboxEvent } from '../../inbox/event.ts'
import { sentencesOf } from '../../sentences/languages.ts'
import { say } from '../../sentences/sentences.ts'
import { hidden, shownNumber, shownSku } from '../../typed-text.ts'
import { toPlanItem } from '../../workflow/plan-return/plan-items.ts'
import type { PlannedLine } from '../../workflow/plan-return/plan-lines.ts'
import { type KeyedCommand, translateEvent } from '../../workflow/translate/translate-event.ts'
import type { Workflow } from '../../workflow/workflow.ts'
import { defined } from '../operator.ts'

/** What an event asks for, as the configuration translates it now: nothing if it cannot. */
export function commandsOf(event: InboxEvent, config: Workflow['config']): readonly KeyedCommand[] {
  const translated = translateEvent(event, config)
  return Array.isArray(translated) ? translated : []
}

type Shown = Pick<Workflow, 'constants' | 'config'>
type Reasons = Readonly<Record<string, string>>

/** What was asked for, without what the customer wrote or is called, and without what a body holds of people and prices. */
export function commandView(command: Command, reasons: Reasons) {
  if (command.type === 'create-order') return { ...command, body: hidden }
  if (command.type === 'publish-image') {
    const { type, value, ...others } = command.body
    const names = Object.keys(others)
    return { ...command, body: { type, value, ...Object.fromEntries(names.map((name) => [name, hidden])) } }
  }
  const personal = ['email', 'note', 'text'].flatMap((name) => (name in command ? [[name, hidden]] : []))
  const order = orderOf(command)
  const shown = { ...Object.fromEntries(personal), ...linesView(command, reasons) }
  return { ...command, ...(order && { order: orderRefView(order) }), ...shown }
}

/** People type their name or their address into any field. */
function orderRefView(order: OrderRef) {
  if ('id' in order) return order
  if ('externalNumber' in order) return { externalNumber: shownNumber(order.externalNumber) }
  const { label } = order
  return { email: hidden, ...(label !== undefined && { label: shownNumber(label) }) }
}

function linesView(command: Command, reasons: Reasons) {
  const { lines = 'all' } = 'lines' in command ? command : {}
  const reason = 'reason' in command ? command.reason : undefined
  return {
    ...(reason !== undefined && { reason: shownReason(reason, reasons) }),
    ...(lines !== 'all' && { lines: lines.map((line) => lineView(line, reasons)) }),
  }
}

function lineView(line: LineRef, reasons: Reasons) {
  const named = {
    ...('sku' in line && { sku: shownSku(line.sku) }),
    ...('name' in line && line.name !== undefined && { name: shownSku(line.name) }),
  }
  return { ...line, ...named, ...(line.reason !== undefined && { reason: shownReason(line.reason, reasons) }) }
}

/** A form can ask for the reason in the customer's own words; only what the configuration knows is none of these. */
const shownReason = (reason: string, reasons: Reasons): string =>
  Object.hasOwn(reasons, reason.trim().toLowerCase()) ? reason : hidden

/** Planned lines in words, with what the back office calls each article, and without the reasons that a customer wrote. */
export function namedLinesView(lines: readonly PlannedLine[], order: Order | undefined, workflow: Shown) {
  const { constants, config } = workflow
  const items = new Map(order?.orderItems?.map((item) => [item.id, toPlanItem(item, constants)]))
  const { lineWhy } = sentencesOf(config)
  return lines.map(({ why, ...line }) => {
    const { orderItemName, sku: own, variation } = items.get(line.orderItemId) ?? {}
    const reason = 'reason' in line && line.reason !== undefined ? shownReason(line.reason, config.reasons) : undefined
    const named = { name: orderItemName || undefined, sku: own ?? (variation?.number || undefined) }
    return defined({ ...line, why: say(lineWhy, why), reason, ...named })
  })
}
