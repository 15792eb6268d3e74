import type { SessionItem } from '../../../lib/back-office/session/store.ts'
import { externalOrderNumber } from '../../../sandbox/order-filters.ts'
import type { Comment, Order } from '../../../sandbox/records.ts'
import type { Sandbox } from '../../../sandbox/sandbox.ts'
import type { Fact } from '../facts/fact.ts'
import { tagOfComment, tagOfReturn } from '../facts/tags.ts'
import type { OlderReturn } from '../people/older-return.ts'
import type { Vault } from '../town/bridge.ts'
import type { Witness } from '../town/network.ts'
import type { SentRequest } from '../town/sent-request.ts'
import type { Send } from './sends.ts'

/** `isFarTooLate`: carried out later than is assumed. */
export type MadeReturn = { id: number; orderId: number; tag: string; isFarTooLate: boolean }
export type MadeComment = { id: number; orderId: number; tag: string; text: string }

/** What truly happened, seen from outside: the judge of what the bridge believes. */
export type Truth = Witness & {
  returns: MadeReturn[]
  comments: MadeComment[]
  /** Sales orders, and images that became visible. */
  newOrders: { id: number; externalNumber: string | undefined }[]
  published: { path: string }[]
  /** Returns and orders that a person made; `likeOurs`: as the API user, so that nobody can tell. */
  byHand: { id: number; orderId: number; likeOurs: boolean; externalNumber?: string | undefined }[]
  /** What our user had made before the schedule began. */
  older: OlderReturn[]
  /** When requests counted, by the sandbox's kinds of limit. */
  countedAt: Record<'read' | 'write', number[]>
  /** The limits that the bridge must keep, calls a minute; absent where it does not know them from the start. */
  limits?: { read: number; write: number }
  /** A login has brought a token, and the bridge has noted it. */
  onToken(): void
  resets: number
  /** Events for which a person was called, because a repeated write came through twice. */
  alarms: Set<string>
  violations: string[]
  /** When people cancelled orders while the bridge was at work; epoch ms by order id. */
  cancelledAt: Map<number, number>
  /** Every request to write, as it truly went. */
  sends: Send[]
  /** When an operator decided what becomes of an event. */
  decidedAt: number[]
  /** Called for every request that leaves, that is carried out, and that ends for its client. */
  onAnySent: ((request: SentRequest) => void)[]
  onAnyApplied: Witness['onApplied'][]
  onAnyEnded: Witness['onEnded'][]
  /** Called for every request to write something that nobody will hear of. */
  onLost: ((request: SentRequest) => void)[]
}
export type LostReturn = Pick<Order, 'typeId'> & Record<string, unknown>

/** `toleranceMs`: how far two clocks can differ. */
type TruthOptions = {
  facts: readonly Fact[]
  sandbox: Sandbox
  vault: Vault
  session: () => SessionItem | undefined
  toleranceMs: number
}

const triesBeforeClosed = 3
/** A token is renewed so long before it ends. */
const renewalMs = 10 * 60_000

