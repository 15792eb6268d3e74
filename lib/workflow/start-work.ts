import { Rejected } from '../errors.ts'
import { hasOpenWrite, type InboxEvent, type Progress } from '../inbox/event.ts'
import { toDone, toEnded, toWaiting, withProgress } from '../inbox/transitions.ts'
import { type InvariantBroken, invariant, isId } from '../invariant.ts'
import { type Ending, failed, held } from '../reasons.ts'
import { hasOpen, recordedFor, withGone, withRecorded } from './open-writes.ts'
import { paceOfEvent } from './pace-of-event.ts'
import type { Settlement } from './retry-policy.ts'
import { fitsInto } from './timing.ts'
import { type KeyedCommand, understand } from './translate-event.ts'
import type { Work, Workflow } from './workflow.ts'

/** The claimed event as the steps change it in memory; stored once, when the run settles. `hasBegun`: a step has changed it. */
export function startWork(workflow: Workflow, claimed: InboxEvent, deadlineMs: number) {
  const { inbox, timing, now, newId } = workflow
  const settledKeys = new Set<string>()
  const { translated, isWithdrawal } = understand(claimed, workflow.config)
  const asClaimed: InboxEvent = isWithdrawal ? { ...claimed, withdrawal: true } : claimed
  let current = asClaimed
  const commands: KeyedCommand[] = Array.isArray(translated) ? translated : []
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
    progress: (key) => current.progress[key] ?? {},
    sent: new Map(),
    record: (key, change, entry) => {
      mustHoldIds(change)
      if ('openWrite' in change) settledKeys[change.openWrite === undefined ? 'add' : 'delete'](key)
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

  /** With a write of unknown outcome an event never fails: somebody has to look. */
  async function ended(ending: Extract<Settlement, { kind: 'end' }>['ending']): Promise<InboxEvent> {
    // An earlier run that crashed may have left what the event does not know of.
    const mustLook = ending.status !== 'held' && (hasOpenWrite(current) || claimed.epoch > 1)
    const recorded = mustLook ? await recordedFor(workflow, current) : []
    current = withRecorded(
      current,
      recorded.filter(({ key, writes }) => !settledKeys.has(key) || writes.some(({ state }) => state === 'sent')),
    )
    current = withGone(current, work)
    const open = Object.entries(current.progress).find(([, { openWrite }]) => openWrite !== undefined)
    if (!open && ending.status !== 'held') mustLeaveNothingSent()
    if (!open || ending.status === 'held') return toEnded(current, asWithdrawal(current, ending), moment())
    const [key, { ended: own = ending }] = open
    const { code: because } = own.reason
    const words = own.reason.code === 'rejected' ? { words: own.reason.words } : {}
    const facts = { key, what: 'cannot_continue', because, ...words, ids: [] } as const
    return toEnded(current, held({ code: 'outcome_unclear', ...facts }), moment())
  }

  /** Of what this run has seen under its locks. */
  function mustLeaveNothingSent(): void {
    for (const { length } of work.sent.values()) invariant(length === 0, 'end_with_open_write', { writes: length })
  }

  async function settled(settlement: Settlement | undefined): Promise<InboxEvent> {
    if (settlement?.kind === 'end') return await ended(settlement.ending)
    if (settlement) return toWaiting(current, { ...moment(), ...settlement })
    current = withGone(current, work)
    const gone = Object.keys(current.progress).find((key) => current.progress[key]?.openWrite !== undefined)
    if (gone === undefined) {
      mustLeaveNothingSent()
      mustBeDone(commands, current.progress)
      return toDone(current, moment())
    }
    const facts = { key: gone, what: 'cannot_continue', because: 'command_gone', ids: [] } as const
    return toEnded(current, held({ code: 'outcome_unclear', ...facts }), moment())
  }

  /** Answers the event as it was saved. */
  async function settle(settlement: Settlement | undefined): Promise<InboxEvent> {
    const next = await settled(settlement)
    mustBeOfClaim(next)
    try {
      await inbox.save(claimed, next)
      return next
    } catch (error) {
      if (!(error instanceof Rejected)) throw error
      // With its progress as it was before, it fits: what is missing of it is found again, as after a crash.
      const open = (await recordedFor(workflow, claimed)).find(hasOpen)
      const facts = { what: 'cannot_continue', because: 'rejected', ids: [] } as const
      const ending = open
        ? held({ code: 'outcome_unclear', key: open.key, ...facts })
        : asWithdrawal(current, failed({ code: 'rejected', words: error.message }))
      const last = toEnded(asClaimed, ending, moment())
      await inbox.save(claimed, last)
      return last
    }
  }

  function mustBeOfClaim({ id, epoch }: InboxEvent): void {
    invariant(id === claimed.id && epoch === claimed.epoch, 'save_under_another_claim', { epoch })
  }

  /** The event as far as it came, or as it was claimed if that is what is wrong. */
  async function hold({ code, facts }: InvariantBroken): Promise<InboxEvent> {
    const ending = held({ code: 'invariant_broken', invariant: code, facts })
    const from = current.status === 'running' && current.epoch === claimed.epoch ? current : asClaimed
    const next = toEnded(from, ending, moment())
    await inbox.save(claimed, next)
    return next
  }

  return { work, translated, settle, hold, hasBegun: () => current !== asClaimed }
}

/** A withdrawal never fails and is never ignored: a person must see it. */
const asWithdrawal = ({ withdrawal }: InboxEvent, ending: Ending): Ending =>
  withdrawal && ending.status !== 'held' ? held({ code: 'withdrawal_unplaced', because: ending.reason }) : ending

/** Plans, refusals and lost answers are none: an event that gets no further for a day is for a person. */
const isProgress = ({
  orderId,
  returnId,
  comment,
  createdOrderId,
  publishedImageId,
  done,
}: Parameters<Work['record']>[1]) =>
  [orderId, returnId, comment, createdOrderId, publishedImageId, done].some((known) => known !== undefined)

const progressed = (before: Progress | undefined, change: Parameters<Work['record']>[1]): Progress =>
  Object.fromEntries(Object.entries({ ...before, ...change }).filter(([, value]) => value !== undefined))

/** An event is done only if each of its commands is, by its own ids or by another event's, or has ended as nothing new. */
function mustBeDone(commands: readonly KeyedCommand[], progress: Readonly<Record<string, Progress>>): void {
  for (const [index, { key, command }] of commands.entries()) {
    const made = progress[key] ?? {}
    const isNothingNew = made.ended?.status === 'ignored'
    const holds = isNothingNew || (made.done === true && (made.doneBy !== undefined || hasIds(made)))
    invariant(holds, 'done_without_its_work', { command: index + 1, type: command.type })
  }
}

/** Of any command: a mapping may give another one for a key that is done. Of a return its comment as well. */
const hasIds = ({ comment, createdOrderId, publishedImageId }: Progress): boolean =>
  [comment, createdOrderId, publishedImageId].some((made) => made !== undefined)

/** What an event stores as an id is one that the back office can have given. */
function mustHoldIds(change: Parameters<Work['record']>[1]): void {
  const { orderId, returnId, createdOrderId, publishedImageId, comment } = change
  const commented = { commentOrderId: comment?.orderId, commentId: comment?.commentId }
  const ids = { orderId, returnId, createdOrderId, publishedImageId, ...commented }
  for (const [what, id] of Object.entries(ids)) invariant(id === undefined || isId(id), 'id_invalid', { what })
}
