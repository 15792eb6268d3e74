import { isDeepStrictEqual } from 'node:util'
import { type OrderCommand, type OrderRef, orderOf } from '../commands.ts'
import { Rejected, RetryLater } from '../errors.ts'
import type { InboxEvent } from '../inbox/event.ts'
import { shortTexts } from '../inbox/history.ts'
import { endingOf, type Progress } from '../inbox/progress.ts'
import { bareNumber } from '../order-label.ts'
import { type Ending, failed, ignored, type Several, waitCosts } from '../reasons.ts'
import { findOrder } from './find-order/find-order.ts'
import { createOrder } from './kinds/create-order.ts'
import { createReturn } from './kinds/create-return.ts'
import { endParcel } from './kinds/end-parcel.ts'
import { externalNumberOf } from './kinds/new-order.ts'
import { publishImage } from './kinds/publish-image.ts'
import { writeComment } from './kinds/write-comment.ts'
import { ofEndedParcel, prepared } from './parcels.ts'
import { type RunEnd, retryFacts, runEndOf, waiting } from './retry-policy.ts'
import { type KeyedCommand, withOrder } from './translate/translate-event.ts'
import type { StepOutcome, Work } from './workflow.ts'

/** Does each command by itself; what concerns all (no answer twice, a limit, a closed login) ends the run. Undefined: all is done. */
export async function doCommands(work: Work, commands: readonly KeyedCommand[]): Promise<RunEnd | undefined> {
  const usedUp = attemptsUsedUp(work)
  const waits: Waiting[] = []
  for (const one of commands) {
    const { state } = work.progress(one.key)
    if (state === 'done' || state === 'ended' || (!usedUp && mustWait(work, one, { commands, waits }))) continue
    const { runEnd, ofAll } =
      usedUp ?? overTime(work, one, commands) ?? (await tryOne(work, withNewOrderId(work, one, commands), waits))
    if (ofAll) return runEnd
    if (runEnd?.kind === 'wait') waits.push({ one, runEnd })
    if (runEnd?.kind !== 'end') continue
    if (commands.length === 1) return runEnd
    work.record(one.key, { ended: stored(runEnd.ending) })
  }
  return sumUp(work.event(), { commands, waits: waits.map(({ runEnd }) => runEnd) })
}

/** UTF-16 units of a text: some hundred endings must fit into an event. */
const longestWords = 200
/** An ending as the event keeps it. A question stays whole, because a release answers exactly this one. */
const stored = (ending: Ending): Ending => (ending.status === 'held' ? ending : shortTexts(ending, longestWords))
type Waiting = { one: KeyedCommand; runEnd: Extract<RunEnd, { kind: 'wait' }> }
/** `ofAll`: it concerns all commands of the event. */
type Tried = { runEnd: RunEnd | undefined; ofAll?: boolean }

async function tryOne(work: Work, command: KeyedCommand, others: readonly Waiting[]): Promise<Tried> {
  try {
    const outcome = await runOne(work, command)
    if (outcome.kind === 'continue') return { runEnd: undefined }
    if (outcome.kind === 'end') return { runEnd: outcome }
    const { until, why } = outcome
    return { runEnd: waiting(retryFacts(work), why, until), ofAll: why.code === 'paused' }
  } catch (error) {
    const runEnd = runEndOf(error, retryFacts(work))
    if (!runEnd) throw error
    return { runEnd, ofAll: !(error instanceof Rejected || isOfOne(error, others)) }
  }
}

/** Whether a failed read concerns this command alone: the first may be about its order, a second shows that nobody gets an answer. */
function isOfOne(error: unknown, others: readonly Waiting[]): boolean {
  const isFailedRead = error instanceof RetryLater && error.isFailure
  return isFailedRead && others.every(({ runEnd }) => waitCosts[runEnd.why.code] !== 'attempt')
}

export const doOne = async (work: Work, one: KeyedCommand, commands: readonly KeyedCommand[]): Promise<StepOutcome> =>
  await runOne(work, withNewOrderId(work, one, commands))

async function runOne(work: Work, { key, command }: KeyedCommand): Promise<StepOutcome> {
  if (command.type === 'create-order') return await createOrder(work, key, command)
  if (command.type === 'publish-image') return await publishImage(work, key, command)
  if (command.type === 'end-parcel') return await endParcel(work, key, command)
  const ready = await prepared(work, key, command)
  if (!('kind' in ready)) work.completed.set(key, ready)
  const outcome = 'kind' in ready ? ready : await aboutOrder(work, key, ready)
  return outcome.kind === 'continue' ? outcome : ((await ofEndedParcel(work, key, command)) ?? outcome)
}

async function aboutOrder(work: Work, key: string, command: OrderCommand): Promise<StepOutcome> {
  if (work.progress(key).orderId === undefined) {
    const outcome = await findOrder(work, key, command)
    if (outcome.kind !== 'continue') return outcome
  }
  if (command.type === 'create-return') return await createReturn(work, key, command)
  return await writeComment(work, key, command)
}

