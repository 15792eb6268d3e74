import { isDeepStrictEqual } from 'node:util'
import * as z from 'zod'
import type { TranslatedCommand } from '../../config/config.ts'
import { sentencesOf } from '../../sentences/languages.ts'
import { processEvent } from '../../workflow/process-event.ts'
import { operatorSource } from '../../workflow/translate/translate-event.ts'
import { conflict, defined, type Operator } from '../operator.ts'
import { madeIds, placesInReason, reasonView } from '../views/event-views.ts'
import { orderLinks } from '../views/order-view.ts'
import { findEvent } from './move-event.ts'

/** An operator's answer comes within 20 seconds: the run's time, less what its last request may take. */
const runMs = 24_000
const patienceMs = 15_000
const pollMs = 250

/** Works on a command at once; answers its event once it settles or time is up. `Rejected` 409: the `requestId` is that of another one. */
export async function submit(operator: Operator, command: TranslatedCommand, request: string | undefined) {
  const { by } = operator
  const { inbox, now, newId, timing, sleep, metrics } = operator.workflow
  const id = `${operatorSource}/${request ?? newId()}`
  const delivery = { body: Buffer.from(JSON.stringify([command])), headers: {} }
  const status = await inbox.accept({ id, source: operatorSource, delivery, by, now: now(), hintMs: timing.hintMs })
  metrics?.count(status === 'accepted' ? 'EventsAccepted' : 'EventsDuplicate')
  if (status === 'duplicate') {
    const stored = (await findEvent(inbox, id)).delivery.body
    if (!isDeepStrictEqual(JSON.parse(stored.toString()), JSON.parse(delivery.body.toString())))
      throw conflict('This requestId was used for another command; use a new one.')
  }
  const startedAt = now()
  await processEvent(operator.workflow, id, Math.min(operator.deadlineMs, startedAt + runMs))
  for (;;) {
    const event = await findEvent(inbox, id)
    const underWay = event.status === 'ready' || event.status === 'running'
    if (!underWay || now() - startedAt > patienceMs) return event
    await sleep(pollMs)
  }
}

type Id = string | undefined
type Made = (ids: ReturnType<typeof madeIds>) => Readonly<Record<string, number | undefined>>

/** The same as the answer of a command: how far it has come, and the id of what it `made` once that is known. */
export async function submitted(operator: Operator, command: TranslatedCommand, request: Id, made: Made) {
  const event = await submit(operator, command, request)
  const { id, status, reason } = event
  const { config } = operator.workflow
  const ids = made(madeIds(event))
  return {
    ...defined({ id, status, ...ids, reason: reason && reasonView(reason, sentencesOf(config)) }),
    ...orderLinks([ids.orderId, ids.returnId, ...placesInReason(reason)], config),
  }
}

/** Made once by whoever asks: asking again under the same id does nothing twice. */
export const requestId = z
  .string()
  .regex(/^[\w.:-]{1,100}$/, 'use letters, digits and . _ : - (100 at most)')
  .optional()