export function createTruth({ facts, sandbox, vault, session, toleranceMs }: TruthOptions): Truth {
  let inVain = 0
  const truth: Truth = {
    returns: [],
    comments: [],
    newOrders: [],
    published: [],
    byHand: [],
    older: [],
    countedAt: { read: [], write: [] },
    resets: 0,
    alarms: new Set(),
    onLost: [],
    onAnyApplied: [],
    onAnySent: [],
    onAnyEnded: [],
    sends: [],
    decidedAt: [],
    cancelledAt: new Map(),
    onToken: () => {
      inVain = 0
    },
    violations: [],

    onSent(request, at) {
      for (const hear of truth.onAnySent) hear(request)
      if (request.path === '/rest/login') truth.violations.push(...loginViolations(request, at))
    },

    onCounted({ method }, at) {
      truth.countedAt[method === 'GET' ? 'read' : 'write'].push(at)
    },

    mayComeFarTooLate({ method, path, body }) {
      if (method !== 'POST' || path !== '/rest/orders') return false
      const order = JSON.parse(body) as Order
      const fact = order.typeId === 3 && facts.find(({ tag }) => tag === tagOfReturn(order, facts))
      if (!fact || fact.deliveries.length > 1) return false
      const others = facts.filter((other) => other !== fact && other.order === fact.order && other.kind === 'return')
      return others.every((other) => isOfOtherLines(fact, other))
    },

    onLateSend({ method, path }) {
      truth.violations.push(`sent after its lease: ${method} ${path}`)
    },

    onWrongClock({ method, path }) {
      truth.violations.push(`sent by a wrong clock: ${method} ${path}`)
    },

    onEnded(request, at) {
      for (const hear of truth.onAnyEnded) hear(request, at)
    },

    onApplied(request, applied) {
      for (const hear of truth.onAnyApplied) hear(request, applied)
      const { orders, comments, images, status, isFarTooLate } = applied
      if (request.method !== 'POST') return
      // No failed try, by the documented assumption.
      if (request.path === '/rest/login' && (status === 429 || status >= 500)) inVain -= 1
      for (const order of orders) {
        if (order.typeId === 3)
          truth.returns.push({ id: order.id, orderId: parentOf(order), tag: tagOfReturn(order, facts), isFarTooLate })
        else truth.newOrders.push({ id: order.id, externalNumber: externalOrderNumber(order) })
      }
      // As it was asked for it can be carried out and yet be answered with an error.
      if (request.path.endsWith('/availabilities') && images.length > 0) truth.published.push({ path: request.path })
      // The event action writes comments of its own.
      if (request.path === '/rest/comments') truth.comments.push(...comments.map((comment) => made(comment, facts)))
      for (const user of sandbox.world.store.users.list()) {
        if (user.failedLogins <= triesBeforeClosed + truth.resets && !user.locked) continue
        truth.violations.push(
          `locked out: ${user.failedLogins} failed logins${user.locked ? ', the user is locked' : ''}`,
        )
      }
    },

    onUnheard(request) {
      for (const hear of truth.onLost) hear(request)
    },
  }

  /** A login may leave only under the lease, within the count of tries, and not with what was refused. */
  function loginViolations(request: SentRequest, at: number): string[] {
    const item = session()
    const { password } = JSON.parse(request.body) as { password: string }
    inVain += 1
    const refused = (item?.refused ?? []).some((version) => vault.versions.get(version) === password)
    return [
      ...(refused ? ['login after a refusal'] : []),
      // An attempt is counted with its lease: if none is, a login that began before has stored its token since.
      ...(item?.attempts !== 0 && stillServes(item?.token, password, at) ? ['login although a token serves'] : []),
      ...(item?.lease && at < item.lease.until + toleranceMs ? [] : ['login without the lease']),
      ...((item?.attempts ?? 0) > triesBeforeClosed ? ['login after the last try'] : []),
      ...(inVain > triesBeforeClosed + truth.resets
        ? [`locked out soon: ${inVain} logins in a row without a token`]
        : []),
    ]
  }

  /** Of these credentials, not due to be renewed, and no reset has asked for a newer one. */
  function stillServes(token: SessionItem['token'], password: string, at: number): boolean {
    return (
      token !== undefined &&
      !token.outdated &&
      vault.versions.get(token.version) === password &&
      at < token.expiresAt - renewalMs - toleranceMs
    )
  }

  return truth
}

/** Nobody could take a return of the one for one of the other. */
const isOfOtherLines = ({ lines: ours }: Fact, { lines: theirs }: Fact): boolean =>
  ours !== 'all' &&
  theirs !== 'all' &&
  !ours.some(({ line }) => theirs.some((other) => other.line.variationId === line.variationId))

const parentOf = (order: Order): number => order.orderReferences[0]?.referenceOrderId ?? 0

/** The reason ids that the configuration gives to tags. */
export const reasonsOf = (facts: readonly Fact[]): Record<string, string> =>
  Object.fromEntries(facts.map(({ tag }) => [tag, String(1_000 + Number(tag.split('-')[1]))]))

const made = ({ id, referenceValue, text }: Comment, facts: readonly Fact[]): MadeComment => ({
  ...{ id, orderId: referenceValue, tag: tagOfComment(text, facts), text },
})
