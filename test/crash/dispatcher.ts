import { setTimeout as sleep } from 'node:timers/promises'
import { sourceOfKind } from '../../lib/sources/registry.ts'
import { readSecrets, secretsFile } from '../../local/secrets-file.ts'
import type { Chance } from '../simulation/random.ts'
import type { Delivery } from './senders.ts'

export type Dispatcher = {
  /** Sends until it hears 200, as often as it takes; now and then twice at once, or again when all was well. */
  send(delivery: Delivery, afterMs: number): void
  /** Resolves with the next 200. */
  nextAnswer(): Promise<void>
  /** What was answered with 200: the event's id, and what was delivered. */
  accepted: Map<string, Delivery>
  /** Deliveries that are still to be sent, for the first time or again. */
  open(): number
  /** Requests that were sent, answered or not. */
  sent(): number
  close(): void
}

type Options = {
  chance: Chance
  /** Where the bridge is now; undefined while it is down. */
  url: () => string | undefined
}

const patienceMs = 5_000
const retryMs = { least: 100, most: 900 }
const againWithinMs = 3_000

export function startDispatcher({ chance, url }: Options): Dispatcher {
  const secrets = readSecrets(secretsFile).sources
  const accepted = new Map<string, Delivery>()
  let closed = false
  let answered = Promise.withResolvers<void>()
  let open = 0
  let sent = 0

  const attempt = async (delivery: Delivery): Promise<boolean> => {
    const base = url()
    if (base === undefined) return false
    sent += 1
    const id = await post(base, delivery, secrets[delivery.source]?.[0] ?? '')
    if (id === undefined) return false
    accepted.set(id, delivery)
    answered.resolve()
    answered = Promise.withResolvers()
    return true
  }
  const untilHeard = async (delivery: Delivery): Promise<void> => {
    while (!closed && !(await attempt(delivery))) await sleep(chance.between(retryMs.least, retryMs.most))
  }
  const deliver = async (delivery: Delivery): Promise<void> => {
    const how = chance.next()
    await Promise.all([untilHeard(delivery), how < 0.1 && attempt(delivery)])
    if (how < 0.8) return
    await sleep(chance.between(0, againWithinMs))
    await attempt(delivery)
  }

  return {
    send(delivery, afterMs) {
      open += 1
      const delivered = sleep(afterMs).then(() => deliver(delivery))
      void delivered.finally(() => {
        open -= 1
      })
    },
    nextAnswer: () => answered.promise,
    accepted,
    open: () => open,
    sent: () => sent,
    close() {
      closed = true
    },
  }
}

/** The event's id where the answer is 200; undefined for any other answer, and for none. */
async function post(base: string, { source, id, topic, body }: Delivery, secret: string): Promise<string | undefined> {
  const kind = sourceOfKind(source)
  if (!kind) throw new TypeError(`there is no source ${source}`)
  const { headers, path } = kind.sign(
    {
      method: 'POST',
      path: `/${kind.family}/${source}`,
      body: Buffer.from(body),
      contentType: 'application/json',
      id,
      ...(topic !== undefined && { topic }),
      nowMs: Date.now(),
    },
    secret,
  )
  try {
    const signal = AbortSignal.timeout(patienceMs)
    const response = await fetch(`${base}${path}`, { method: 'POST', headers, body, signal })
    const answer = await response.text()
    return response.status === 200 ? (JSON.parse(answer) as { id: string }).id : undefined
  } catch {
    return undefined
  }
}
