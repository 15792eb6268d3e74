import { isDeepStrictEqual } from 'node:util'
import { Hono } from 'hono'
import type { ConsoleContext, ConsoleEnv } from '../console-env.ts'
import { type Correction, correctionFor, correctionOf, partsOf } from '../correction.ts'
import type { CommandView, EventView, Plan } from '../event-shapes.ts'
import { eventPath } from '../html/paths.ts'
import { leave } from '../http/leave.ts'
import { markOf } from '../mark-of.ts'
import { isHalfNamed } from '../order-ref.ts'
import { Refused } from '../refused.ts'
import { resultOf } from '../result-of.ts'
import { showCorrection } from './correct-form.ts'

/** Says which order or lines an event means. It shows what would be sent before the event goes on. */
export const correctPage = new Hono<ConsoleEnv>()
  .get('/', async (c) => {
    const event = await resultOf<EventView>(c.var.ask, 'event.get', { id: c.req.query('id') ?? '' })
    const command = commandOf(event, c.req.query('key'))
    return showCorrection(c, { event, command, correction: correctionFor(event, command) })
  })
  .post('/', async (c) => {
    const { form } = c.var
    const event = await resultOf<EventView>(c.var.ask, 'event.get', { id: form.get('id') ?? '' })
    const command = commandOf(event, form.get('key') ?? undefined)
    const correction = correctionOf(form)
    if (form.get('step') === 'more') return showCorrection(c, { event, command, correction })
    return await check(c, { event, command, correction })
  })

type Asked = { event: EventView; command: CommandView | undefined; correction: Correction }

/** The command that a link names, or that stopped the event, or the first one about an order. */
function commandOf({ commands, reason }: EventView, key: string | undefined): CommandView | undefined {
  const about = commands.filter(({ order }) => order !== undefined)
  return (
    about.find((one) => one.key === key) ??
    about.find((one) => one.key === reason?.key) ??
    about.find(({ status }) => status !== undefined) ??
    about[0]
  )
}

async function check(c: ConsoleContext, asked: Asked) {
  const { correct: words } = c.var.texts
  const { event, command, correction } = asked
  if (isHalfNamed(c.var.form)) return showCorrection(c, { ...asked, problem: words.noOrder })
  const parts = partsOf(correction, correctionFor(event, command))
  if ('incomplete' in parts) return showCorrection(c, { ...asked, problem: words.incomplete(parts.incomplete) })
  if (isDeepStrictEqual(parts, {})) return showCorrection(c, { ...asked, problem: words.nothing })
  const mark = markOf({ key: command?.key, ...parts })
  const isGo = c.var.form.get('step') === 'go'
  if (isGo && c.var.form.get('mark') === mark) return await correct(c, asked, parts)
  return await preview(c, { ...asked, mark, ...(isGo && { problem: words.changed }) }, parts)
}

type Parts = Exclude<ReturnType<typeof partsOf>, { incomplete: number[] }>

/** What the correction would send, as far as that can be known before. */
async function preview(c: ConsoleContext, asked: Asked & { mark: string; problem?: string }, parts: Parts) {
  const { event, command } = asked
  const order = parts.order ?? knownOrder(event, command)
  const lines = parts.lines ?? shownLines(command)
  if (command?.type !== 'create-return' || !order || !lines) return showCorrection(c, { ...asked, isUnplanned: true })
  try {
    const plan = await resultOf<Plan>(c.var.ask, 'return.create', { order, lines, dryRun: true })
    return showCorrection(c, { ...asked, plan })
  } catch (error) {
    if (error instanceof Refused) return showCorrection(c, { ...asked, problem: error.message })
    throw error
  }
}

async function correct(c: ConsoleContext, { event, command, correction }: Asked, parts: object) {
  const { texts, ask } = c.var
  const { note, seen } = correction
  const path = eventPath(event.id)
  try {
    const key = command && { key: command.key }
    await resultOf(ask, 'event.correct', { id: event.id, ...key, ...parts, note, ...(seen !== '' && { seen }) })
  } catch (error) {
    if (!(error instanceof Refused)) throw error
    if (error.code === 'conflict') return leave(c, path, { kind: 'problem', text: texts.event.moved(error.message) })
    return showCorrection(c, { event, command, correction, problem: error.message })
  }
  return leave(c, path, { kind: 'done', text: texts.event.done.correct })
}

function knownOrder({ orderId, reason }: EventView, command: CommandView | undefined) {
  const id = command?.order?.id ?? orderId ?? reason?.orderId
  return id === undefined ? undefined : { id }
}

/** What the customer typed cannot be planned with: it is not shown here. */
function shownLines(command: CommandView | undefined): CommandView['lines'] {
  return JSON.stringify(command?.lines ?? '').includes('[redacted]') ? undefined : command?.lines
}
