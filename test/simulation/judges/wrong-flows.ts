import { isDeepStrictEqual } from 'node:util'
import type { InboxEvent } from '../../../lib/inbox/event.ts'
import { endingOf } from '../../../lib/inbox/progress.ts'
import { externalOrderNumber } from '../../../sandbox/order-filters.ts'
import type { Order } from '../../../sandbox/records.ts'
import { apiUser } from '../../../sandbox/seed/api-user.ts'
import { wideEventsOf } from '../all-senders/events.ts'
import type { Wanted, WideFact } from '../all-senders/fact.ts'
import { flowNote } from '../with-a-person/fact.ts'
import { answersIn, courseOf, isAsked } from '../with-a-person/people.ts'
import type { Judged } from './judged.ts'
import { linesOfComment, markerOf, modelOfReturn, shapeOfReturn } from './model.ts'
import { forPeople } from './needless.ts'
import { patternOf } from './wrong-content.ts'
import { ofWeather } from './wrong-endings.ts'

/** What a person was asked, in which order, how each event ended, and what is in the back office then. */
export function wrongFlows(judged: Judged): string[] {
  return judged.wide.flatMap((fact) => {
    const events = wideEventsOf(fact, judged.events)
    if (!fact.flow || !judged.finished || events.some(isMovedByOthers)) return []
    const wrong = events.flatMap((event) => wrongCourse(event, fact))
    const isHeavy = forPeople.some((kind) => judged.faults.has(kind))
    const isExcused = events.some(
      (event) => codesOf(event).some((code) => isOfWeather(code, isHeavy, judged)) || isOfClerk(event, judged),
    )
    if (isExcused) return wrongReturns(fact, judged, false)
    const isWhole = wrong.length === 0 && events.length === fact.flow.courses.filter((one) => one !== 'no event').length
    if (isWhole) judged.nature.places.reach(fact.name)
    return [...wrong, ...wrongReturns(fact, judged, isWhole), ...(isWhole ? wrongWords(fact, judged) : [])].map(
      (what) => `wrong flow: ${fact.name} (${events.map(({ id }) => id).join(', ')}) ${what}`,
    )
  })
}

const isMovedByOthers = ({ history }: InboxEvent): boolean =>
  history.some(
    (entry) => /^(released|replayed|discarded)$/.test(entry.code) && (entry as { note?: string }).note !== flowNote,
  )

/**
 * A new order or an image that is missing is for a person, whatever has lost it; and a line that nothing shows is refused where the back
 * office refuses to show the numbers of its lines.
 */
const isOfWeather = (code: string, isHeavy: boolean, { faults, sandbox }: Judged): boolean =>
  (ofWeather.has(code) && (isHeavy || (code === 'outcome_unclear' && faults.size > 0))) ||
  (code === 'rejected' && sandbox.world.options.variations === 'refused')

/** A return that a clerk has entered beside ours: it has the pieces, or a person says which of them is meant. */
function isOfClerk({ reason, progress }: InboxEvent, { truth }: Judged): boolean {
  const linked = Object.values(progress).flatMap((one) => (one.linked ? (one.returnId ?? []) : []))
  const asked = reason?.code === 'same_parcel' ? reason.ids : []
  const full = reason?.code === 'too_many' ? reason.orderId : undefined
  return truth.byHand.some(({ id, orderId }) => [...linked, ...asked].includes(id) || orderId === full)
}

/** Of its reason, or of the commands that this names, and of those that have ended while another one asks. */
const codesOf = ({ reason, progress }: InboxEvent): string[] => [
  ...(reason ? (reason.several?.failed.map(({ because }) => because.code) ?? [reason.code]) : []),
  ...Object.values(progress).flatMap((one) => endingOf(one)?.reason.code ?? []),
]

function wrongCourse(event: InboxEvent, fact: WideFact): string[] {
  const course = courseOf(fact, event.id)
  if (!course) return []
  const { status, reason } = event
  const { questions = [], ending } = course
  const question = questions[answersIn(event)]
  const say = (wanted: object) => [
    `${event.id} is ${status} as ${JSON.stringify(reason)} after ${answersIn(event)} answers, not ${JSON.stringify(wanted)}`,
  ]
  if (question) return say(question)
  if (ending.status === 'done') return status === 'done' ? [] : say(ending)
  return isAsked(event, ending) ? [] : say(ending)
}

