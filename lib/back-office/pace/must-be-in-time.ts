import { invariant } from '../../invariant.ts'
import { patienceMs } from './queue.ts'
import type { Reservation } from './slots.ts'

type Reserved = { at: number; reservation: Reservation }
type Times = { askedAt: number; now: number; latest: number }

/** Slots begin now or within the longest patience, and fit the run. */
export function mustBeInTime({ at, reservation }: Reserved, { askedAt, now, latest }: Times): void {
  // The clock may have jumped back meanwhile.
  const earliest = Math.min(askedAt, now)
  invariant(at >= earliest && at <= now + patienceMs.queued, 'slot_out_of_time', { at })
  for (const { calls, due } of Object.values(reservation))
    invariant(calls === 0 || (due >= earliest && due <= latest), 'slot_out_of_time', { due })
}
