import * as z from 'zod'
import { corrected } from '../../inbox/operator-transitions.ts'
import { sentencesOf } from '../../sentences/languages.ts'
import { hidden } from '../../typed-text.ts'
import { type DryWrite, isRehearsed } from '../../workflow/rehearse/dry-back-office.ts'
import { type Rehearsed, rehearse } from '../../workflow/rehearse/rehearse.ts'
import type { Work, Workflow } from '../../workflow/workflow.ts'
import { defineCommand } from '../operator.ts'
import { namedLinesView } from '../views/command-view.ts'
import { reasonView, waitView } from '../views/event-views.ts'
import { orderLinks, withoutPurchasePrices } from '../views/order-view.ts'
import { changesOf, meaning } from './event-correct.ts'
import { eventId, findEvent } from './move-event.ts'

/** What would be sent for an event now, or once it is corrected, and why each line is in or out. Writes nothing, and moves no event. */
export const eventPlan = defineCommand({
  name: 'event.plan',
  input: z.strictObject({ id: eventId, ...meaning }),
  run: async ({ workflow, deadlineMs }, { id, ...instead }) => {
    const { inbox, now, newId, timing, config } = workflow
    const found = await findEvent(inbox, id)
    const how = { now: now(), writeId: newId(), note: '', hintMs: timing.hintMs }
    const isCorrected = instead.order !== undefined || instead.lines !== undefined
    const event = isCorrected ? corrected(found, how, changesOf(found, instead, config)) : found
    const rehearsed = await rehearse(workflow, event, deadlineMs)
    if ('ending' in rehearsed) {
      const { reason } = rehearsed.ending
      return { id, ...nothing, reason: reasonView(reason, sentencesOf(config)), commands: [] }
    }
    const commands = rehearsed.commands.map((one) => planView(one, { id, workflow, parents: rehearsed.parents }))
    const first = commands.find(({ type }) => type === 'create-return') ?? commands[0]
    const { key: _, type: __, ...main } = first ?? nothing
    const places = commands.flatMap(({ orderId, returnId, also = [] }) => [orderId, returnId, ...also])
    return { id, ...main, commands, ...orderLinks(places, config) }
  },
})

const nothing = { key: undefined, type: undefined, body: null, lines: [] }
type Facts = { id: string; workflow: Workflow; parents: Work['parents'] }

function planView(one: Rehearsed, { id, workflow, parents }: Facts) {
  const { key, command, progress, plan, ending, why } = one
  const { orderId, returnId, also } = progress
  const sent = one.writes.find(({ kind }) => command.type !== 'create-return' || kind !== 'comment')
  const comment = command.type === 'create-return' ? one.writes.find(({ kind }) => kind === 'comment') : undefined
  const by = progress.state === 'done' && one.writes.length === 0 ? (progress.by ?? id) : undefined
  const reason = ending?.reason ?? (by === undefined ? undefined : ({ code: 'already_done', by } as const))
  // What a person would let go on.
  const asked = ending?.status === 'held' && plan && 'body' in plan.plan ? withoutPurchasePrices(plan.plan.body) : null
  const sentences = sentencesOf(workflow.config)
  return {
    key,
    type: command.type,
    ...(isKnown(orderId) && { orderId }),
    ...(isKnown(returnId) && { returnId }),
    ...(also && { also }),
    body: sent ? bodyView(sent) : asked,
    ...(comment && { comment: bodyView(comment) }),
    ...(reason && { reason: reasonView(reason, sentences) }),
    ...(why && { reason: waitView(why, sentences) }),
    lines: plan ? namedLinesView(plan.plan.lines, parents.get(orderId ?? 0), workflow) : [],
  }
}

const isKnown = (id: number | undefined): boolean => id !== undefined && !isRehearsed(id)

/** Without what people wrote, and of a new order without its people and prices. */
function bodyView({ kind, body }: DryWrite): Record<string, unknown> {
  if (kind === 'return') return withoutPurchasePrices(body)
  if (kind === 'order') return newOrderView(body)
  const own: readonly string[] =
    kind === 'image' ? ['imageId', 'type', 'value'] : ['referenceType', 'isVisibleForContact', 'userId']
  const shown = Object.entries(body).map(([name, value]) => [name, own.includes(name) ? value : hidden])
  const about = kind === 'comment' && isKnown(Number(body.referenceValue)) && { referenceValue: body.referenceValue }
  return { ...Object.fromEntries(shown), ...about }
}

function newOrderView({ typeId, ownerId, orderItems }: DryWrite['body']): Record<string, unknown> {
  const items = orderItems as Record<'typeId' | 'itemVariationId' | 'quantity', unknown>[]
  const shown = items.map(({ typeId, itemVariationId, quantity }) => ({ typeId, itemVariationId, quantity }))
  return { typeId, ownerId, orderItems: shown }
}
