import { Rejected } from '../errors.ts'
import { type InboxEvent, isUnheard, stillUnheard } from '../inbox/event.ts'
import { type Change, endingOf, hasMade, type Made, openItem, type Progress, progressed } from '../inbox/progress.ts'
import { toDone, toEnded, toWaiting, withProgress } from '../inbox/transitions.ts'
import { type InvariantBroken, invariant, isId } from '../invariant.ts'
import { type Ending, failed, held, type Unclear } from '../reasons.ts'
import { type Recorded, recordedFor, withGone, withMade, withOpen } from './open-writes.ts'
import { paceOfEvent } from './pace-of-event.ts'
import type { Settlement } from './retry-policy.ts'
import { fitsInto } from './timing.ts'
import { type KeyedCommand, understand } from './translate-event.ts'
import type { Work, Workflow } from './workflow.ts'

/** The claimed event as the steps change it in memory; stored once, when the run ends. `hasBegun`: a step has changed it. */
export function startWork(workflow: Workflow, claimed: InboxEvent, deadlineMs: number) {
  const { inbox, timing, now, newId } = workflow
  const { translated, isWithdrawal } = understand(claimed, workflow.config)
  const commands: KeyedCommand[] = Array.isArray(translated) ? translated : []
  let begun: InboxEvent = isWithdrawal ? { ...claimed, withdrawal: true } : claimed
  let current = begun
  /** What the records of runs before say; undefined as long as they were not read. */
  let recorded: Recorded[] | undefined = isUnheard(claimed) ? undefined : []
  const moment = () => ({ now: now(), writeId: newId() })
  const work: Work = {
    workflow,
    backOffice: workflow.openBackOffice({
      deadlineMs: deadlineMs - timing.marginMs,
      patienceMs: timing.turnPatienceMs,
      get pace() {
        return paceOfEvent(current, commands, workflow.config)
      },
      event: claimed.id,
    }),
    event: () => current,
    hasTime: () => fitsInto(deadlineMs, { now: now(), timing }),
    keys: new Set(commands.map(({ key }) => key)),
    lock: { event: claimed.id, epoch: claimed.epoch, until: claimed.leaseUntil ?? now() },
    parents: new Map(),
    progress: (key) => current.progress[key] ?? nothingKnown,
    sent: new Map(),
    record: (key, change, entry) => {
      mustHoldIds(change)
      const progress = { ...current.progress, [key]: progressed(current.progress[key], change) }
      const isFirst = key === commands[0]?.key && change.orderId !== undefined
      current = withProgress(current, {
        ...moment(),
        progress,
        ...(isFirst && { orderId: change.orderId }),
        isProgress: isProgress(change),
        entry,
      })
    },
  }

  /** Before the first step: what runs before have sent and could not save. */
  async function catchUp(): Promise<void> {
    if (recorded) return
    recorded = await recordedFor(workflow, current)
    begun = withOpen(current, recorded)
    current = begun
  }

  /** With a write of unknown outcome an event never fails and is never done: somebody has to look. */
  function ended(ending: Ending | 'done'): InboxEvent {
    current = withGone(current, work)
    const open = openKey(current)
    if (ending === 'done') {
      if (open !== undefined) return toEnded(current, cannotContinue(open, { because: 'command_gone' }), moment())
      mustLeaveNothingSent()
      mustBeDone(commands, current.progress)
      return toDone(current, moment())
    }
    if (ending.status === 'held') return toEnded(current, ending, moment())
    current = withMade(current, recorded ?? [])
    if (open === undefined) {
      mustLeaveNothingSent()
      return toEnded(current, asWithdrawal(current, ending), moment())
    }
    const { reason } = endingOf(current.progress[open]) ?? ending
    const words = reason.code === 'rejected' ? { words: reason.words } : {}
    return toEnded(current, cannotContinue(open, { because: reason.code, ...words }), moment())
  }

  /** Of what this run has seen under its locks. */
  function mustLeaveNothingSent(): void {
    for (const { length } of work.sent.values()) invariant(length === 0, 'end_with_open_write', { writes: length })
  }

  /** Answers the event as it was saved. */
  async function settle(settlement: Settlement | undefined): Promise<InboxEvent> {
    const next =
      settlement?.kind === 'wait'
        ? toWaiting(current, { ...moment(), ...settlement })
        : ended(settlement?.ending ?? 'done')
    try {
      return await save(next)
    } catch (error) {
      if (!(error instanceof Rejected)) throw error
      // With its progress as it was before, it fits: what is missing of it is found again, as after a crash.
      const open = openKey(current)
      const ending =
        open === undefined
          ? asWithdrawal(current, failed({ code: 'rejected', words: error.message }))
          : cannotContinue(open, { because: 'rejected' })
      return await save(toEnded(begun, ending, moment()))
    }
  }

  async function save(next: InboxEvent): Promise<InboxEvent> {
    const { id, epoch } = next
    invariant(id === claimed.id && epoch === claimed.epoch, 'save_under_another_claim', { epoch })
    const saved = recorded ? next : { ...next, ...stillUnheard(claimed) }
    await inbox.save(claimed, saved)
    return saved
  }

  /** The event as far as it came, or as it was claimed if that is what is wrong. */
  async function hold({ code, facts }: InvariantBroken): Promise<InboxEvent> {
    const ending = held({ code: 'invariant_broken', invariant: code, facts })
    const from = current.status === 'running' && current.epoch === claimed.epoch ? current : begun
    return await save(toEnded(from, ending, moment()))
  }

  return { work, translated, catchUp, settle, hold, hasBegun: () => current !== begun }
}

const nothingKnown: Progress = { state: 'found' }

/** The first command with a write of unknown outcome. */
const openKey = ({ progress }: InboxEvent): string | undefined =>
  Object.keys(progress).find((key) => openItem(progress[key]) !== undefined)

type CannotContinue = Omit<Extract<Unclear, { what: 'cannot_continue' }>, 'what' | 'ids'>

const cannotContinue = (key: string, facts: CannotContinue): Ending =>
  held({ code: 'outcome_unclear', key, what: 'cannot_continue', ...facts, ids: [] })

/** A withdrawal never fails and is never ignored: a person must see it. */
const asWithdrawal = ({ withdrawal }: InboxEvent, ending: Ending): Ending =>
  withdrawal && ending.status !== 'held' ? held({ code: 'withdrawal_unplaced', because: ending.reason }) : ending

/** Plans, refusals and lost answers are none: an event that gets no further for a day is for a person. */
const isProgress = (change: Change): boolean =>
  change.orderId !== undefined || change.done !== undefined || hasMade(change as Made)

/** An event is done only if each of its commands is, or has ended as nothing new. */
function mustBeDone(commands: readonly KeyedCommand[], progress: InboxEvent['progress']): void {
  for (const [index, { key, command }] of commands.entries()) {
    const one = progress[key]
    const holds = one?.state === 'done' ? one.by !== undefined || hasMade(one) : endingOf(one)?.status === 'ignored'
    invariant(holds, 'done_without_its_work', { command: index + 1, type: command.type })
  }
}

/** What an event stores as an id is one that the back office can have given. */
function mustHoldIds(change: Change): void {
  const { orderId, returnId, createdOrderId, publishedImageId, comment } = change
  const commented = { commentOrderId: comment?.orderId, commentId: comment?.commentId }
  const ids = { orderId, returnId, createdOrderId, publishedImageId, ...commented }
  for (const [what, id] of Object.entries(ids)) invariant(id === undefined || isId(id), 'id_invalid', { what })
}
