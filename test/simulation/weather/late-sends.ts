import type { RecordStore } from '../../../lib/state/write-record.ts'
import type { SentRequest } from '../town/sent-request.ts'

/** Looks at what the records say of a return that leaves a machine: no send of a try begins after its `sendBefore`. */
export function watchLateSends(
  records: Pick<RecordStore, 'get'>,
  { toleranceMs, onLate }: { toleranceMs: number; onLate: (what: string) => void },
): (request: SentRequest, at: number) => void {
  return ({ method, path, body }, at) => {
    if (method !== 'POST' || path !== '/rest/orders') return
    const { typeId, orderReferences = [] } = JSON.parse(body)
    const [parent] = orderReferences
    if (typeId !== 3 || parent === undefined) return
    void records.get(`order#${parent.referenceOrderId}`).then((item) => {
      const sent = Object.values(item?.records ?? {}).filter(({ kind, state }) => kind === 'return' && state === 'sent')
      const isInTime = sent.some(({ tries }) => at < (tries.at(-1)?.sendBefore ?? 0) + toleranceMs)
      if (!isInTime) onLate(`a return of order ${item?.id} left without a record that allows it`)
    })
  }
}
