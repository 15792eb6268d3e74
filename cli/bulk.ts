import { createAsk } from '../local/ask.ts'
import { CannotStart } from '../local/cannot-start.ts'
import { askOperator } from './ask-operator.ts'
import type { Asked } from './operator-arguments.ts'
import { showAnswer } from './show/answer.ts'
import type { Surroundings } from './surroundings.ts'

/** So many at a time: Ctrl-C takes effect after them. */
const sliceSize = 25
const mostMoved = 500

/** Whether many events are meant that a person has not seen yet, and whose list is for people. */
export const isBulk = ({ input, isJson }: Asked): boolean => input.where !== undefined && !isJson

type Row = { id: string; updatedAt: string; withdrawal?: true }
type Preview = { events: Row[]; more?: true }
type Moved = { events: { id: string }[]; refused: { id: string; why: string }[]; more?: true }

/**
 * Shows which events would be moved, asks, and moves exactly these, each only if nobody has moved it meanwhile. Exit code 1 where some
 * were not moved.
 */
export async function moveMany(asked: Asked, surroundings: Surroundings): Promise<number> {
  const { command, limit = mostMoved, dryRun, ...meant } = asked.input
  const { note, name, by } = meant
  const ask = async (input: object) => {
    const answer = await askOperator({ command, ...input }, asked, surroundings)
    if (!answer.ok) throw new CannotStart(`${answer.error.message} (${answer.error.code})`)
    return answer.result
  }
  const preview = (await ask({ ...meant, limit, dryRun: true })) as Preview
  show(preview, surroundings)
  const count = preview.events.length
  const left = command === 'event.discard' ? preview.events.filter(({ withdrawal }) => withdrawal).length : 0
  if (left > 0)
    surroundings.out(
      `${left} of them ${left === 1 ? 'is a withdrawal' : 'are withdrawals'}: each is ended by itself, and stays.\n`,
    )
  if (count === 0 || dryRun === true) return 0
  if (!asked.isYes && !(await isWanted(questionOfMany(String(command), count), surroundings))) {
    surroundings.err('Nothing was moved.\n')
    return 1
  }
  return await moveAll(preview.events, { ask, surroundings, more: { note, name, by } })
}

function show(preview: Preview, { out, print = out, screen = { hasColours: false } }: Surroundings): void {
  const { events, more } = preview
  if (events.length === 0) print('No event fits.\n')
  else
    print(
      `${showAnswer({ events }, screen)}\n${events.length === 1 ? '1 event' : `${events.length} events`}${more ? ', and more fit: run it again afterwards' : ''}.\n`,
    )
}

/** What each move can cost. A release that makes a return makes a label at the carrier with it. */
const costs: Readonly<Record<string, (count: number) => string>> = {
  'event.release': (count) => `up to ${count} more ${count === 1 ? 'label' : 'labels'}`,
  'event.replay': () => 'what was written is not written again',
  'event.discard': () => 'nothing more is done for them',
}

/** Names the verb and what it costs. */
export function questionOfMany(command: string, count: number): string {
  const verb = command.slice(command.indexOf('.') + 1)
  const what = `${verb.charAt(0).toUpperCase()}${verb.slice(1)} ${count === 1 ? '1 event' : `${count} events`}`
  const cost = costs[command]?.(count)
  return cost === undefined ? `${what}?` : `${what}: ${cost}?`
}

/** Throws `CannotStart` where nobody can be asked. */
export async function isWanted(question: string, { terminal }: Surroundings): Promise<boolean> {
  if (!terminal) throw new CannotStart('Nobody can be asked here: look at the list above, then add --yes.')
  const { ask, close } = createAsk(terminal)
  try {
    return /^y(es)?$/i.test(await ask(`${question} [y/N] `))
  } finally {
    close()
  }
}

type Run = {
  ask: (input: object) => Promise<unknown>
  surroundings: Surroundings
  more: { note: unknown; name: unknown; by: unknown }
}

async function moveAll(events: readonly Row[], { ask, surroundings, more }: Run): Promise<number> {
  const { status, err, out, onInterrupt } = surroundings
  let isStopped = false
  const release = onInterrupt?.(() => {
    isStopped = true
  })
  let moved = 0
  let left = events
  let unanswered = 0
  const refused: Moved['refused'] = []
  try {
    while (left.length > 0 && !isStopped) {
      const slice = left.slice(0, sliceSize)
      unanswered = slice.length
      const done = (await ask({
        events: slice.map(({ id, updatedAt }) => ({ id, seen: updatedAt })),
        ...more,
      })) as Moved
      unanswered = 0
      moved += done.events.length
      refused.push(...done.refused)
      // A function whose time is up leaves the rest of a slice alone: that has its turn with the next one.
      const had = new Set([...done.events, ...done.refused].map(({ id }) => id))
      if (!slice.some(({ id }) => had.has(id))) break
      left = left.filter(({ id }) => !had.has(id))
      status?.(`${events.length - left.length} of ${events.length} ...`)
    }
  } finally {
    release?.()
    status?.('')
    for (const { id, why } of refused) err(`${id}: ${why}\n`)
    // Some of them may have moved before the answer failed.
    const unknown = unanswered > 0 ? `, ${unanswered} perhaps moved` : ''
    const untouched = left.length > unanswered ? `, ${left.length - unanswered} not touched` : ''
    out(`${moved} moved, ${refused.length} refused${unknown}${untouched}.\n`)
  }
  return moved === events.length ? 0 : 1
}
