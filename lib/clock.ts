import { ClockInDoubt } from './errors.ts'
import type { Log } from './log.ts'

/** Assumption: two functions' clocks differ by less. `Date` headers have seconds; leases and pace have this to spare. */
export const maxSkewMs = 500
/** Each of two clocks may be off by half of it. */
const toleranceMs = maxSkewMs / 2
/** A `Date` header leaves out the milliseconds. */
const dateStepMs = 1_000
const sayEveryMs = 60_000
/** When a request left and when its answer was there, by our own clock, epoch ms. */
type Exchange = { sentAt: number; answeredAt: number }

/** This process's clock and what contradicts it. The table's time decides; until it has spoken, that of the back office and others. */
export type Clock = {
  /** Epoch ms. Never corrected: nobody could tell which of two times was meant. */
  now(): number
  /** A run of the function begins. While it was frozen, the clock that nobody sets may have stood still. */
  begin(): void
  /** An answer with this `Date` header. */
  heard(witness: 'table' | 'back_office', date: string | null | undefined, exchange: Exchange): void
  /** Another function stored this as its present time, epoch ms: it cannot lie ahead. */
  readStored(at: number): void
  /** Until when nothing that was sent may be judged, epoch ms: `ms` after a start and each jump, where no table says the time. Else 0. */
  unsteadyUntil(ms: number): number
  isRight(): boolean
  /** Throws `ClockInDoubt`: nothing may be sent, judged or reserved by this clock. */
  mustBeRight(): void
}

/** `aheadMs`: by how much at least; negative if the clock is slow. */
type Doubt = { witness: 'table' | 'back_office' | 'stored_time' | 'jump'; aheadMs: number }
type Deps = { wall: () => number; monotonic: () => number; log: Pick<Log, 'warn' | 'error'>; isAlone?: boolean }

/** `isAlone`: the store is in this process and has no clock of its own. `monotonic`: milliseconds of a clock that nobody sets (`performance.now`): a jump of the other one shows against it. */
export function createClock({ wall, monotonic, log, isAlone = false }: Deps): Clock {
  /** Both clocks when the table last agreed. */
  let agreed = { wall: wall(), monotonic: monotonic() }
  let hasTableSpoken = false
  let doubt: Doubt | undefined
  /** When a jump was last looked for, and since when, by `monotonic`, there was none. */
  let looked = { ...agreed, steadySince: agreed.monotonic }
  const saidAt = new Map<string, number>()

  const jumpedMs = () => wall() - agreed.wall - (monotonic() - agreed.monotonic)

  function lookForJump(): void {
    const [at, since] = [{ wall: wall(), monotonic: monotonic() }, looked]
    const isJump = Math.abs(at.wall - since.wall - (at.monotonic - since.monotonic)) > toleranceMs
    looked = { ...at, steadySince: isJump ? at.monotonic : since.steadySince }
  }

  function current(): Doubt | undefined {
    const aheadMs = jumpedMs()
    return doubt ?? (Math.abs(aheadMs) > toleranceMs ? { witness: 'jump', aheadMs } : undefined)
  }

  function say(level: 'warn' | 'error', message: string, { witness, aheadMs }: Doubt): void {
    const last = saidAt.get(witness)
    if (last !== undefined && monotonic() - last < sayEveryMs) return
    saidAt.set(witness, monotonic())
    log[level](message, { code: 'clock_in_doubt', witness, aheadMs: Math.round(aheadMs) })
  }

  function judge(found: Doubt): void {
    const isRight = found.aheadMs === 0
    if (found.witness === 'table') {
      hasTableSpoken = true
      doubt = isRight ? undefined : found
      if (isRight) agreed = { wall: wall(), monotonic: monotonic() }
    } else if (isRight) {
      if (doubt?.witness === found.witness) doubt = undefined
      return
    } else if (hasTableSpoken && !current()) {
      // The table agrees with us: the other one is wrong. Another function's clock is still for a person to look at.
      if (found.witness === 'back_office') say('warn', "the back office's clock is wrong", found)
      else say('error', 'clock in doubt', found)
      return
    } else doubt ??= found
    if (doubt) say('error', 'clock in doubt', doubt)
  }

  return {
    now: wall,
    begin() {
      lookForJump()
      // Where the table never says the time, nobody else could end a doubt.
      if (!hasTableSpoken) doubt = undefined
      if (jumpedMs() > 0 || !hasTableSpoken) agreed = { wall: wall(), monotonic: monotonic() }
    },
    heard(witness, date, { sentAt, answeredAt }) {
      const earliest = Date.parse(date ?? '')
      if (Number.isNaN(earliest)) return
      const [ahead, behind] = [sentAt - (earliest + dateStepMs), earliest - answeredAt]
      const aheadMs = ahead > toleranceMs ? ahead : behind > toleranceMs ? -behind : 0
      judge({ witness, aheadMs })
    },
    readStored(at) {
      const behind = at - wall()
      if (behind > maxSkewMs) judge({ witness: 'stored_time', aheadMs: -behind })
    },
    unsteadyUntil(ms) {
      lookForJump()
      const leftMs = isAlone ? looked.steadySince + ms - looked.monotonic : 0
      return leftMs > 0 ? looked.wall + leftMs : 0
    },
    isRight: () => current() === undefined,
    mustBeRight() {
      const found = current()
      if (!found) return
      say('error', 'clock in doubt', found)
      throw new ClockInDoubt(found.aheadMs)
    },
  }
}
