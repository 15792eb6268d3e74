import { isOpen } from '../inbox/shards.ts'
import { isOpenWrite } from '../state/write-record.ts'
import type { Auditor, Finding } from './auditor.ts'
import { judgeOwn, unclearWrite, unknownReturn } from './judge.ts'
import { type Reader, Unreadable } from './reader.ts'
import { type SettledItem, settleItem } from './settle-item.ts'

/** A return of our user; `parents`: its orders. */
type Own = { returnId: number; parents: readonly number[] }

/** What the items of its orders know of a return. One of them may have a write of unknown outcome that made it: it is settled first. */
export async function judgeOwnReturn(
  auditor: Auditor,
  reader: Reader,
  { returnId, parents }: Own,
): Promise<Finding | undefined> {
  const { records } = auditor.workflow
  const items = await Promise.all(parents.map((orderId) => records.get(`order#${orderId}`)))
  const stored = items.filter((item) => item !== undefined)
  const before = judgeOwn(returnId, stored)
  if (before === 'known') return undefined
  if (before === 'unknown') return unknownReturn(returnId, parents)
  const settled: SettledItem[] = []
  for (const { id } of stored) settled.push(await settleItem(auditor, reader, id))
  if (judgeOwn(returnId, settled) === 'known') return undefined
  return (await judgeOpen(auditor, settled)) ?? unknownReturn(returnId, parents)
}

/** Throws `Unreadable` where an event will go on with a write, or asks a person about it. Undefined: none of them may have made it. */
async function judgeOpen({ workflow }: Auditor, items: readonly SettledItem[]): Promise<Finding | undefined> {
  let finding: Finding | undefined
  for (const { id, records, unclear } of items) {
    for (const [key, record] of Object.entries(records)) {
      if (record.kind !== 'return' || !isOpenWrite(record)) continue
      const status = (await workflow.inbox.get(record.by))?.status
      if (status !== undefined && (isOpen(status) || status === 'held')) {
        throw new Unreadable(`event ${record.by} has a write of unknown outcome for its order`)
      }
      const verdict = unclear.get(key)
      if (record.state === 'sent' && verdict) finding ??= unclearWrite(id, record, verdict)
    }
  }
  return finding
}
