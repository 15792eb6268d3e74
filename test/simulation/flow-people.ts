import { isDeepStrictEqual } from 'node:util'
import type { InboxEvent } from '../../lib/inbox/event.ts'
import type { Operator } from '../../lib/operator/operator.ts'
import type { Delivery } from './fact.ts'
import { type Course, flowNote, type Question } from './flow-fact.ts'
import { isOfDelivery } from './is-of-delivery.ts'
import type { Mail } from './senders.ts'
import type { Town } from './town.ts'
import { deliveriesOf } from './wide-events.ts'
import type { WideFact } from './wide-fact.ts'

const minute = 60_000

/** A person who answers what the events of flows ask, as soon as it is the very question that must be asked. */
export function startFlows(town: Town, mail: Mail): { lastAnswerAt: () => number } {
  const { timeline } = town.nature
  let lastAnswerAt = 0
  const flows = town.wide.filter(
    ({ flow }) => flow?.later || flow?.courses.some((one) => one !== 'no event' && one.questions),
  )
  const done = new Set<Question>()
  const sent = new Set<Delivery>()
  const look = async (): Promise<void> => {
    for (const fact of flows) {
      const isAnswered = await answer(town, fact, done)
      if ((await sendNext(town, fact, { mail, sent })) || isAnswered) lastAnswerAt = timeline.now()
    }
  }
  const lookSometimes = (): void => {
    timeline.after(5 * minute, () => {
      void look()
      lookSometimes()
    })
  }
  if (flows.length > 0) lookSometimes()
  return { lastAnswerAt: () => lastAnswerAt }
}

/** True: something was answered. */
async function answer(town: Town, fact: WideFact, done: Set<Question>): Promise<boolean> {
  const { nature, platform, sandbox, tables } = town
  let isAnswered = false
  for (const { source, id: sent } of deliveriesOf(fact)) {
    const id = `${source}/${sent}`
    const event = await nature.timeline.busy(tables.inbox.get(id))
    const question = event && openQuestion(event, courseOf(fact, id))
    if (!question || !isAsked(event, question)) continue
    if (!done.has(question)) question.before?.(sandbox, nature.timeline.now())
    done.add(question)
    isAnswered = true
    nature.tell('a person', () => `answers ${question.code} of ${id}: ${question.act}`)
    await platform.invoke('operator', 30_000, async ({ workflow, code }) => {
      const how = question.act === 'release' ? code.released : code.replayed
      await code.moveEvent({ workflow } as Operator, { id, note: flowNote }, how)
    })
  }
  return isAnswered
}

/** True: the next delivery is on its way, because those before are done. */
async function sendNext({ nature, tables }: Town, fact: WideFact, { mail, sent }: Sending): Promise<boolean> {
  const all = deliveriesOf(fact)
  const next = fact.flow?.later?.find((delivery) => !sent.has(delivery))
  if (!next) return false
  const before = all.slice(0, all.indexOf(next)).map(({ source, id }) => `${source}/${id}`)
  const events = await nature.timeline.busy(Promise.all(before.map((id) => tables.inbox.get(id))))
  if (!events.every((event) => event?.status === 'done')) return false
  sent.add(next)
  mail.send(next)
  return true
}
type Sending = { mail: Mail; sent: Set<Delivery> }

export function courseOf(fact: WideFact, event: string): Course | undefined {
  const course = fact.flow?.courses[deliveriesOf(fact).findIndex((delivery) => isOfDelivery(delivery, event))]
  return course === 'no event' ? undefined : course
}

export const answersIn = ({ history }: InboxEvent): number =>
  history.filter((entry) => 'note' in entry && entry.note === flowNote).length

const openQuestion = (event: InboxEvent, course: Course | undefined): Question | undefined =>
  course?.questions?.[answersIn(event)]

type Asked = { status: string; code: string; facts?: Record<string, unknown> }

/** With exactly these facts, as far as they are named. */
export function isAsked({ status, reason }: Pick<InboxEvent, 'status' | 'reason'>, asked: Asked): boolean {
  const given = (reason ?? {}) as Record<string, unknown>
  return (
    status === asked.status &&
    reason?.code === asked.code &&
    Object.entries(asked.facts ?? {}).every(([name, value]) => isDeepStrictEqual(given[name], value))
  )
}
