import type { AuditReport } from '../../../lib/audit/audit.ts'
import { dayMs } from '../../../lib/audit/auditor.ts'
import { type InboxEvent, isOpen } from '../../../lib/inbox/event.ts'
import type { Finding } from '../../../lib/reasons.ts'
import { isOpenWrite, type WriteRecord } from '../../../lib/state/write-record.ts'
import { putOrder } from '../../../sandbox/put-order.ts'
import type { Comment } from '../../../sandbox/records.ts'
import { apiUser } from '../../../sandbox/seed/api-user.ts'
import { markerOf } from '../judges/model.ts'
import { isFoundOf, mustBeFound } from '../judges/wrong-shop-returns.ts'
import { type Chance, createChance } from '../random.ts'
import type { Town } from '../town/town.ts'

/** In every third schedule the audit runs while the weather is bad, with a retention of minutes: events expire among all else. */
export const isAuditedEarly = (seed: number): boolean => seed % 3 === 0
export const earlyRetention = { days: 12 / (24 * 60), ledgerDays: 30 }

const timeoutMs = 120_000
const mostRuns = 150

type Key = string
const keyOf = ({ what, event, returnId, commentId }: Finding): Key =>
  [what, event, returnId ?? commentId].filter((part) => part !== undefined).join(' ')

const eventOf = (key: Key): string | undefined => key.split(' ')[1]
/** A return is one finding, whichever of its events that names. */
function isTold(told: ReadonlySet<Key>, key: Key): boolean {
  const [what = '', , returnId] = key.split(' ')
  const isSame = (other: Key) => other.startsWith(`${what} `) && other.endsWith(` ${returnId}`)
  return told.has(key) || (what.startsWith('return_') && [...told].some(isSame))
}
const unseen = (event: string | undefined): Key => `unseen ${event}`

/**
 * The audit as one more function. `judge` is for the end: people cancel and move some of what was made, and the audit must tell of
 * exactly that, and of each return of our user that no event knows. It has dice of its own, so that nobody else's fall otherwise.
 */
export function startAudits(town: Town, seed: number): { judge(): Promise<string[]> } {
  const { nature, platform, script } = town
  const chance = createChance(seed + 2 ** 31)
  const violations: string[] = []
  const run = async (): Promise<AuditReport | undefined> => {
    const outcome = await platform.invoke('audit', timeoutMs, ({ code, auditor }, deadlineMs) =>
      code.audit(auditor, deadlineMs),
    )
    if (!('ended' in outcome)) return undefined
    town.findings.push(...outcome.ended.findings)
    violations.push(...(await nature.timeline.busy(untrue(town, outcome.ended.findings))))
    return outcome.ended
  }
  if (isAuditedEarly(seed)) {
    for (let turn = 0; turn < 4; turn += 1) {
      const sometime = (what: () => Promise<unknown>) =>
        nature.timeline.after(chance.between(0, script.faultyMs), () => void what())
      sometime(run)
      sometime(() => nature.timeline.busy(town.expire(nature.timeline.now())))
    }
  }
  return {
    async judge() {
      // A round that began before does not come back to what it has looked at: it is brought to its end first.
      if (isAuditedEarly(seed)) await untilComplete(town, run, isAuditedEarly(seed) ? 2 : 1)
      const expected = [...(await spoil(town, chance)), ...(await orphans(town)), ...(await ofShopReturns(town))]
      const told = await untilComplete(town, run, isAuditedEarly(seed) ? 2 : 1)
      if (!told) return [...violations, 'slow: the audit did not come to its end']
      return [
        ...violations,
        ...expected
          .filter((key) => !isTold(told, key) && !told.has(unseen(eventOf(key))))
          .map((key) => `overlooked by the audit: ${key}`),
        ...(await leftOpen(town, told)),
        ...(await expiryMistakes(town)),
      ]
    },
  }
}

/** What discarded events have sent comes to an end: it is known, or a person is told. */
async function leftOpen(town: Town, told: ReadonlySet<Key>): Promise<string[]> {
  const kept = await town.tables.inbox.walk({ limit: 1_000 })
  const discarded = new Set(kept.filter(({ read }) => read().status === 'discarded').map(({ id }) => id))
  const records = await Promise.all(town.script.orders.map(({ id }) => recordsOf(town, id)))
  return records
    .flat()
    .filter(({ state, by }) => state === 'sent' && discarded.has(by))
    .filter(({ by }) => !told.has(`write_unclear ${by}`) && !told.has(unseen(by)))
    .map(({ by }) => `left open by the audit: a write of ${by}`)
}

