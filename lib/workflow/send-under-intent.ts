import { wasNotSent } from '../back-office/http/not-sent.ts'
import { LoginClosed, OutcomeUnknown, Rejected, RetryLater } from '../errors.ts'
import type { Progress } from '../inbox/event.ts'
import type { Intent, OrderKey } from '../state/order-memory.ts'
import { nextDeferral } from './retry-policy.ts'
import { readBackWhy } from './settling-why.ts'
import { settledAt } from './timing.ts'
import { proceed, type StepOutcome, type Story, type Work, waitUntil } from './workflow.ts'

export type Sending = {
  key: OrderKey
  known: number[]
  /** The same body was sent before. */
  isRepeated: boolean
  fingerprint: string
  /** With its article, for people. */
  thing: string
  /** For the history: no usable answer came, and it was refused. */
  lost: Story
  refused: Story
  /** What a proven refusal takes back of the event. */
  forget: Partial<Progress>
  /** Sends the frozen body and records its result, which closes the intent. */
  send(options: { sendBefore: number }): Promise<void>
}

/** Sends under an open intent. An unknown outcome leaves the intent open; a proven refusal closes it. */
export async function sendUnderIntent(work: Work, index: number, sending: Sending): Promise<StepOutcome> {
  const { orders, now, timing } = work.workflow
  const { key, known, fingerprint } = sending
  const intent: Intent = {
    event: work.event().id,
    command: index,
    sendBefore: now() + timing.sendWindowMs,
    known,
    ...(sending.isRepeated ? { repeated: true } : {}),
  }
  await orders.recordIntent(key, { holder: work.holder, intent, fingerprint, now: now() })
  try {
    await sending.send(intent)
    return proceed
  } catch (error) {
    if (error instanceof OutcomeUnknown) {
      work.record(index, {}, sending.lost)
      return untilSettled(work, intent, sending.thing)
    }
    if (!isRefusal(error)) throw error
    // Nothing happened: the item is free for others, and the next try plans anew.
    await orders.dropIntent(key, { holder: work.holder })
    const what = wasNotSent(error) ? 'not sent' : sending.refused.what
    work.record(index, sending.forget, { ...sending.refused, what })
    throw error
  }
}

function untilSettled(work: Work, intent: Intent, thing: string): StepOutcome {
  const { now, random, timing } = work.workflow
  const again = nextDeferral({ event: work.event(), now: now(), random: random(), timing })
  return waitUntil(Math.max(settledAt(intent, timing), again), readBackWhy(thing))
}

/** What to wait for before an open intent is read back; undefined: it has settled. */
export function notSettled({ workflow }: Work, intent: Intent, thing: string): StepOutcome | undefined {
  const settled = settledAt(intent, workflow.timing)
  return workflow.now() < settled ? waitUntil(settled, readBackWhy(thing)) : undefined
}

/** Errors of the client that prove that nothing was carried out. */
const isRefusal = (error: unknown): boolean =>
  error instanceof Rejected || error instanceof RetryLater || error instanceof LoginClosed
