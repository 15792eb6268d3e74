import { setTimeout as sleep } from 'node:timers/promises'
import { sourceOfKind } from '../../lib/sources/registry.ts'
import { readSecrets, secretsFile } from '../../local/secrets-file.ts'
import type { Chance } from '../simulation/random.ts'
import { signed } from '../sources/deliveries.ts'
import type { Delivery } from './senders.ts'

export type Dispatcher = {
  /** Sends a delivery until it is answered 200. Sometimes sends it twice at once, or again after a 200. */
  send(delivery: Delivery, afterMs: number): void
  /** Resolves with the next 200. */
  nextAnswer(): Promise<void>
  /** The deliveries that were answered 200, by the event's id. */
  accepted: Map<string, Delivery>
  /** The number of deliveries that must still be sent, for the first time or again. */
  open(): number
  /** The number of requests so far, answered or not. */
  sent(): number
  close(): void
}

type Options = {
  chance: Chance
  /** The bridge's current address; undefined while it is down. */
  url: () => string | undefined
}

const timeoutMs = 5_000
const retryMs = { least: 100, most: 900 }
const repeatWithinMs = 3_000

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
  const untilAnswered = async (delivery: Delivery): Promise<void> => {
    while (!closed && !(await attempt(delivery))) await sleep(chance.between(retryMs.least, retryMs.most))
  }
  const deliver = async (delivery: Delivery): Promise<void> => {
    const how = chance.next()
    await Promise.all([untilAnswered(delivery), how < 0.1 && attempt(delivery)])
    if (how < 0.8) return
    await sleep(chance.between(0, repeatWithinMs))
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

/** The event's id if the answer is 200; undefined for any other answer or none. */
async function post(base: string, { source, id, topic, body }: Delivery, secret: string): Promise<string | undefined> {
  const kind = sourceOfKind(source)
  if (!kind) throw new TypeError(`the source ${source} does not exist`)
  const { headers, path } = signed(kind, { name: source, body, secret, id, nowMs: Date.now(), ...(topic && { topic }) })
  try {
    const signal = AbortSignal.timeout(timeoutMs)
    const response = await fetch(`${base}${path}`, { method: 'POST', headers, body, signal })
    const answer = await response.text()
    return response.status === 200 ? (JSON.parse(answer) as { id: string }).id : undefined
  } catch {
    return undefined
  }
}
