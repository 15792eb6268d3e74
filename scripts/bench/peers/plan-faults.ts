import { createChance } from '../../../test/simulation/random.ts'

/** What happens to a write that asks for a return or a comment of an order. */
export const writeFaults = {
  'cut-after': 'carried out, then the connection is cut',
  'error-after': 'carried out, then answered 500',
  'error-before': 'not carried out, answered 500',
  slow: 'carried out and answered two seconds later',
  late: 'answered 504 at once, and carried out five seconds later',
} as const
export type WriteFault = keyof typeof writeFaults

/** The share of the writes that each fault happens to, from 0 to 1. */
export type Shares = Readonly<Partial<Record<WriteFault, number>>>

export type Write = {
  kind: 'return' | 'comment'
  order: number
  /** Counts from 1: how often this write has been asked for, also by a process that was killed. */
  attempt: number
}
export type FaultOf = (write: Write) => WriteFault | undefined

/** A write meets at most this many faults, so that everybody can finish. */
const mostFaults = 2

/** Depends on the write alone, never on time or order: every system meets the same faults. */
export const planFaults =
  (seed: number, shares: Shares): FaultOf =>
  ({ kind, order, attempt }) => {
    if (attempt > mostFaults) return undefined
    let left = createChance(seed + order * 8 + (kind === 'return' ? 0 : 4) + attempt).next()
    for (const [fault, share] of Object.entries(shares)) {
      left -= share
      if (left < 0) return fault as WriteFault
    }
    return undefined
  }