type Others = { commands: readonly KeyedCommand[]; waits: readonly Waiting[] }

/** Whether a command must wait: a new order before it is not there yet, or another command has just looked for the same order in vain. */
function mustWait(work: Work, { key, command }: KeyedCommand, { commands, waits }: Others): boolean {
  const order = orderOf(command)
  if (!order || 'id' in order || work.progress(key).orderId !== undefined) return false
  const at = commands.findIndex((one) => one.key === key)
  const before = commands.slice(0, at)
  return (
    before.some((one) => one.command.type === 'create-order' && !isThere(work.progress(one.key))) ||
    waits.some(({ one, runEnd }) => runEnd.why.code === 'order_not_there_yet' && isOfOrder(one, order))
  )
}

/** The command, by id if it names a new order of the same event: no list may show that yet, and an older order can have its number. */
function withNewOrderId(work: Work, one: KeyedCommand, commands: readonly KeyedCommand[]): KeyedCommand {
  const { key, command } = one
  const order = orderOf(command)
  if (!order || !('externalNumber' in order)) return one
  const number = bareNumber(order.externalNumber)
  const { constants } = work.workflow
  const made = commands.find(
    ({ command: other }) => other.type === 'create-order' && externalNumberOf(other.body, constants) === number,
  )
  const id = made && work.progress(made.key).createdOrderId
  return id === undefined ? one : { key, command: withOrder(command, { id }) }
}

/** The end of a run that has no time for another command. The first command begins in any case. */
function overTime(work: Work, { key }: KeyedCommand, [first]: readonly KeyedCommand[]): Tried | undefined {
  if (key === first?.key || work.hasTime()) return undefined
  return { runEnd: waiting(retryFacts(work), { code: 'time_over' }), ofAll: true }
}

const isThere = (one: Progress): boolean => one.state === 'done' || endingOf(one)?.status === 'ignored'
const isOfOrder = ({ command }: KeyedCommand, order: OrderRef): boolean => isDeepStrictEqual(orderOf(command), order)

function attemptsUsedUp({ event, workflow }: Work): Tried | undefined {
  const { attempts, history } = event()
  const most = workflow.timing.retryScheduleMs.length + 1
  return attempts > most ? { runEnd: { kind: 'end', ending: endUsedUp(history, most) } } : undefined
}

function endUsedUp(history: InboxEvent['history'], attempts: number) {
  // A run that was killed could not say why, so the last reason counts.
  const last = history.findLast(({ code }) => code === 'waiting')
  return failed({ code: 'attempts_used_up', attempts, ...(last?.code === 'waiting' && { cause: last.why }) })
}

type Wait = Extract<RunEnd, { kind: 'wait' }>
/** One command that ended other than done; `position` counts from 1. */
type Ended = { position: number; key: string; ending: Ending }

type Tries = { commands: readonly KeyedCommand[]; waits: readonly Wait[] }

/** One end for several commands: a wait, else one question, else the failures, else nothing new. Undefined: done. Pure. */
function sumUp({ progress, withdrawal }: InboxEvent, { commands, waits }: Tries): RunEnd | undefined {
  const [soonest] = waits.toSorted((one, other) => one.until - other.until)
  if (soonest) return soonest
  const all = commands.map(({ key }, index) => ({ position: index + 1, key, ending: endingOf(progress[key]) }))
  const ended = all.filter((one): one is Ended => one.ending !== undefined)
  const question = ended.find(({ ending }) => ending.status === 'held')
  const ending = question?.ending ?? failure(ended, commands.length) ?? nothingNew(all.map(endOf(progress)))
  // A withdrawal that was reported before is done, and is never just ignored.
  return ending && !(withdrawal && ending.reason.code === 'already_done') ? { kind: 'end', ending } : undefined
}

const mostNamed = 10

function failure(ended: readonly Ended[], of: number): Ending | undefined {
  const those = ended.flatMap(({ ending, ...which }) =>
    ending.status === 'failed' ? [{ ...which, because: ending.reason }] : [],
  )
  const [first] = those
  if (!first) return undefined
  const isOne = those.length === of && those.every(({ because }) => isDeepStrictEqual(because, first.because))
  if (isOne) return failed(first.because)
  const several: Several = { count: those.length, of, failed: those.slice(0, mostNamed) }
  return failed({ ...first.because, several })
}

/** A command's ending; `ignored` if another event had done it. Undefined: it has none. */
const endOf =
  (progress: InboxEvent['progress']) =>
  ({ key, ending }: { key: string; ending: Ending | undefined }): Ending | undefined => {
    const one = progress[key]
    return one?.state === 'done' && one.by !== undefined ? ignored({ code: 'already_done', by: one.by }) : ending
  }

/** The ending of an event of which nothing was new: it is ignored. */
const nothingNew = (ends: readonly (Ending | undefined)[]): Ending | undefined =>
  ends.every((end) => end?.status === 'ignored') ? ends[0] : undefined
