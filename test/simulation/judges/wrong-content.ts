import { isDeepStrictEqual } from 'node:util'
import type { Comment, Order } from '../../../sandbox/records.ts'
import { apiUser } from '../../../sandbox/seed/api-user.ts'
import { isMoved, wasByHand, wideEventsOf } from '../all-senders/events.ts'
import type { Wanted, WantedComment, WideFact } from '../all-senders/fact.ts'
import type { Judged } from './judged.ts'
import { linesOfComment, markerOf, modelOfReturn, shapeOfReturn } from './model.ts'

/** Whatever the weather was, what the bridge wrote for a fact is what the model says; and what is done is all there. */
export function wrongContent(judged: Judged): string[] {
  return judged.wide
    .filter(({ flow }) => !flow)
    .flatMap((fact) => {
      const events = wideEventsOf(fact, judged.events)
      // A release can ask for other things: less than was wanted, or an order that the e-mail does not fit.
      if (fact.ending.status !== 'done' && events.some(isMoved)) return []
      const wanted = fact.ending.status === 'done' ? fact.ending.wanted : undefined
      const returns = returnsOf(fact, judged)
      const isLinked = events.some(({ progress }) => Object.values(progress).some(({ linked }) => linked))
      const isDone = events.some(({ status }) => status === 'done')
      const say = (what: string) => `wrong content: ${fact.name} (${events[0]?.id}) ${what}`
      return [
        ...returns.flatMap((made) => wrongInReturn(made, wanted)).map(say),
        ...(returns.length > 1 ? [say(`has returns ${returns.map(({ id }) => id).join(', ')}`)] : []),
        ...(isDone && wanted?.goods && !isLinked && returns.length === 0 && !wasByHand(fact, judged)
          ? [say('is done without its return')]
          : []),
        ...(isLinked ? [] : wrongInComments(fact, { judged, returnId: returns[0]?.id, isDone })).map(say),
      ]
    })
}

function returnsOf({ orders }: WideFact, { sandbox, truth }: Judged): Order[] {
  const byHand = new Set(truth.byHand.map(({ id }) => id))
  return orders
    .flatMap(({ id }) => sandbox.world.store.orders.childrenOf(id))
    .filter(({ id, typeId, ownerId }) => typeId === 3 && ownerId === apiUser.id && !byHand.has(id))
}

function wrongInReturn(made: Order, wanted: Wanted | undefined): string[] {
  if (!wanted?.goods) return [`has return ${made.id}, which nobody asked for`]
  const [model, shape] = [modelOfReturn(wanted.order, wanted.goods), shapeOfReturn(made)]
  return Object.entries(model)
    .filter(([field, value]) => !isDeepStrictEqual(value, shape[field as keyof typeof shape]))
    .map(
      ([field, value]) =>
        `has return ${made.id} with ${field} ${JSON.stringify(shape[field as keyof typeof shape])}, not ${JSON.stringify(value)}`,
    )
}

type Looked = { judged: Judged; returnId: number | undefined; isDone: boolean }

function wrongInComments(fact: WideFact, { judged, returnId, isDone }: Looked): string[] {
  const written = judged.sandbox.world.store.comments
    .list()
    .filter(({ referenceValue, text }) => isOfFact(fact, referenceValue) && markerOf(text) !== undefined)
  const wanted = fact.ending.status === 'done' ? fact.ending.wanted : undefined
  const left = [...(wanted?.comments ?? [])]
  const wrong = written.filter((comment) => {
    const at = left.findIndex((one) => isAsWanted(comment, one, returnId))
    const isRight = at >= 0 && comment.referenceValue === wanted?.order.id
    if (isRight) left.splice(at, 1)
    return !isRight
  })
  const byHand = wasByHand(fact, judged)
  return [
    ...wrong
      .filter(() => !byHand)
      .map(
        ({ text, userId }) => `has a comment of user ${userId}: ${text}; wanted: ${JSON.stringify(wanted?.comments)}`,
      ),
    ...(isDone && left.length > 0 && !byHand ? [`is done without its comment ${JSON.stringify(left)}`] : []),
  ]
}

const isOfFact = ({ orders }: WideFact, orderId: number): boolean => orders.some(({ id }) => id === orderId)

/** Internal notes are written as the API user, what the customer sees as nobody (docs/back-office.md 6.1, 12.5). */
function isAsWanted(comment: Comment, { lines, isVisible }: WantedComment, returnId: number | undefined): boolean {
  const shown = linesOfComment(comment)
  return (
    comment.isVisibleForContact === isVisible &&
    comment.userId === (isVisible ? null : apiUser.id) &&
    shown?.length === lines.length &&
    lines.every((line, at) => patternOf(line, returnId).test(shown[at] ?? ''))
  )
}

export const patternOf = (line: string, returnId: number | undefined): RegExp =>
  new RegExp(
    `^${line
      .replace(/[.*+?^$()|[\]\\]/g, '\\$&')
      .replace('{return}', String(returnId))
      .replaceAll('{time}', '\\d{4}-\\d\\d-\\d\\d \\d\\d:\\d\\d UTC')}$`,
  )
