import { Rejected } from '../errors.ts'
import { type InboxEvent, stillUnheard } from '../inbox/event.ts'
import { erased } from '../inbox/operator-transitions.ts'
import { endingOf, hasMade, openItem } from '../inbox/progress.ts'
import { toDone, toEnded, toWaiting } from '../inbox/transitions.ts'
import { type InvariantBroken, invariant } from '../invariant.ts'
import { type Ending, failed, held, type Unclear } from '../reasons.ts'
import { aboutOf } from './about-of.ts'
import { askedOf } from './asked.ts'
import { withGone } from './open-writes.ts'
import type { RunEnd } from './retry-policy.ts'
import { momentOf, type Run } from './start-work.ts'
import type { KeyedCommand } from './translate/translate-event.ts'

/** Ends a run and saves its event; undefined: all is done. Answers the event as it was saved. */
export async function endWork(run: Run, runEnd: RunEnd | undefined): Promise<InboxEvent> {
  const moment = momentOf(run.work.workflow)
  const next =
    runEnd?.kind === 'wait' ? toWaiting(run.current, { ...moment, ...runEnd }) : ended(run, runEnd?.ending ?? 'done')
  try {
    return await save(run, next)
  } catch (error) {
    if (!(error instanceof Rejected)) throw error
    // With the progress of its claim the event fits. The next run finds the rest, as after a crash.
    const open = openKey(run.current)
    const ending =
      open === undefined
        ? asWithdrawal(run.current, failed({ code: 'rejected', words: error.message }))
        : cannotContinue(open, { because: 'rejected' })
    return await save(run, asAfterCrash(run, ending))
  }
}

/** Holds the event with its progress, or as it was claimed if that is broken. */
export async function holdWork(run: Run, { code, facts }: InvariantBroken): Promise<InboxEvent> {
  const { current, claimed } = run
  const ending = held({ code: 'invariant_broken', invariant: code, facts })
  const isOfClaim = current.status === 'running' && current.epoch === claimed.epoch
  const moment = momentOf(run.work.workflow)
  return await save(run, isOfClaim ? toEnded(current, ending, moment) : asAfterCrash(run, ending))
}

/** The event without what this run has done, which the next one looks up. */
const asAfterCrash = ({ work, begun, claimed }: Run, ending: Ending): InboxEvent => ({
  ...toEnded({ ...begun, progress: claimed.progress }, ending, momentOf(work.workflow)),
  cut: Math.max(1, claimed.cut ?? 0),
})

async function save(run: Run, ending: InboxEvent): Promise<InboxEvent> {
  const { work, claimed, hasCaughtUp } = run
  const about = aboutOf(run, ending)
  const next = about ? { ...ending, about } : ending
  const { id, epoch } = next
  invariant(id === claimed.id && epoch === claimed.epoch, 'save_under_another_claim', { epoch })
  const saved = hasCaughtUp ? next : { ...next, ...stillUnheard(claimed) }
  await work.workflow.inbox.save(claimed, saved)
  return saved
}

/** The event at its end. With a write of unknown outcome it never fails and is never done: a person must look. */
function ended(run: Run, ending: Ending | 'done'): InboxEvent {
  const { work } = run
  const moment = momentOf(work.workflow)
  const current = withGone(run.current, work)
  const open = openKey(current)
  if (ending === 'done') {
    if (open !== undefined) return toEnded(current, cannotContinue(open, { because: 'command_gone' }), moment)
    mustLeaveNothingSent(run)
    mustBeDone(run)
    const done = toDone(current, moment)
    // What asks to forget somebody names them itself.
    return run.commands.some(forgets) ? { ...erased(done, moment), epoch: done.epoch } : done
  }
  if (ending.status === 'held') {
    const asked = askedOf(run, ending.reason)
    return { ...toEnded(current, ending, moment), ...(asked && { asked }) }
  }
  if (open === undefined) {
    mustLeaveNothingSent(run)
    return toEnded(current, asWithdrawal(current, ending), moment)
  }
  const { reason } = endingOf(current.progress[open]) ?? ending
  const words = reason.code === 'rejected' ? { words: reason.words } : {}
  return toEnded(current, cannotContinue(open, { because: reason.code, ...words }), moment)
}

const openKey = ({ progress }: InboxEvent): string | undefined =>
  Object.keys(progress).find((key) => openItem(progress[key]) !== undefined)

type CannotContinue = Omit<Extract<Unclear, { what: 'cannot_continue' }>, 'what' | 'ids'>

const cannotContinue = (key: string, facts: CannotContinue): Ending =>
  held({ code: 'outcome_unclear', key, what: 'cannot_continue', ...facts, ids: [] })

/** The ending of a withdrawal: it never fails and is never ignored, because a person must see it. */
const asWithdrawal = ({ withdrawal }: InboxEvent, ending: Ending): Ending =>
  withdrawal && ending.status !== 'held' ? held({ code: 'withdrawal_unplaced', because: ending.reason }) : ending

/** Throws if this run has seen under its locks a write of the event that is still `sent`. */
function mustLeaveNothingSent({ work }: Run): void {
  for (const { length } of work.sent.values()) invariant(length === 0, 'end_with_open_write', { writes: length })
}

const forgets = ({ command }: Pick<KeyedCommand, 'command'>): boolean => command.type === 'forget-person'

function mustBeDone({ commands, current }: Run): void {
  for (const [index, { key, command }] of commands.entries()) {
    const one = current.progress[key]
    const isMade = one?.state === 'done' && (one.by !== undefined || hasMade(one) || forgets({ command }))
    const holds = isMade || endingOf(one)?.status === 'ignored'
    invariant(holds, 'done_without_its_work', { command: index + 1, type: command.type })
  }
}
