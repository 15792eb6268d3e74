import { type ConsoleContext, Refused, resultOf } from '../console-env.ts'
import type { EventView } from '../event-shapes.ts'
import { eventPath } from '../html/paths.ts'
import { isRisky } from '../is-risky.ts'
import { leave, showProblem } from '../layout.ts'

const moves = ['release', 'replay', 'discard', 'link'] as const
type Move = (typeof moves)[number]

/** Does what a button of an event's page says, if the event still is as the person saw it. Then shows it as it stands. */
export async function moveIt(c: ConsoleContext) {
  const { form, texts } = c.var
  const [id, action] = [form.get('id') ?? '', form.get('action')]
  const move = moves.find((one) => one === action)
  const { notFound, notFoundText } = texts.problem
  if (!move) return showProblem(c, { title: notFound, text: notFoundText, status: 404 })
  try {
    const asked = form.get('known') === 'yes' ? undefined : await confirmationOf(c, id, move)
    if (asked !== undefined) return leave(c, eventPath(id), { kind: 'problem', text: asked })
    await resultOf(c.var.ask, `event.${move}`, { id, ...argumentsOf(form, move) })
  } catch (error) {
    if (!(error instanceof Refused) || error.code === 'not_found') throw error
    const text = error.code === 'conflict' ? texts.event.moved(error.message) : error.message
    return leave(c, eventPath(id), { kind: 'problem', text })
  }
  return leave(c, eventPath(id), { kind: 'done', text: texts.event.done[move] })
}

/** What a person must confirm first. */
async function confirmationOf(c: ConsoleContext, id: string, move: Move): Promise<string | undefined> {
  if (move !== 'release' && move !== 'discard') return undefined
  const event = await resultOf<EventView>(c.var.ask, 'event.get', { id })
  const { riskAsked, lawAsked } = c.var.texts.event
  if (move === 'release') return isRisky(event) ? riskAsked : undefined
  return event.withdrawal === true ? lawAsked : undefined
}

function argumentsOf(form: URLSearchParams, move: Move): Record<string, unknown> {
  const [note, seen] = [form.get('note')?.trim() ?? '', form.get('seen') ?? '']
  return {
    ...(note !== '' && { note }),
    ...(seen !== '' && { seen }),
    ...(move === 'link' && { returnId: Number(form.get('returnId')) }),
  }
}
