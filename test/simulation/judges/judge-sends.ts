import type { ReturnLine, WriteRecord } from '../../../lib/state/write-record.ts'
import type { Order } from '../../../sandbox/records.ts'
import type { SentRequest } from '../town/sent-request.ts'
import type { Town } from '../town/town.ts'
import { recordItems } from './record-items.ts'
import { isRefused, type Send, toSend } from './sends.ts'

const cancelled = 8
const settlingMs = 60_000
/** No run goes on for longer than its lease: what is sent was planned from what was there at most so long ago. */
const longestRunMs = 150_000

/**
 * Judges each request to write at the moment when it is sent, by what the sandbox holds and what the records say then. What a second layer
 * sets right later, or what the network loses, is wrong all the same.
 */
export function watchSends(town: Town): void {
  const { truth, nature } = town
  const { timeline } = nature
  const looks = new Map<string, number>()
  const find = (request: SentRequest) => truth.sends.find((one) => one.request === request)

  truth.onAnySent.push((request) => {
    const send = toSend(town.script.facts, request, timeline.now())
    if (!send) return
    const say = (what: string) => truth.violations.push(`unjustly sent: ${send.kind} of ${send.tag}, ${what}`)
    for (const what of [...repeatsBlindly(send, town, looks), ...cannotBe(send, town)]) say(what)
    truth.sends.push(send)
    void timeline.busy(againstRecords(send, town)).then((found) => found.forEach(say))
  })
  truth.onLost.push((request) => {
    const send = find(request)
    if (send) send.isUnheard = true
  })
  truth.onAnyEnded.push((request, at) => {
    const send = find(request)
    if (send) send.endedAt = at
  })
  truth.onAnyApplied.push((request, { orders, comments, images, status, isFarTooLate }) => {
    const look = lookOf(request)
    if (look !== undefined && status === 200) looks.set(look, timeline.now())
    const send = find(request)
    if (!send) return
    send.status = status
    if (isFarTooLate) send.isFarTooLate = true
    const [made] = send.kind === 'comment' ? comments : send.kind === 'image' ? images : orders
    if (made) send.made = { id: made.id, at: timeline.now() }
  })
}

/** The list that shows whether a write happened. */
const placeOf = ({ kind, orderId, request, tag }: Send, { script }: Town): string => {
  if (kind === 'comment') return `/rest/comments/order/${orderId}`
  if (kind === 'image') return request.path.replace(/\/images\/.*/, '/images')
  if (kind === 'return') return `returns of ${orderId}`
  return `orders of ${script.facts.find((fact) => fact.tag === tag)?.externalNumber}`
}

function lookOf({ method, path, url }: SentRequest): string | undefined {
  if (method !== 'GET') return undefined
  if (path !== '/rest/orders') return path
  const { searchParams } = new URL(url)
  const [parent, number] = [searchParams.get('parentOrderId'), searchParams.get('externalOrderId')]
  return parent === null ? `orders of ${number}` : `returns of ${parent}`
}

/** An earlier try of the same that nobody knows the outcome of, or that has come true. */
function repeatsBlindly(send: Send, town: Town, looks: ReadonlyMap<string, number>): string[] {
  const { truth, nature } = town
  const now = nature.timeline.now()
  const earlier = truth.sends.filter(({ about, tag }) => about === send.about && tag !== 'nobody')
  return earlier.flatMap((one) => {
    if (isRefused(one) || one.isFarTooLate) return []
    const isImageOfLag = send.kind === 'image' && one.status === 200
    if (isImageOfLag) return []
    if (one.made && isLive(one, town)) return [`which is there already (${one.made.id})`]
    if (one.made) return []
    const settledAt = (one.endedAt ?? now) + settlingMs
    const isReleased = truth.decidedAt.some((at) => at > one.sentAt)
    return [
      ...(now < settledAt ? ['before an earlier try of it had settled'] : []),
      ...((looks.get(placeOf(send, town)) ?? 0) < settledAt ? ['without a look since an earlier try of it'] : []),
      ...((send.kind === 'order' || send.kind === 'image') && !isReleased
        ? ['once more, although nobody decided so']
        : []),
    ]
  })
}