/** Undefined: not within so many runs. Runs until both directions have come to their end `rounds` times: a round that was begun before may have passed what came later. */
async function untilComplete(
  { nature }: Town,
  run: () => Promise<AuditReport | undefined>,
  rounds: number,
): Promise<Set<Key> | undefined> {
  const told = new Set<Key>()
  const done = { events: 0, returns: 0 }
  const passUntil = (time: number) => new Promise<void>((resolve) => nature.timeline.at(time, resolve))
  const all = async () => {
    for (let runs = 0; runs < mostRuns && Math.min(done.events, done.returns) < rounds; runs += 1) {
      const report = await run()
      for (const finding of report?.findings ?? []) told.add(keyOf(finding))
      // What it says that it could not see it has not overlooked.
      for (const { returnId, event } of report?.unseen ?? []) {
        if (returnId !== undefined) told.add(`return_unknown ${returnId}`)
        if (event !== undefined) told.add(unseen(event))
      }
      if (report?.events.complete) done.events += 1
      if (report?.returns.complete) done.returns += 1
      // Calls pause, or a login must wait: until then the next run could ask nothing either. It comes a day later at most.
      const until = report?.calls === 0 ? report.putOff?.until : undefined
      if (until !== undefined) await passUntil(Math.min(Date.parse(until), nature.timeline.now() + dayMs))
    }
    return 'over'
  }
  let over: string | undefined
  void all().then((end) => {
    over = end
  })
  await nature.timeline.run(() => over !== undefined)
  return Math.min(done.events, done.returns) < rounds ? undefined : told
}

/** What is reported must be so, at that moment. */
async function untrue(town: Town, findings: readonly Finding[]): Promise<string[]> {
  const { shopReturns } = town
  const events = await town.events()
  const unknown = new Set(await orphans(town, { isOpenToo: true }))
  const { orders, comments } = town.sandbox.world.store
  const isTrue = async (finding: Finding): Promise<boolean> => {
    const { what, returnId = 0, commentId = 0, orderId } = finding
    const event = events.find(({ id }) => id === finding.event)
    if (what === 'return_unknown') return unknown.has(keyOf(finding))
    if (what === 'write_unclear') {
      const records = await recordsOf(town, orderId)
      const isSent = records.some(({ state, by }) => state === 'sent' && by === event?.id)
      return event !== undefined && !isAsked(event) && (isSent || orderId === undefined)
    }
    if (what === 'shop_cancelled')
      return shopReturns !== undefined && isFoundOf(returnId, shopReturns, { events, sandbox: town.sandbox }) !== 'not'
    if (what === 'comment_twice') return hasTwins(comments.list(), orderId)
    if (
      !Object.values(event?.progress ?? {}).some(
        ({ comment, also = [], ...made }) =>
          made.returnId === returnId || also.includes(returnId) || comment?.commentId === commentId,
      )
    )
      return false
    if (what === 'return_cancelled') return orders.get(returnId)?.statusId === 8
    return what === 'comment_gone' && comments.get(commentId)?.referenceValue !== orderId
  }
  const judged = await Promise.all(findings.map(async (finding) => ((await isTrue(finding)) ? [] : [keyOf(finding)])))
  return judged.flat().map((key) => `told by the audit without being so: ${key}`)
}

/** What the shop has cancelled after its return was made. */
async function ofShopReturns({ shopReturns, events, sandbox }: Town): Promise<Key[]> {
  const seen = { events: await events(), sandbox }
  return shopReturns ? mustBeFound(shopReturns, seen).map((id) => `shop_cancelled ${id}`) : []
}

/** Two comments of the order have one marker. */
function hasTwins(comments: readonly Comment[], orderId = 0): boolean {
  const markers = comments
    .filter(({ referenceValue }) => referenceValue === orderId)
    .flatMap(({ text }) => markerOf(text) ?? [])
  return new Set(markers).size < markers.length
}

const recordsOf = async ({ tables }: Town, orderId = 0) =>
  Object.values((await tables.records.get(`order#${orderId}`))?.records ?? {})

const isAsked = ({ status }: Pick<InboxEvent, 'status'>): boolean => isOpen(status) || status === 'held'

/**
 * Returns of our user in the back office that neither event nor order knows. `isOpenToo`: also where a write is open that may have made
 * them, as long as no event will go on with it or asks a person.
 */
