import type { InboxEvent } from '../inbox/event.ts'
import { type Ending, held } from '../reasons.ts'
import type { OrderMemory } from '../state/order-memory.ts'
import { standing } from './claim-wish.ts'
import { planReturn, type ReturnFacts, type ReturnPlan, type ReturnRequest } from './plan-return.ts'
import { fingerprint } from './send-return.ts'
import type { Workflow } from './workflow.ts'

/** All that the check for a second submit reads: an event's work has it, and so has a dry run without an event. */
export type Submit = {
  event(): Pick<InboxEvent, 'id' | 'waived'>
  workflow: Pick<Workflow, 'inbox' | 'config' | 'now'>
}

/**
 * A second submit of like content is for a person, within the window: it belongs to its event while that is open or has
 * its return, and passes to the newcomer where that came to nothing.
 */
async function duplicateOf(work: Submit, memory: OrderMemory, fingerprint: string): Promise<Ending | undefined> {
  const earlier = memory.fingerprints[fingerprint]
  const event = work.event()
  const { inbox, config, now } = work.workflow
  if (!earlier || earlier.event === event.id || event.waived?.includes('possible_duplicate')) return undefined
  if (now() - earlier.at > config.duplicateWindow) return undefined
  const returned = Object.values(memory.returns).some((made) => made.event === earlier.event)
  if (!returned && standing((await inbox.get(earlier.event))?.status) === 'void') return undefined
  return held(
    'possible_duplicate',
    `It looks like a second submit of ${earlier.event}: the same lines of order ${memory.orderId}. Release it if both are meant.`,
  )
}

type Facts = Omit<ReturnFacts, 'remembered'>

/**
 * The plan of a return (`planReturn`), and `duplicate` where it looks like a second submit. One whose pieces the first submit has taken
 * fits no more: it is planned as if that one's return were not there, to be told for what it is.
 */
export async function planUnlessDuplicate(
  work: Submit,
  request: ReturnRequest,
  { memory, facts }: { memory: OrderMemory; facts: Facts },
): Promise<{ plan: ReturnPlan; duplicate: Ending | undefined }> {
  const plan = planReturn(request, { ...facts, remembered: memory.returns })
  for (const tried of 'ending' in plan ? plansWithoutOne(request, { memory, facts }) : [plan]) {
    const duplicate = 'body' in tried ? await duplicateOf(work, memory, fingerprint(tried.body)) : undefined
    if (duplicate) return { plan, duplicate }
  }
  return { plan, duplicate: undefined }
}

/** The same request while one of the returns that the bridge made was not there yet. */
function plansWithoutOne(request: ReturnRequest, { memory, facts }: { memory: OrderMemory; facts: Facts }) {
  return Object.keys(memory.returns).map((id) => {
    const { [id]: _, ...remembered } = memory.returns
    const returns = facts.returns.filter((order) => String(order.id) !== id)
    return planReturn(request, { ...facts, returns, remembered })
  })
}