const madeFor = (orderId: number, { sandbox }: Judged): Order[] =>
  sandbox.world.store.orders.childrenOf(orderId).filter(({ typeId, ownerId }) => typeId === 3 && ownerId === apiUser.id)

/**
 * Each return is one that is wanted, and `isWhole`: each that is wanted is there. What a clerk has entered as the API user while an answer
 * was missing may stand for it, because nobody can tell it from ours (docs/reliability.md), and is nothing that the bridge has made.
 */
function wrongReturns({ orders, flow }: WideFact, judged: Judged, isWhole: boolean): string[] {
  const isByHand = (made: Order) => judged.truth.byHand.some((one) => one.id === made.id)
  return orders.flatMap(({ id }) => {
    const left = (flow?.wanted ?? []).filter(({ order, goods }) => order.id === id && goods !== undefined)
    const oursFirst = madeFor(id, judged).toSorted((one, other) => Number(isByHand(one)) - Number(isByHand(other)))
    const wrong = oursFirst.flatMap((made) => {
      const at = left.findIndex(({ order, goods = [] }) =>
        isDeepStrictEqual(modelOfReturn(order, goods), {
          ...shapeOfReturn(made),
          ...(flow?.isIncomplete && { statusId: 9.01 }),
        }),
      )
      if (at >= 0) left.splice(at, 1)
      if (at >= 0 || isByHand(made)) return []
      return [`has return ${made.id} of order ${id}, not wanted: ${JSON.stringify(linesOf(made))}`]
    })
    const lacking = isWhole ? left.map(({ goods }) => `has no return of ${JSON.stringify(goods)}`) : []
    return [...wrong, ...lacking]
  })
}

const linesOf = ({ orderItems }: Order) =>
  orderItems.map(({ itemVariationId, quantity, references }) => ({ itemVariationId, quantity, references }))

/** The comments of each order, word by word, and the new orders: what a clerk has entered like them may stand for one that is missing. */
function wrongWords({ orders, flow }: WideFact, judged: Judged): string[] {
  const { comments, orders: stored } = judged.sandbox.world.store
  const byNumber = Map.groupBy(flow?.newOrders ?? [], ({ number }) => number)
  const made = [...byNumber].map(([number, wanted]) => {
    const alike = stored.list().filter((one) => externalOrderNumber(one) === number && one.ownerId === apiUser.id)
    const ours = alike.filter((one) => !judged.truth.byHand.some(({ id }) => id === one.id))
    const found = ours.length < wanted.length ? alike : ours
    const pieces = found.map(({ orderItems }) => orderItems.map((one) => [one.itemVariationId, one.quantity]))
    const isRight = isDeepStrictEqual(
      pieces,
      wanted.map((one) => one.pieces),
    )
    return {
      ids: found.map(({ id }) => id),
      wrong: isRight ? [] : [`has orders ${JSON.stringify(pieces)} of ${number}`],
    }
  })
  const ids = [...orders.map(({ id }) => id), ...made.flatMap((one) => one.ids)]
  const wrong = ids.flatMap((id) => {
    const left = (flow?.wanted ?? [])
      .filter(({ order }) => order.id === id || (order.id === 0 && made[0]?.ids[0] === id))
      .flatMap((one) => one.comments)
    const returns = stored.childrenOf(id).map((one) => one.id)
    const written = comments.list().filter((one) => one.referenceValue === id && markerOf(one.text) !== undefined)
    const strange = written.filter((comment) => {
      const shown = linesOfComment(comment)
      const at = left.findIndex((one) => isSaid(one, { shown, isVisible: comment.isVisibleForContact, returns }))
      if (at >= 0) left.splice(at, 1)
      return at < 0
    })
    return [
      ...strange.map(({ text }) => `has a comment on order ${id} that is not wanted: ${text}`),
      ...left.map((one) => `has no comment ${JSON.stringify(one)} on order ${id}`),
    ]
  })
  return [...made.flatMap((one) => one.wrong), ...wrong]
}

type Shown = { shown: string[] | undefined; isVisible: boolean; returns: readonly number[] }

const isSaid = ({ lines, isVisible }: Wanted['comments'][number], said: Shown): boolean =>
  isVisible === said.isVisible &&
  said.shown?.length === lines.length &&
  [undefined, ...said.returns].some((id) => lines.every((line, at) => patternOf(line, id).test(said.shown?.[at] ?? '')))
