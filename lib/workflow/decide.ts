import { type Constants, isActiveReturn } from '../back-office/constants.ts'
import type { Command } from '../commands.ts'
import type { InboxEvent, Progress } from '../inbox/event.ts'
import { hasOpenWrite } from '../inbox/ledger.ts'
import { type Ending, failed, held, ignored } from '../reasons.ts'
import { onceMoreWhy } from './settling-why.ts'

/** What an event needs next. `command` is an index into its commands. */
export type Step =
  | { kind: 'translate' }
  | { kind: 'find-order'; command: number }
  | { kind: 'create-return'; command: number }
  | { kind: 'check-return'; command: number }
  | { kind: 'accept-return'; command: number }
  | { kind: 'write-comment'; command: number }
  | { kind: 'create-order'; command: number }
  | { kind: 'publish-image'; command: number }
  | { kind: 'look-again'; command: number }
  | { kind: 'wait'; until: number; why: string }
  | { kind: 'end'; ending: Ending }
  | { kind: 'finish' }

/** `statuses`: those that a return has to come out with. */
type Facts = { now: number; tries: number; statuses: Constants['statuses'] }

/** The next step of a claimed event, from what is known of it alone. */
export function decide(event: InboxEvent, { now, tries, statuses }: Facts): Step {
  if (event.attempts > tries) return { kind: 'end', ending: usedUp(event, tries) }
  if (!event.commands) return { kind: 'translate' }
  for (const [command, wanted] of event.commands.entries()) {
    const progress = event.ledger[command] ?? {}
    if (progress.alreadyDone !== undefined) continue
    const step = decideCommand(wanted, progress, { event, command, now, statuses })
    if (step) return step
  }
  return finished(event)
}

/** An event of which nothing was new is ignored; of one that told several facts those that were new are done. */
function finished({ commands = [], ledger }: InboxEvent): Step {
  const told = commands.flatMap((_, command) => ledger[command]?.alreadyDone ?? [])
  const [first] = told
  if (first === undefined || told.length < commands.length) return { kind: 'finish' }
  return { kind: 'end', ending: ignored('already_done', first) }
}

function decideCommand({ type }: Command, progress: Progress, facts: CommandFacts): Step | undefined {
  switch (type) {
    case 'create-return':
      return decideReturn(progress, facts)
    case 'add-comment':
      return decideComment(progress, facts.command)
    case 'create-order':
      return decideOrder(progress, facts)
    case 'publish-image':
      return progress.image?.published ? undefined : { kind: 'publish-image', command: facts.command }
    default:
      return type satisfies never
  }
}

type CommandFacts = { event: InboxEvent; command: number; now: number; statuses: Constants['statuses'] }

function decideReturn(progress: Progress, { event, command, now, statuses }: CommandFacts): Step | undefined {
  if (progress.orderId === undefined) return { kind: 'find-order', command }
  const made = progress.return
  if (made?.returnId === undefined) return { kind: 'create-return', command }
  if (made.statusId === undefined) return { kind: 'check-return', command }
  if (!progress.comment?.written) return { kind: 'write-comment', command }
  if (made.lookAt !== undefined) return lookAgain('a repeated return', made.lookAt, { command, now })
  if (!isActiveReturn(made.statusId, statuses) && !made.accepted) {
    if (event.waived?.includes('return_incomplete')) return { kind: 'accept-return', command }
    const text = `Return ${made.returnId} is incomplete: it has status ${made.statusId} instead of ${statuses.returnFrom}. Complete it in the back office, then release the event.`
    return { kind: 'end', ending: held('return_incomplete', text) }
  }
  return undefined
}

function decideOrder({ newOrder }: Progress, { command, now }: CommandFacts): Step | undefined {
  if (newOrder?.orderId === undefined) return { kind: 'create-order', command }
  return newOrder.lookAt === undefined ? undefined : lookAgain('a repeated order', newOrder.lookAt, { command, now })
}

function lookAgain(what: string, lookAt: number, { command, now }: { command: number; now: number }): Step {
  return now < lookAt ? { kind: 'wait', until: lookAt, why: onceMoreWhy(what) } : { kind: 'look-again', command }
}

function decideComment(progress: Progress, command: number): Step | undefined {
  if (progress.orderId === undefined) return { kind: 'find-order', command }
  return progress.comment?.written ? undefined : { kind: 'write-comment', command }
}

/** With a write of unknown outcome an event is never failed: somebody has to look. */
function usedUp(event: InboxEvent, tries: number): Ending {
  if (hasOpenWrite(event.ledger)) {
    return held(
      'outcome_unclear',
      `What became of a write could not be told in ${tries} tries. Look at the order, then release the event to try again.`,
    )
  }
  // A run that was ended told nothing: then the last that did.
  const why = event.history.findLast(({ what }) => what === 'waiting')?.why
  const cause =
    typeof why === 'string'
      ? `The last cause told: ${why.replace(/\.$/, '')}.`
      : 'Each run was ended before it could tell a cause: see the log.'
  return failed(
    'attempts_used_up',
    `The work did not succeed in ${tries} tries. ${cause} Replay the event once that is mended.`,
  )
}
