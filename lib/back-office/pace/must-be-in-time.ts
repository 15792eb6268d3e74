import { invariant } from '../../invariant.ts'
import { patienceMs } from './queue.ts'
import type { Reservation } from './slots.ts'

type Reserved = { at: number; reservation: Reservation }
/** `decidedAt`: by the clock as it was then. It may have jumped since, which is no broken rule. */
type Times = { decidedAt: number; latest: number }

/** Slots begin at once or within the longest patience, and fit the run. */
export function mustBeInTime({ at, reservation }: Reserved, { decidedAt, latest }: Times): void {
  invariant(at >= decidedAt && at <= decidedAt + patienceMs.queued, 'slot_out_of_time', { at })
  for (const { calls, due } of Object.values(reservation))
    invariant(calls === 0 || (due >= decidedAt && due <= latest), 'slot_out_of_time', { due })
}
