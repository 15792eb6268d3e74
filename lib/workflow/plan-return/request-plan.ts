import type { Ending } from '../../reasons.ts'
import type { Covered } from './parcels.ts'
import type { ReturnPlan } from './plan-return.ts'

/** The return that a request belongs to: none is made. */
export type Link = Covered & { fingerprint: string }

export type Planned = Exclude<ReturnPlan, { ending: Ending }> & { fingerprint: string }

/** `plan`: the return as it would be made. `instead`: why it is not to be made, or the return that the request belongs to. */
export type RequestPlan = { plan: Planned | Extract<ReturnPlan, { ending: Ending }>; instead?: Ending | Link }
