import { isCancelled } from '../../back-office/constants.ts'
import { held } from '../../reasons.ts'
import { idsOf, type WriteRecord } from '../../state/write-record.ts'
import { isApproved } from '../approvals.ts'
import { endWith, type StepOutcome, type Work, waitUntil } from '../workflow.ts'
import { type Listed, otherResults, type Question } from './judge.ts'
import type { Kind } from './kind.ts'
import type { Locked } from './lock-item.ts'
import { doneRecord } from './record-states.ts'

/** What a second look leaves to do; `id`: the one that counts from now on. */
type Looked = StepOutcome | { kind: 'counts'; id: number }

/**
 * A write that was sent twice is looked at once more, late enough for an earlier try to have shown up. Once a person has cancelled all but
 * one, that one counts; a release of the same ones says that all are right.
 */
export async function secondLook<Seen extends Listed>(
  work: Work,
  item: Locked,
  { kind, isOurs }: { kind: Kind<Seen>; isOurs: Question['isOurs'] },
): Promise<Looked | undefined> {
  const record = item.records()[kind.key]
  if (record?.state !== 'done' || record.id === undefined || record.secondLookAt === undefined) return undefined
  if (record.by !== work.event().id) return undefined
  if (work.workflow.now() < record.secondLookAt) {
    return waitUntil(record.secondLookAt, { code: 'second_look', kind: kind.name })
  }
  const seen = await kind.look()
  const { id } = record
  work.record(
    kind.key,
    {},
    { code: 'second_look', kind: kind.name, ...(kind.orderId !== undefined && { orderId: kind.orderId }) },
  )
  const late = otherResults(record, seen, { taken: new Set([id, ...idsOf(item.records(), kind.name)]), isOurs })
  const isGone = seen.listed.some((one) => one.id === id && isCancelled(one.statusId, seen))
  const [only, ...others] = isGone ? late : [id, ...late]
  const facts = { what: 'twice', kind: kind.name, ids: [id, ...late] } as const
  const isAccepted = isApproved(work.event(), 'outcome_unclear', { key: kind.key, ...facts })
  if (others.length > 0 && !isAccepted) {
    work.workflow.log.error('a repeated write came through twice', {
      event: record.by,
      kind: kind.name,
      ids: facts.ids,
    })
    const about = kind.orderId === undefined ? {} : { orderId: kind.orderId }
    return endWith(held({ code: 'outcome_unclear', key: kind.key, ...facts, ...about }))
  }
  const counts = others.length > 0 ? id : (only ?? id)
  await item.save({
    [kind.key]: doneRecord(record, {
      id: counts,
      of: { sendBefore: 0, known: [], ...linesOf(record) },
      linked: record.linked === true && counts === id,
    }),
  })
  return { kind: 'counts', id: counts }
}

const linesOf = ({ lines }: Extract<WriteRecord, { state: 'done' }>) => (lines ? { lines } : {})
