import * as z from 'zod'
import { commentPlainText } from '../lib/back-office/resources/comments.ts'

/** The parts of the bridge's and the sandbox's answers that the demo reads. */
const event = z.object({
  id: z.string(),
  status: z.string(),
  reason: z.object({ code: z.string(), text: z.string() }).optional(),
  orderId: z.number().optional(),
  returnIds: z.array(z.number()),
  commentIds: z.array(z.number()),
})
export type DemoEvent = z.infer<typeof event>

const order = z.object({
  id: z.number(),
  typeId: z.number(),
  statusId: z.number(),
  orderReferences: z.array(z.object({ referenceType: z.string(), referenceOrderId: z.number() })),
  orderItems: z.array(z.object({ orderItemName: z.string(), quantity: z.number() })),
})
const comment = z.object({ id: z.number(), referenceValue: z.number(), text: z.string() })
const state = z.object({ orders: z.array(order), comments: z.array(comment) })
export type SandboxState = z.infer<typeof state>

const calls = z.object({ total: z.number(), byRoute: z.record(z.string(), z.number()) })
export type SandboxCalls = z.infer<typeof calls>

const json = { 'content-type': 'application/json' }

export async function readEvent(bridge: string, id: string): Promise<DemoEvent> {
  const body = JSON.stringify({ command: 'event.get', id })
  const response = await fetch(`${bridge}/operator`, { method: 'POST', headers: json, body })
  return z.object({ result: event }).parse(await response.json()).result
}

export async function readState(sandbox: string): Promise<SandboxState> {
  return state.parse(await (await fetch(`${sandbox}/sandbox/state`)).json())
}

export async function readCalls(sandbox: string): Promise<SandboxCalls> {
  return calls.parse(await (await fetch(`${sandbox}/sandbox/calls`)).json())
}

/**
 * Says what the back office holds for an event's order, whatever the bridge says. Throws unless the bridge made exactly
 * one return and one comment there.
 */
export function describeEvent(what: string, done: DemoEvent, { orders, comments }: SandboxState): string {
  const returns = orders.filter(
    ({ typeId, orderReferences }) => typeId === 3 && orderReferences.some((reference) => isParent(reference, done)),
  )
  const written = comments.filter(
    ({ referenceValue, text }) => referenceValue === done.orderId && text.includes('[bridge:'),
  )
  const [made] = returns
  if (!made || returns.length > 1)
    throw new Error(`${what}: order ${done.orderId} has ${returns.length} returns, not one`)
  if (written.length !== 1)
    throw new Error(`${what}: order ${done.orderId} has ${written.length} comments of the bridge, not one`)
  if (made.id !== done.returnIds[0] || written[0]?.id !== done.commentIds[0])
    throw new Error(`${what}: the bridge and the back office name different ids`)
  return [
    what,
    `  event    ${done.id} is ${done.status}`,
    `  order    ${done.orderId}`,
    `  return   ${made.id} with status ${made.statusId}: ${made.orderItems.map(({ quantity, orderItemName }) => `${quantity} x ${orderItemName}`).join(', ')}`,
    ...written.map(({ id, text }) => `  comment  ${id}: ${commentPlainText(text).replaceAll('\n', '\n           ')}`),
  ].join('\n')
}

function isParent(
  { referenceType, referenceOrderId }: SandboxState['orders'][number]['orderReferences'][number],
  { orderId }: DemoEvent,
): boolean {
  return referenceType === 'parent' && referenceOrderId === orderId
}

export function describeCalls({ total, byRoute }: SandboxCalls): string {
  const rows = Object.entries(byRoute).map(([route, count]) => `  ${String(count).padStart(3)}  ${route}`)
  return [`Calls to the back office: ${total}`, ...rows].join('\n')
}
