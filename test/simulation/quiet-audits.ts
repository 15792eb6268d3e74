import { isDeepStrictEqual } from 'node:util'
import type { AuditReport } from '../../lib/audit/audit.ts'
import type { Finding } from '../../lib/audit/auditor.ts'
import { putOrder } from '../../sandbox/put-order.ts'
import { createDesk } from '../operator/desk.ts'
import { createWorld, type World } from '../workflow/world.ts'
import { adviceOnFinding } from './quiet-advice.ts'
import { type Made, type Own, putMade, putStray, type Told } from './quiet-made.ts'
import { drawOverdue, wrongRetention } from './quiet-retention.ts'
import type { Chance } from './random.ts'

const minute = 60_000
const day = 24 * 60 * minute
type Shown = Omit<AuditReport, 'findings'> & { findings: (Finding & { toDo: string })[] }

/**
 * Two audits of what is known, the second one often much later than a week after the first: each reports exactly what is so in its time,
 * and counts what it has looked at.
 */
export async function quietAudits(chance: Chance): Promise<string[]> {
  const world = createWorld({ seed: 'empty' })
  const { ask } = createDesk(world)
  for (const id of [10_001, 10_002, 10_003]) putOrder(world.sandbox.world.store, { id, typeId: 1, ownerId: 12 }, 0)
  if (chance.hits(0.3)) world.sandbox.world.options.itemsPerPageMax = chance.between(1, 3)
  const known: Known = { made: [], own: [], since: world.now() - day, begun: undefined }
  await draw(world, chance, known)
  const overdue = await drawOverdue(world, chance)
  const audited = async () => {
    const { ok, result, error } = await ask('audit')
    const now = world.now()
    const wrong = ok
      ? [...wrongReport(result as Shown, known, now), ...wrongRetention((result as Shown).retention, overdue, now)]
      : [`the audit fails: ${error?.message}`]
    known.begun = now
    return wrong
  }
  const first = await audited()
  await world.advance(chance.pick([1, 6, 8, 12, 20]) * day + chance.between(0, 600) * minute)
  await draw(world, chance, known)
  return [...first, ...(await audited())]
}

type Known = { made: Made[]; own: Own[]; since: number; begun: number | undefined }

/** Of any time between the audit before, or a fortnight ago, and now; also of the very beginning and end of what is looked at. */
async function draw(world: World, chance: Chance, known: Known): Promise<void> {
  const now = world.now()
  const from = fromOf(known, now)
  for (let left = chance.between(1, 5); left > 0; left -= 1) {
    const begin = known.begun ?? now - 14 * day
    const endedAt = chance.hits(0.3)
      ? chance.pick([from, from - 1, now - minute, now - minute / 2].filter((at) => at > begin || at === from))
      : chance.between(begin, now)
    const { made, own } = await putMade(world, chance, { name: `drawn-${known.made.length}`, endedAt })
    known.made.push(made)
    known.own.push(...own)
  }
  for (let left = chance.between(0, 3); left > 0; left -= 1)
    known.own.push(...putStray(world, chance, chance.between(known.begun ?? now - 3 * day, now)))
}

/** A week ago; or when the round before began, where that is longer ago (docs/operator.md, Audit). */
const fromOf = ({ begun }: Pick<Known, 'begun'>, now: number) => Math.min(now - 7 * day, begun ?? now)

function wrongReport(report: Shown, known: Known, now: number): string[] {
  const from = fromOf(known, now)
  const made = known.made.filter(({ endedAt }) => endedAt >= from)
  // Times in lists may lack their milliseconds.
  const own = known.own.filter(({ createdAt }) => createdAt >= Math.max(from - 1_000, known.since))
  const isCertain = known.own.every(
    ({ createdAt }) => Math.abs(createdAt - from) > 2_000 && Math.abs(createdAt - known.since) > 2_000,
  )
  const unknown = own
    .filter(({ isUnknown }) => isUnknown)
    .map(({ orderId, returnId }): Told => ({ what: 'return_unknown', orderId, returnId }))
  // Lists need not show yet what was done within the settling time.
  const isShown = (endedAt: number, { what }: Told) => what !== 'comment_gone' || endedAt <= now - minute
  const wanted = [
    ...made.flatMap(({ endedAt, findings }) => findings.filter((one) => isShown(endedAt, one))),
    ...(isCertain ? unknown : []),
  ].map(toKey)
  const shown = report.findings.filter(({ what }) => isCertain || what !== 'return_unknown')
  const told = shown.map(toKey)
  const sum = (of: 'returns' | 'comments' | 'orders') => made.reduce((all, one) => all + one.of[of], 0)
  const counts = {
    checked: made.length,
    returns: sum('returns'),
    comments: sum('comments'),
    orders: sum('orders'),
    writes: 0,
  }
  const counted = Object.entries(counts).filter(([name, count]) => report.events[name as 'checked'] !== count)
  return [
    ...wanted.filter((one) => !told.includes(one)).map((one) => `overlooked by the audit: ${one}`),
    ...told.filter((one) => !wanted.includes(one)).map((one) => `told by the audit without being so: ${one}`),
    ...(told.length === new Set(told).size ? [] : ['the audit reports a finding twice']),
    ...counted.map(([name, count]) => `the audit counts ${report.events[name as 'checked']} ${name}, not ${count}`),
    ...(isCertain && report.returns.ours !== own.length
      ? [`the audit counts ${report.returns.ours} returns of ours, not ${own.length}`]
      : []),
    ...(report.events.complete && report.returns.complete && !report.putOff
      ? []
      : [`the audit does not end: ${report.putOff?.why}`]),
    ...[report.events, report.returns]
      .filter((one) => Date.parse(one.from) !== from || Date.parse(one.to) !== now)
      .map((one) => `the audit looks from ${one.from} to ${one.to}`),
    ...(report.unseen.length === 0 ? [] : [`the audit could not see ${JSON.stringify(report.unseen)}`]),
    ...shown.flatMap((finding) => wrongWords(finding, known)),
  ]
}

const toKey = ({ what, event, orderId, returnId, commentId }: Told) =>
  JSON.stringify([what, event, orderId, returnId, commentId])

/** Its sentence names its ids and how the event came to the return; what to do is as docs/operator.md says. */
function wrongWords(finding: Shown['findings'][number], { made }: Known): string[] {
  const { what, event, orderId, returnId, says, toDo } = finding
  const isLinked = made.find((one) => one.event === event)?.linked
  const isOfReturn = what.startsWith('return_') && event !== undefined
  return [
    ...[event, orderId, returnId]
      .filter((one) => one !== undefined && !says.includes(String(one)))
      .map((one) => `${what} does not name ${one}: ${says}`),
    ...(isOfReturn && says.includes('linked') !== isLinked ? [`${what} is told of the wrong kind: ${says}`] : []),
    ...(isDeepStrictEqual(toDo, adviceOnFinding(what)) ? [] : [`${what} is advised: ${toDo}`]),
  ]
}
