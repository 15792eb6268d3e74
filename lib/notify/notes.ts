import { createHash } from 'node:crypto'
import type { ItemStore } from '../back-office/item-store.ts'
import type { TranslatedCommand } from '../config/config.ts'
import type { InboxEvent } from '../inbox/event.ts'
import { listAll } from '../inbox/inbox.ts'
import { traceOf } from '../log.ts'
import { means as meansDe } from '../sentences/de/advice.ts'
import { means as meansEn } from '../sentences/en/advice.ts'
import { operatorSource, understand } from '../workflow/translate/translate-event.ts'
import type { Workflow } from '../workflow/workflow.ts'
import { consolePage, mayEndByLink } from './link.ts'
import * as linkWords from './link-words.ts'
import { readKnown, settledMs } from './news.ts'
import { type Answer, answers, de, en } from './notes-words.ts'

/** A question that its order has a note of. `at`: since when it is asked, epoch ms. */
type Question = { id: string; at: number; orderId: number }
/** `from`: since when what was held is to be noted, epoch ms. `rest`: a run has read a part of it, the newest first, and the next one goes on. */
export type NotesItem = { writeId: string; from: number; open: readonly Question[]; rest?: Rest }
type Rest = { until: number; cursor: string }
type Deps = { workflow: Workflow; store: ItemStore<NotesItem> }

/** Ids of notes, which are no questions themselves. */
const ours = `${operatorSource}/note:`
const mostPages = 3
/** Each is read once a minute. Of more, the oldest get no second note. */
const mostOpen = 200

/**
 * A note in the back office for each question whose order is known, and one once it is decided. A note is a comment of the operator under an
 * id of its own, so whoever looks twice writes it once. Never throws.
 */
export async function writeNotes({ workflow, store }: Deps): Promise<void> {
  const { now, newId, log, config } = workflow
  try {
    const item = await store.read()
    // What was there before is no news.
    if (!item) return void (await store.replace({ writeId: newId(), from: now(), open: [] }, { previous: undefined }))
    const { from, rest } = item
    const until = rest?.until ?? now() - settledMs
    const { asked, cursor } = await askedIn(workflow, { from, until, cursor: rest?.cursor })
    const ids = new Set([...item.open.map(({ id }) => id), ...asked])
    const open: Question[] = []
    for (const event of await eventsOf(workflow, [...ids])) {
      const before = item.open.find(({ id }) => id === event.id)
      const answer = before && answerOf(event, before)
      if (answer) await accept(workflow, before, { name: 'decided', text: answerText(answer, config) })
      else if (before) open.push(before)
      const question = questionOf(event)
      if (!question || event.status !== 'held' || !asked.includes(event.id) || question.at === before?.at) continue
      await accept(workflow, question, { name: 'question', text: questionText(event, config) })
      // A decision in between is seen by the next run.
      open.push(question)
    }
    const isSame = asked.length === 0 && open.length === item.open.length && cursor === rest?.cursor
    const looked = cursor === undefined ? { from: until } : { from, rest: { until, cursor } }
    // Who was faster has accepted the same.
    if (!isSame) await store.replace({ writeId: newId(), ...looked, open: open.slice(-mostOpen) }, { previous: item })
  } catch (error) {
    log.warn('notes could not be looked after', traceOf(error))
  }
}

type Span = Partial<Rest> & { from: number; until: number }

/** Events that were held in this time, its end excluded. With `cursor` they are not all of them. */
async function askedIn({ inbox }: Workflow, { from, until, cursor: after }: Span) {
  const { events, cursor } = await listAll(inbox, { status: 'held', ...(after && { cursor: after }) }, mostPages)
  const fresh = events.filter(({ updatedAt }) => updatedAt >= from && updatedAt < until)
  const asked = fresh.flatMap(({ id }) => (id.startsWith(ours) ? [] : [id]))
  return { asked, cursor: (events.at(-1)?.updatedAt ?? from) < from ? undefined : cursor }
}

/** Undefined: nobody knows its order. A question about an e-mail names the order that is not found yet. */
function questionOf({ id, history, updatedAt, ...event }: InboxEvent): Question | undefined {
  const orderId = event.orderId ?? (event.reason as { orderId?: number } | undefined)?.orderId
  const at = history.findLast(({ code }) => code === 'held')?.at ?? updatedAt
  return orderId === undefined ? undefined : { id, at, orderId }
}

/** Without those of a newer version, which that one writes about, and those that have expired. */
const eventsOf = async ({ inbox }: Workflow, ids: readonly string[]): Promise<InboxEvent[]> =>
  (await inbox.getAll(ids)).flatMap((one) => readKnown(one) ?? [])

/** What a person has done since the question was asked. */
function answerOf({ history }: InboxEvent, { at }: Question): Answer | undefined {
  const since = history.findIndex((entry) => entry.code === 'held' && entry.at === at)
  const entries = since === -1 ? history.filter((entry) => entry.at > at) : history.slice(since)
  return entries.find((entry): entry is Answer => answers.some((code) => code === entry.code))
}

type Note = { name: 'question' | 'decided'; text: string }

async function accept({ inbox, now, timing }: Workflow, { id: event, at, orderId }: Question, note: Note) {
  const command: TranslatedCommand = { type: 'add-comment', order: { id: orderId }, text: note.text }
  const hash = createHash('sha256').update(event).digest('hex').slice(0, 32)
  const delivery = { body: Buffer.from(JSON.stringify([command])), headers: {} }
  const id = `${ours}${hash}:${at}:${note.name}`
  await inbox.accept({ id, source: operatorSource, delivery, now: now(), hintMs: timing.hintMs })
}

const languages = {
  en: { own: en, link: linkWords.en, means: meansEn },
  de: { own: de, link: linkWords.de, means: meansDe },
}

function questionText(event: InboxEvent, config: Workflow['config']): string {
  const { own, link, means } = languages[config.language]
  const { id, reason, asked } = event
  const question = (reason && link.questions[reason.code]) ?? (reason && means[reason.code])
  const mayEnd = mayEndByLink(event) && !understand(event, config).isWithdrawal
  const yes = asked && `${link.yes}: ${link.makes[asked.makes]}`
  const no = asked && mayEnd ? `${link.no}: ${link.ends}` : undefined
  const place = own.where(consolePage(id, config) ?? `npx backoffice-bridge why --id ${id}`)
  return [own.asked, question, yes, no, place, own.notRead].filter(Boolean).join('\n')
}

function answerText(answer: Answer, { language }: Workflow['config']): string {
  const { own } = languages[language]
  const text = own.answered(own.decided[answer.code])
  return 'link' in answer && answer.link ? `${text} ${own.byLink}` : text
}
