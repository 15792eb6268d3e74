import { isDeepStrictEqual } from 'node:util'
import * as z from 'zod'
import type { TranslatedCommand } from '../../config/config.ts'
import type { InboxEvent } from '../../inbox/event.ts'
import { processEvent } from '../../workflow/process-event.ts'
import { operatorSource } from '../../workflow/translate/translate-event.ts'
import { conflict, type Operator } from '../operator.ts'
import { findEvent } from './event-get.ts'

/** An operator's answer comes within 20 seconds: the run's time, less what its last request may take. */
const runMs = 24_000
const patienceMs = 15_000
const pollMs = 250

/**
 * Sends a command through the inbox and works on it at once. Answers the event as it stands when it settles, or when time is
 * up. Throws `Rejected` 409 if the `requestId` was used for another command: its answer would look like the answer to this one.
 */
export async function submit(
  operator: Operator,
  command: TranslatedCommand,
  requestId: string | undefined,
): Promise<InboxEvent> {
  const { inbox, now, newId, timing, sleep, metrics } = operator.workflow
  const id = `${operatorSource}/${requestId ?? newId()}`
  const delivery = { body: Buffer.from(JSON.stringify([command])), headers: {} }
  const status = await inbox.accept({ id, source: operatorSource, delivery, now: now(), hintMs: timing.hintMs })
  metrics?.count(status === 'accepted' ? 'EventsAccepted' : 'EventsDuplicate')
  if (status === 'duplicate') mustAskForTheSame(await findEvent(inbox, id), delivery.body)
  const startedAt = now()
  await processEvent(operator.workflow, id, Math.min(operator.deadlineMs, startedAt + runMs))
  for (;;) {
    const event = await findEvent(inbox, id)
    const underWay = event.status === 'ready' || event.status === 'running'
    if (!underWay || now() - startedAt > patienceMs) return event
    await sleep(pollMs)
  }
}

function mustAskForTheSame(event: InboxEvent, body: Buffer): void {
  const stored = JSON.parse(event.delivery.body.toString())
  if (isDeepStrictEqual(stored, JSON.parse(body.toString()))) return
  throw conflict('This requestId was used for another command; use a new one.')
}

/** Made once by whoever asks: asking again under the same id does nothing twice. */
export const requestId = z
  .string()
  .regex(/^[\w.:-]{1,100}$/, 'use letters, digits and . _ : - (100 at most)')
  .optional()
