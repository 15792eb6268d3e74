import { Rejected } from '../errors.ts'
import type { InboxEvent, Progress } from '../inbox/event.ts'
import { toDone, toEnded, toWaiting, withProgress } from '../inbox/transitions.ts'
import { failed } from '../reasons.ts'
import { paceOfEvent } from './pace-of-event.ts'
import type { Settlement } from './retry-policy.ts'
import type { Work, Workflow } from './workflow.ts'

/** The claimed event as the steps change it in memory, and as the table has it. */
export function startWork(workflow: Workflow, claimed: InboxEvent, deadlineMs: number) {
  const { inbox, timing, now, newId } = workflow
  let stored = claimed
  let current = claimed
  const moment = () => ({ now: now(), writeId: newId() })
  const save = async () => {
    try {
      await inbox.save(stored, current)
    } catch (error) {
      // What does not fit was not stored, and nothing of it was sent: the event can end as it was before.
      if (error instanceof Rejected) current = stored
      throw error
    }
    stored = current
  }
  const work: Work = {
    workflow,
    backOffice: workflow.openBackOffice({
      deadlineMs: deadlineMs - timing.marginMs,
      get pace() {
        return paceOfEvent(current)
      },
      event: claimed.id,
    }),
    event: () => current,
    holder: { event: claimed.id, epoch: claimed.epoch, leaseUntil: now() + timing.leaseMs },
    parents: new Map(),
    record: (command, changes, { what, honoured = [], ...facts }) => {
      const ledger = current.ledger.with(command, progressed(current.ledger[command], changes))
      const first = command === 0 && changes.orderId !== undefined ? { orderId: changes.orderId } : {}
      const waived = current.waived?.filter((code) => !honoured.some((used) => used === code))
      const { deferredSince } = current
      current = withProgress(current, { ...moment(), ledger, what, facts, waived, ...first })
      if (!isProgress(changes) && deferredSince !== undefined) current = { ...current, deferredSince }
    },
    setCommands: (commands) => {
      const ledger = commands.map((_, index) => current.ledger[index] ?? {})
      current = withProgress(current, {
        ...moment(),
        commands,
        ledger,
        what: 'translated',
        facts: { commands: commands.length },
      })
    },
    save,
  }
  const settled = (settlement: Settlement | undefined): InboxEvent => {
    if (!settlement) return toDone(current, moment())
    if (settlement.kind === 'end') return toEnded(current, settlement.ending, moment())
    return toWaiting(current, { ...moment(), ...settlement })
  }
  const settle = async (settlement: Settlement | undefined): Promise<InboxEvent['status']> => {
    current = settled(settlement)
    try {
      await save()
    } catch (error) {
      if (!(error instanceof Rejected)) throw error
      // As it was before, it fits: what is missing of it is found again, as after a crash.
      current = settled(settlement ?? { kind: 'end', ending: failed('rejected', error.message) })
      await save()
    }
    return current.status
  }
  return { work, settle }
}

/** Plans, refusals and lost answers are none: an event that gets no further for a day is for a person. */
const isProgress = ({ orderId, alreadyDone, return: made, comment, image }: Partial<Progress>): boolean =>
  [orderId, alreadyDone, made?.returnId].some((known) => known !== undefined) ||
  comment?.written === true ||
  image?.published === true

/** What was known and what has become known; a field given as `undefined` is taken back. */
const progressed = (before: Progress | undefined, changes: Partial<Progress>): Progress =>
  Object.fromEntries(Object.entries({ ...before, ...changes }).filter(([, value]) => value !== undefined))
