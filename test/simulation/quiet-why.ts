import type { InboxEvent } from '../../lib/inbox/event.ts'
import { adviceOn } from './quiet-advice.ts'
import { differences, dueOf, type Line, type Shown } from './quiet-views.ts'

const lateMs = 10 * 60_000

/** As people read it: `2026-03-02 09:00:05 UTC` */
export const utcOf = (ms: number) =>
  new Date(ms)
    .toISOString()
    .replace('T', ' ')
    .replace(/\.\d+Z$/, ' UTC')

const isOpen = ({ status }: InboxEvent) => status === 'ready' || status === 'running' || status === 'waiting'

/** `why` of an event: `lines` are those of `event.get`, which are judged by themselves. */
export function wrongWhy(event: InboxEvent, shown: Shown, got: Shown, now: number): string[] {
  const { id, status, orderId, reason } = event
  const isStopped = reason !== undefined && status !== 'discarded'
  const text = (got.reason as { text: string } | undefined)?.text ?? ''
  const [next, toDo] = [String(shown.next), String(shown.toDo)]
  return [
    ...differences(`why of ${id}`, shown, { id, status, orderId }),
    ...differences(`why of ${id}`, shown, {
      happened: [...timelineOf((got.history ?? []) as Line[]), ...(isStopped ? [text] : [])],
    }),
    ...wantedNext(event)
      .filter((one) => !next.includes(one))
      .map((one) => `why of ${id}, ${status}, lacks "${one}": ${next}`),
    ...wrongToDo(event, toDo, now).map((what) => `why of ${id}, ${status}, ${what}: ${toDo}`),
  ]
}

/** Oldest first. A claim only where it is the last line; equal ones in a row are one, with its first and its last time. */
function timelineOf(lines: readonly Line[]): string[] {
  const spans: { text: string; times: string[] }[] = []
  for (const [index, { at, code, text }] of lines.entries()) {
    if (code === 'claimed' && index < lines.length - 1) continue
    const before = spans.at(-1)
    if (before?.text === text) before.times.push(at)
    else spans.push({ text, times: [at] })
  }
  return spans.map(({ text, times }) => {
    const [first, last] = [times[0], times.at(-1)].map((at) => utcOf(Date.parse(at ?? '')))
    return times.length === 1 ? `${first}: ${text}` : `${first} to ${last}, ${times.length} times: ${text}`
  })
}

const lastWait = ({ history }: InboxEvent) => {
  const last = history.at(-1)
  return last && 'why' in last ? { of: last.code, why: last.why } : undefined
}

function wantedNext(event: InboxEvent): string[] {
  const { status, updatedAt } = event
  const due = utcOf(dueOf(event) ?? updatedAt)
  if (status === 'ready') return ['starts', due]
  if (status === 'running') return ['works on it', due]
  if (status === 'waiting') return ['next attempt', due, ...waitNames(lastWait(event)?.why)]
  if (status === 'held') return ['until a person decides']
  return [status === 'failed' ? 'Nothing more happens' : 'has ended']
}

function waitNames(
  why: ReturnType<typeof lastWait> extends infer Last
    ? (Last extends { why: infer Why } ? Why : never) | undefined
    : never,
): string[] {
  switch (why?.code) {
    case 'login_closed':
      return ['login', 'closed']
    case 'settling':
      return [why.kind === 'order' ? 'new order' : why.kind, 'settling']
    case 'second_look':
      return [why.kind === 'order' ? 'new order' : why.kind, 'sent twice', 'once more']
    case 'busy':
      return why.item.startsWith('order#') ? [`order ${why.item.slice(6)}`] : []
    case 'order_not_there_yet':
      return ['not know the order yet']
    case 'cause':
    case 'owner_unknown':
      return [why.cause.slice(1)]
    default:
      return []
  }
}

/** What to do next, as docs/errors.md and docs/operator.md say; a release is advised only where it changes something. */
function wrongToDo(event: InboxEvent, toDo: string, now: number): string[] {
  const must = (...marks: string[]) => marks.filter((one) => !toDo.includes(one)).map((one) => `lacks "${one}"`)
  const { id, status, reason } = event
  if (status === 'discarded') return must('event.replay', id)
  if (reason?.several && reason.several.count > 1) return must('event.release', id, 'each')
  if (reason) return toDo === adviceOn(reason.code) ? [] : [`does not advise as docs/errors.md does on ${reason.code}`]
  const [due, wait] = [dueOf(event), lastWait(event)]
  if (status === 'waiting' && wait?.of === 'deferred' && wait.why.code === 'login_closed') return must('login.reset')
  if (status === 'waiting' && wait?.why.code === 'owner_unknown') return must('backOffice.ownerId', id)
  if (isOpen(event) && due !== undefined && now - due > lateMs) return must('late')
  if (status !== 'waiting') return toDo === 'Nothing.' ? [] : ['has something to do']
  if (wait?.why.code !== 'settling' && wait?.why.code !== 'second_look') return must('Nothing', 'event.release', id)
  return toDo.includes('event.release')
    ? ['advises a release, which changes nothing']
    : must('Nothing', utcOf(due ?? 0))
}