async function orphans(town: Town, { isOpenToo = false } = {}): Promise<Key[]> {
  const events = await town.events()
  // An event that was linked to a return has not made it.
  const made = events.flatMap(({ progress }) => Object.values(progress)).filter(({ linked }) => !linked)
  const known = new Set(made.map(({ returnId }) => returnId))
  // The first audit looks a day back.
  const since = (await town.tables.audits.read())?.since ?? town.nature.timeline.now() - dayMs
  const found: Key[] = []
  for (const order of town.sandbox.world.store.orders.list()) {
    const { id, typeId, statusId, ownerId, createdAtMs, orderReferences } = order
    if (typeId !== 3 || statusId === 8 || ownerId !== apiUser.id || known.has(id) || createdAtMs < since) continue
    const records = (await recordsOf(town, orderReferences[0]?.referenceOrderId)).filter(
      ({ kind }) => kind === 'return',
    )
    const mayBe = (record: WriteRecord) =>
      isOpenWrite(record) &&
      !(isOpenToo && (wasThere(record, id) || !events.some((event) => event.id === record.by && isAsked(event))))
    const isKnown = records.some((record) => mayBe(record) || ('id' in record && record.id === id && !record.linked))
    if (!isKnown) found.push(`return_unknown ${id}`)
  }
  return found
}

/** Before any try of this write: it was sent after the audit had looked. */
const wasThere = ({ tries }: WriteRecord, id: number): boolean =>
  tries.length > 0 && tries.every(({ known = [] }) => known.includes(id))

/** Some of what was made is cancelled, or moved away from its order; and somebody uses the bridge's user for a return. */
async function spoil({ events, sandbox, script, nature, tables }: Town, chance: Chance): Promise<Key[]> {
  const { orders, comments } = sandbox.world.store
  if (chance.hits(0.3)) {
    const orderReferences = [{ referenceType: 'parent', referenceOrderId: chance.pick(script.orders).id }]
    const byHand = { typeId: 3, statusId: 9.02, ownerId: apiUser.id, orderReferences }
    putOrder(sandbox.world.store, byHand, nature.timeline.now())
  }
  // What has expired is known by its records alone.
  const kept = new Set((await tables.inbox.walk({ limit: 1_000 })).map(({ id }) => id))
  const all = await events()
  return all.flatMap(({ id, status, progress }) => {
    if (!kept.has(id)) return []
    const [[key = '', { returnId, comment } = {}] = []] = Object.entries(progress)
    // What was noted before its lines were known, and made when it was told again, has two comments: each stands for the other.
    const isNotedTwice = all.some((other) => other.id !== id && other.progress[key]?.comment !== undefined)
    const order = orders.get(returnId ?? 0)
    const text = comments.get(comment?.commentId ?? 0)
    if (status !== 'done') return []
    if (order && chance.hits(0.2)) {
      orders.put({ ...order, statusId: 8 })
      return [`return_cancelled ${id} ${order.id}`]
    }
    // Of two with one marker the other one stays.
    if (!text || isNotedTwice || !chance.hits(0.2) || hasTwins(comments.list(), text.referenceValue)) return []
    comments.put({ ...text, referenceValue: 1 })
    return [`comment_gone ${id} ${text.id}`]
  })
}

/** A month and a year later: what has ended is gone, with its records; nothing else is touched. */
async function expiryMistakes({ events, expire, tables, nature, script }: Town): Promise<string[]> {
  const before = await events()
  const items = await Promise.all(script.orders.map(({ id }) => tables.records.get(`order#${id}`)))
  const open = items
    .filter((item) => Object.values(item?.records ?? {}).some(isOpenWrite))
    .map((item) => item?.id ?? '')
  const gone = await expire(nature.timeline.now() + 400 * dayMs)
  const mustStay = before.filter(({ status }) => status === 'held' || status === 'failed').map(({ id }) => id)
  const mustGo = before.filter(({ status }) => status === 'done' || status === 'ignored' || status === 'discarded')
  const left = new Set((await tables.inbox.list({ limit: 100 })).events.map(({ id }) => id))
  return [
    ...mustStay.filter((id) => gone.events.includes(id)).map((id) => `expired although held or failed: ${id}`),
    ...mustGo.filter(({ id }) => left.has(id)).map(({ id, status }) => `not expired: ${id} is ${status}`),
    ...open.filter((id) => gone.items.includes(id)).map((id) => `expired with a write of unknown outcome: ${id}`),
  ]
}
