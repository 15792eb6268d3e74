import type { Command, OrderCommand, OrderRef } from '../commands.ts'

const hidden = '[redacted]'

/** What was asked for, without what the customer wrote or is called, and without what a body holds of people and prices. */
export function commandView(command: Command) {
  if (command.type === 'create-order') return { ...command, body: hidden }
  if (command.type === 'publish-image') {
    const { type, value, ...others } = command.body
    const names = Object.keys(others)
    return { ...command, body: { type, value, ...Object.fromEntries(names.map((name) => [name, hidden])) } }
  }
  const personal = {
    ...('email' in command && { email: hidden }),
    ...('note' in command && { note: hidden }),
    ...('text' in command && { text: hidden }),
    ...reasonsView(command),
  }
  return { ...command, order: orderRefView(command.order), ...personal }
}

/** People also type their e-mail address into the field for the order number. */
function orderRefView(order: OrderRef) {
  if ('email' in order) return { ...order, email: hidden }
  return 'externalNumber' in order && order.externalNumber.includes('@') ? { externalNumber: hidden } : order
}

/** A form can ask for the reason in the customer's own words; a shop gives one of its codes. */
function reasonsView(command: OrderCommand) {
  if (command.type !== 'create-return') return {}
  const { lines, reason } = command
  return {
    ...(reason !== undefined && { reason: codeView(reason) }),
    ...(lines !== 'all' && {
      lines: lines.map((line) => ({ ...line, ...(line.reason !== undefined && { reason: codeView(line.reason) }) })),
    }),
  }
}

const codeView = (reason: string): string => (/^[\w-]{1,40}$/.test(reason) ? reason : hidden)