function isLive({ kind, made }: Send, { sandbox }: Town): boolean {
  if (kind === 'comment' || kind === 'image') return true
  return sandbox.world.store.orders.get(made?.id ?? 0)?.statusId !== cancelled
}

/** What no plan from what was there could be. */
function cannotBe(send: Send, { truth, sandbox, nature }: Town): string[] {
  if (send.kind !== 'return') return []
  const before = nature.timeline.now() - longestRunMs
  const { orders } = sandbox.world.store
  const parent = orders.get(send.orderId)
  if (!parent) return ['of an order that is not there']
  const cancelledAt = truth.cancelledAt.get(send.orderId)
  const live = orders
    .childrenOf(send.orderId)
    .filter(
      ({ typeId, statusId, createdAtMs, updatedAtMs }) =>
        typeId === 3 && statusId !== cancelled && Math.max(createdAtMs, updatedAtMs) < before - settlingMs,
    )
  const pieces = piecesOf([...live.map(({ orderItems }) => orderItems), send.body.orderItems as Order['orderItems']])
  return [
    ...(cancelledAt !== undefined && cancelledAt < before ? ['of an order that is cancelled'] : []),
    ...parent.orderItems
      .filter(
        ({ id, quantity }) => asked(send).some((one) => one.orderItemId === id) && (pieces.get(id) ?? 0) > quantity,
      )
      .map(({ id }) => `with more pieces of line ${id} than are left`),
  ]
}

function piecesOf(lists: readonly Order['orderItems'][]): Map<number, number> {
  const pieces = new Map<number, number>()
  for (const { references, quantity } of lists.flat()) {
    const line = references[0]?.referenceOrderItemId ?? 0
    pieces.set(line, (pieces.get(line) ?? 0) + quantity)
  }
  return pieces
}

const asked = ({ body }: Send): ReturnLine[] =>
  ((body.orderItems ?? []) as Order['orderItems']).map(({ references, quantity }) => ({
    orderItemId: references[0]?.referenceOrderItemId ?? 0,
    quantity,
  }))

/** What the record of a write says of it must let anybody recognise it. */
async function againstRecords(send: Send, town: Town): Promise<string[]> {
  const { records } = town.tables
  const items = await Promise.all(recordItems(send, town.script).map((id) => records.get(id)))
  const now = send.sentAt
  const sent = items.flatMap((item) =>
    Object.values(item?.records ?? {})
      .filter((record) => record.kind === send.kind && record.state === 'sent')
      // By the clock of its machine.
      .filter(({ tries }) => now < (tries.at(-1)?.sendBefore ?? 0) + town.nature.clocks.mostApartMs)
      .filter(({ by }) => item?.lock === undefined || item.lock.event === by),
  )
  if (send.kind === 'comment') return []
  const [record] = sent.filter((one) => recognises(one, send))
  if (!record) return ['without a record that recognises it']
  send.by = record.by
  return send.kind === 'return' ? unknownOf(record, send, town) : []
}

function recognises({ tries }: WriteRecord, send: Send): boolean {
  const one = tries.at(-1)
  if (send.kind !== 'return') return true
  const lines = asked(send)
  return (
    one?.ownerId === send.body.ownerId &&
    one?.lines?.length === lines.length &&
    lines.every((line) =>
      one?.lines?.some(({ orderItemId, quantity }) => orderItemId === line.orderItemId && quantity === line.quantity),
    )
  )
}

/** Returns that had been listed for long are known to the record: none of them is what is sent now. */
function unknownOf({ tries }: WriteRecord, { orderId, sentAt }: Send, { sandbox }: Town): string[] {
  const known = tries.at(-1)?.known ?? []
  return sandbox.world.store.orders
    .childrenOf(orderId)
    .filter(({ typeId, updatedAtMs }) => typeId === 3 && updatedAtMs < sentAt - longestRunMs - settlingMs)
    .filter(({ id }) => !known.includes(id))
    .map(({ id }) => `without knowing of return ${id}`)
}
