import type { BackOffice } from '../back-office/back-office.ts'
import { isNotFound, LoginClosed, Rejected, RetryLater, recovered } from '../errors.ts'
import { InvariantBroken } from '../invariant.ts'
import { type Log, traceOf } from '../log.ts'
import type { Unread } from '../reasons.ts'
import type { Auditor, Unseen } from './auditor.ts'

class NotRead extends Error {
  readonly why: Unread
  readonly until: number | undefined
  constructor(why: Unread, until?: number) {
    super(why.code)
    this.why = why
    this.until = until
  }
}

/** The run ends here and the next one goes on, no earlier than `until`: nothing is wrong with what was to be read. */
export class PutOff extends NotRead {
  override name = 'PutOff'
}

/** One thing cannot be read, others may. */
export class Unreadable extends NotRead {
  override name = 'Unreadable'
}

const causeOf = ({ message }: Error): Unread => ({ code: 'cause', cause: message })

export type Reader = ReturnType<typeof createReader>

/** Whether one thing took two reads, and yet that was not enough. One alone may have been refused. */
export const tookTooMuch = (reader: Reader, { readsBefore }: { readsBefore: number }): boolean =>
  reader.reads() - readsBefore >= 2

/** `stopAt`: no read begins later, epoch ms; once the place has moved it is `shareUntil`, so that all make some progress. */
type Ends = { stopAt: number; shareUntil?: number; deadlineMs: number }
/** The most reads and waits of one run, where nothing else limits it. */
const mostReads = 1_000
const mostWaits = 30
/** So many refusals one after the other are no accident of one record. */
const mostInARow = 3

/** Reads as a replay, from what nobody else uses. A refused read waits, or the run ends and the next one goes on. */
export function createReader({ workflow }: Auditor, { stopAt, shareUntil = stopAt, deadlineMs }: Ends) {
  const { now, sleep, openBackOffice } = workflow
  let reads = 0
  let waits = 0
  let inARow = 0
  let endsAt = stopAt
  const backOffice = openBackOffice({
    deadlineMs,
    pace: { class: 'replay', queued: true, reads: 1, writes: 0 },
    onCall: () => {
      reads += 1
    },
  })

  /** Throws `PutOff` where the time or the reads of this run are used up. */
  function mustGoOn(): void {
    if (now() >= endsAt) throw new PutOff({ code: 'time_over' })
    if (reads >= mostReads) throw new PutOff({ code: 'calls_used_up', calls: mostReads })
  }

  /** True: it may be tried again now. */
  async function waitedFor(error: unknown): Promise<boolean> {
    if (!(error instanceof RetryLater && !error.isFailure && error.atMs !== undefined)) return false
    waits += 1
    if (error.atMs >= endsAt || waits > mostWaits) throw new PutOff(causeOf(error), error.atMs)
    await sleep(Math.max(0, error.atMs - now()))
    return true
  }

  function failed(error: unknown): Error {
    if (error instanceof LoginClosed) return new PutOff(causeOf(error))
    if (error instanceof RetryLater && !error.isFailure) return new PutOff(causeOf(error), error.atMs)
    if (!(error instanceof RetryLater || error instanceof Rejected)) return error as Error
    inARow += 1
    return inARow < mostInARow ? new Unreadable(causeOf(error)) : new PutOff(causeOf(error))
  }

  return {
    mustGoOn,
    /** Says that the place of this run has moved: from now on it only has its share. */
    moved(): void {
      endsAt = shareUntil
    },
    reads: () => reads,
    /** Undefined: 404. Throws `Unreadable`, or `PutOff` where the run must end. `read` may run several times. */
    async read<T>(read: (backOffice: BackOffice) => Promise<T>): Promise<T | undefined> {
      for (;;) {
        mustGoOn()
        try {
          const found = await recovered(read(backOffice), isNotFound, undefined)
          inARow = 0
          return found
        } catch (error) {
          if (error instanceof PutOff) throw error
          if (!(await waitedFor(error))) throw failed(error)
        }
      }
    },
  }
}

/** So many failures one after the other are no accident of single records. Those stay and come first each day, so this must not be few. */
const mostPassedBy = 25

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
        if (ofTheTable.includes(trace.error) || inARow >= mostPassedBy) throw error
        log.error('passed by: what is recorded of it cannot be read or saved', { ...what, ...trace })
        unseen.push({ ...what, why: { code: 'record_unreadable', error: trace.error } })
        return undefined
      }
    },
  }
}
