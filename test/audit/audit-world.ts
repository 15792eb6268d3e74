import { audit } from '../../lib/audit/audit.ts'
import type { Auditor } from '../../lib/audit/auditor.ts'
import type { InboxEvent } from '../../lib/inbox/event.ts'
import type { ByOperator } from '../../lib/inbox/operator-transitions.ts'
import type { Progress } from '../../lib/inbox/progress.ts'
import { auditView } from '../../lib/operator/bridge/audit.ts'
import type { Workflow } from '../../lib/workflow/workflow.ts'
import { putOrder } from '../../sandbox/put-order.ts'
import { commentSubmitted, createWorld, returnRequested, type World } from '../workflow/world.ts'

export const day = 24 * 60 * 60_000
/** The API user of the sandbox's demo world. */
export const us = 77
export const createAudited = (options: Parameters<typeof createWorld>[0] = {}) => audited(createWorld(options))

/** A world whose audit can be run; `days` lets them pass. */
export function audited(world: World) {
  const auditorOf = (changes: Partial<Workflow> = {}): Auditor => ({
    workflow: { ...world.workflow, ...changes },
    progress: world.audits,
  })
  /** As the command shows it, without what it advises. */
  const run = async (changes: Partial<Workflow> = {}, ms = 120_000) => {
    const { findings, ...report } = auditView(await audit(auditorOf(changes), world.now() + ms), world.workflow.config)
    return { ...report, findings: findings.map(({ toDo: _, ...finding }) => finding) }
  }
  const days = (count: number) => world.advance(count * day)
  /** Each list shows by then what the event has written. */
  const settled = async <T>(event: T): Promise<T> => {
    await world.advance(60_000)
    return event
  }
  /** An event of a return, worked through to its end. */
  const returned = async (data: Record<string, unknown> = {}) =>
    settled(await world.deliver('standard', returnRequested(data)))
  const commented = async (data: Record<string, unknown> = {}) =>
    settled(await world.deliver('standard', commentSubmitted(data)))
  /** As an operator moves it. */
  const move = async (id: string, how: (event: InboxEvent, by: ByOperator) => InboxEvent) => {
    const event = await world.get(id)
    const by = { now: world.now(), writeId: world.workflow.newId(), note: 'seen by a person' }
    await world.workflow.inbox.save(event, how(event, by))
  }
  return { ...world, auditorOf, audit: run, days, returned, commented, move }
}

/** How far the first command of an event has come. */
export const firstOf = ({ progress }: Pick<InboxEvent, 'progress'>): Progress =>
  Object.values(progress)[0] ?? { state: 'found' }

type Put = Parameters<typeof putOrder>[1] & { orderId?: number; atMs?: number }

/** A return in the back office that no event has made, or another state of one under its id. */
export function putReturn({ sandbox, now }: Pick<World, 'sandbox' | 'now'>, given: Put = {}): { id: number } {
  const { orderId = 10_001, atMs = now(), ...fields } = given
  const orderReferences = [{ referenceType: 'parent', referenceOrderId: orderId }]
  return putOrder(sandbox.world.store, { typeId: 3, statusId: 9.01, ownerId: us, orderReferences, ...fields }, atMs)
}

/** Deletes an order or a return in the back office, as no operation of its interface can. */
export function deleteOrder({ sandbox }: Pick<World, 'sandbox'>, id: number): void {
  const { orders } = sandbox.world.store
  const { get, list, childrenOf } = { ...orders }
  const isThere = (one: { id: number }) => one.id !== id
  Object.assign(orders, {
    get: (one: number) => (one === id ? undefined : get(one)),
    list: () => list().filter(isThere),
    childrenOf: (parent: number) => childrenOf(parent).filter(isThere),
  })
}

/** The back office as it was in the beginning: all that the bridge has made is deleted. */
export const loseEverything = ({ control }: Pick<World, 'control'>): Promise<unknown> =>
  control('/sandbox/reset', { method: 'POST', body: { seed: 'demo' } })
