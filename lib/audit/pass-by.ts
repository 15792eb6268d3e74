import { InvariantBroken } from '../invariant.ts'
import { type Log, traceOf } from '../log.ts'
import type { Unseen } from './auditor.ts'
import { PutOff, Unreadable } from './reader.ts'

/** So many failures one after the other are no accident of single records. Those stay and come first each day, so this must not be few. */
const mostInARow = 25

/** How the table and its client say that nothing is to be had of it now, whatever the record. */
const ofTheTable = `ProvisionedThroughputExceededException RequestLimitExceeded ThrottlingException
  InternalServerError ServiceUnavailable TimeoutError`.split(/\s+/)

export type PassBy = ReturnType<typeof createPassBy>

/** Lets a run pass by one thing whose record cannot be read or saved: it would end every run at the same place. */
export function createPassBy(log: Log, unseen: Unseen[] = []) {
  let inARow = 0
  return {
    unseen,
    /** Undefined: it failed, and is reported. Throws what is the table's or the reader's, and the last of many in a row. */
    async attempt<T>(what: Omit<Unseen, 'why'>, work: () => Promise<T>): Promise<T | undefined> {
      try {
        const done = await work()
        inARow = 0
        return done
      } catch (error) {
        if (error instanceof PutOff || error instanceof Unreadable || error instanceof InvariantBroken) throw error
        inARow += 1
        const trace = traceOf(error)
        if (ofTheTable.includes(trace.error) || inARow >= mostInARow) throw error
        log.error('passed by: what is recorded of it cannot be read or saved', { ...what, ...trace })
        unseen.push({ ...what, why: { code: 'record_unreadable', error: trace.error } })
        return undefined
      }
    },
  }
}
