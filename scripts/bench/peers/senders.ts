import { setTimeout as sleep } from 'node:timers/promises'
import { createChance } from '../../../test/simulation/random.ts'
import { sideBySide } from '../local-bridge.ts'
import { wordsFor } from './judge.ts'
import type { Delivery, Request } from './system.ts'

/** Of ten deliveries one is sent once more after it was answered. */
const repeatedShare = 0.1
const senders = 16
const [timeoutMs, pauseMs, repeatMs] = [10_000, 1_000, 2_000]

const firstOrder = 50_001

/** The deliveries of so many returns, one for each order. */
export const createDeliveries = (count: number): Delivery[] =>
  Array.from({ length: count }, (_, index) => {
    const order = firstOrder + index
    const data = { order: { id: order }, lines: [{ sku: 'MUG', quantity: 1 }], text: wordsFor(order) }
    const content = { type: 'return.requested', timestamp: new Date().toISOString(), data }
    return { order, id: `return-${order}`, content }
  })

export type Senders = {
  /** Sends these until each was answered with 2xx, and some of them once more. */
  send(deliveries: readonly Delivery[]): void
  /** How many were answered with 2xx. */
  accepted(): number
  /** When the last one was answered with 2xx for the first time, on the clock of `performance`. */
  lastAcceptedAt(): number
  /** Nothing is left to send. */
  areIdle(): boolean
  /** Sends nothing more. */
  end(): Promise<void>
}

type Options = { seed: number; toRequest: (delivery: Delivery) => Request }

/** They repeat what was not answered with 2xx, as senders do, but after a second instead of minutes. */
export function startSenders({ seed, toRequest }: Options): Senders {
  const waves: Promise<void>[] = []
  const stop = new AbortController()
  let [open, accepted, lastAcceptedAt] = [0, 0, 0]

  async function post(delivery: Delivery): Promise<boolean> {
    const { url, ...request } = toRequest(delivery)
    const signal = AbortSignal.any([AbortSignal.timeout(timeoutMs), stop.signal])
    try {
      const answer = await fetch(url, { method: 'POST', ...request, signal })
      await answer.arrayBuffer()
      return answer.ok
    } catch {
      // Nobody is there, or it is too slow for its sender.
      return false
    }
  }

  async function deliver(delivery: Delivery): Promise<void> {
    while (!stop.signal.aborted && !(await post(delivery))) await pause(pauseMs)
    if (stop.signal.aborted) return
    accepted += 1
    lastAcceptedAt = performance.now()
    const chance = createChance(seed + delivery.order)
    if (!chance.hits(repeatedShare)) return
    await pause(chance.between(0, repeatMs))
    await post(delivery)
  }

  const pause = (ms: number): Promise<void> => sleep(ms, undefined, { signal: stop.signal }).catch(() => {})

  return {
    send(deliveries) {
      open += 1
      waves.push(
        sideBySide(senders, deliveries, deliver).finally(() => {
          open -= 1
        }),
      )
    },
    accepted: () => accepted,
    lastAcceptedAt: () => lastAcceptedAt,
    areIdle: () => open === 0,
    async end() {
      stop.abort()
      await Promise.all(waves)
    },
  }
}
