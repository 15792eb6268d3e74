import { isCancelled } from '../../back-office/constants.ts'
import { held } from '../../reasons.ts'
import { idsOf, isOpenWrite } from '../../state/write-record.ts'
import { isApproved } from '../approvals.ts'
import { whileBusy } from '../retry-policy.ts'
import { endWith, type StepOutcome, type Work, waitUntil } from '../workflow.ts'
import { type Listed, otherResults, type Question } from './judge.ts'
import { about, entry, type Kind } from './kind.ts'
import type { Locked } from './lock-item.ts'
import { doneRecord } from './record-states.ts'

/** What a second look leaves to do; `id`: the one that counts from now on. */
type Looked = StepOutcome | { kind: 'counts'; id: number }

/** Looks once more at a write that was sent twice. Once a person has cancelled all but one, that one counts; a release accepts all. */
export async function secondLook<Seen extends Listed>(
  work: Work,
  item: Locked,
  { kind, isOurs }: { kind: Kind<Seen>; isOurs: Question['isOurs'] },
): Promise<Looked | undefined> {
  const record = item.records()[kind.key]
  if (record?.state !== 'done' || record.id === undefined || record.secondLookAt === undefined) return undefined
  if (record.by !== work.event().id) return undefined
  if (work.workflow.now() < record.secondLookAt)
    return waitUntil(record.secondLookAt, { code: 'second_look', kind: kind.name })
  const seen = await kind.look()
  const { id } = record
  work.record(kind.key, {}, entry(kind, 'second_look'))
  const late = otherResults(record, seen, { taken: new Set([id, ...idsOf(item.records(), kind.name)]), isOurs })
  const isGone = seen.listed.some((one) => one.id === id && isCancelled(one.statusId, seen))
  const [only, ...others] = isGone ? late : [id, ...late]
  const facts = { what: 'twice', kind: kind.name, ids: [id, ...late] } as const
  const isAccepted = isApproved(work.event(), 'outcome_unclear', { key: kind.key, ...facts })
  if (others.length > 0 && !isAccepted) {
    if (isSentBeside(item, kind)) return whileBusy(work, item.id)
    const { kind: name, ids } = facts
    work.workflow.log.error('a repeated write came through twice', { event: record.by, kind: name, ids })
    return endWith(held({ code: 'outcome_unclear', key: kind.key, ...facts, ...about(kind) }))
  }
  const counts = others.length > 0 ? id : (only ?? id)
  const of = { sendBefore: 0, known: [], ...(record.lines && { lines: record.lines }) }
  const linked = record.linked === true && counts === id
  await item.save({ [kind.key]: doneRecord(record, { id: counts, of, linked }) })
  return { kind: 'counts', id: counts }
}

/** What somebody else has sent, and has not found yet, may be one of what looks like a second one. */
const isSentBeside = (item: Locked, { key, name }: Pick<Kind<Listed>, 'key' | 'name'>): boolean =>
  Object.entries(item.records()).some(([other, one]) => other !== key && one.kind === name && isOpenWrite(one))
