import type { PaceItem, PaceStore } from '../../../lib/back-office/pace/state.ts'
import type { SentRequest } from '../town/sent-request.ts'

type Budget = 'reads' | 'writes'
/** Nothing of this budget before `until`, epoch ms, since it was `heardAt`. */
type Refusal = { budget: Budget; until: number; heardAt: number }

/** What one machine knows of the refusals of the back office. */
export type Obedience = {
  listening(fetch: typeof globalThis.fetch): typeof globalThis.fetch
  /** The store itself: which of its items tell of which refusals. */
  stored(store: PaceStore): PaceStore
  /** The store as the machine has it: what it has answered is known once the answer has arrived. */
  sharing(store: PaceStore): PaceStore
  onSent(request: Pick<SentRequest, 'method' | 'path'>, at: number): void
}

const budgetOf = (method: string): Budget => (method === 'GET' ? 'reads' : 'writes')
/** Time enough to write down what was heard. */
const toShareMs = 10_000

/**
 * A 429 is obeyed by whoever can know of it: the machine that heard it, at once; and each that has an answer with a pace item that tells of
 * it. An answer that is still on its way, or lost, tells nothing. Without the tables each machine knows only its own.
 */
export function createObedience({
  now,
  toleranceMs,
  onViolation,
}: {
  now: () => number
  toleranceMs: number
  onViolation: (what: string) => void
}): (name: string) => Obedience {
  /** Refusals that the pace item tells of, each with the write that wrote it there. */
  const shared = new Map<Refusal, number>()
  /** The writes of the pace item, in their order. */
  const writes = new Map<string, number>()
  return (name) => {
    const known = new Set<Refusal>()
    const read = ({ writeId }: PaceItem) => {
      for (const [one, since] of shared) if (since <= (writes.get(writeId) ?? 0)) known.add(one)
    }
    return {
      listening: (fetch) => async (input, init) => {
        const response = await fetch(input, init)
        const refusal = response.status === 429 && refusalIn(response, init?.method ?? 'GET', now())
        if (refusal) known.add(refusal)
        return response
      },

      stored: (store) => ({
        read: store.read,
        async replace(next, options) {
          const heard = [...known].filter(({ heardAt }) => heardAt + toShareMs < now())
          const replaced = await store.replace(next, options)
          if (!replaced) return replaced
          const write = writes.size + 1
          writes.set(next.writeId, write)
          const told = [...known].filter(({ budget, until }) => next.paidAt[budget] >= until - toleranceMs)
          for (const one of [...heard, ...told]) if (!shared.has(one)) shared.set(one, write)
          return replaced
        },
      }),

      sharing: (store) => ({
        async read() {
          const item = await store.read()
          if (item) read(item)
          return item
        },
        async replace(next, options) {
          const replaced = await store.replace(next, options)
          if (replaced) read(next)
          return replaced
        },
      }),

      onSent({ method, path }, at) {
        for (const refusal of known) {
          const { budget, until, heardAt } = refusal
          if (until - toleranceMs <= at) known.delete(refusal)
          else if (budget === budgetOf(method) && heardAt < at)
            onViolation(
              `not obeyed: ${method} ${path} by ${name}, ${Math.round(until - at)} ms before the end of a refusal`,
            )
        }
        for (const refusal of shared.keys()) if (refusal.until <= at) shared.delete(refusal)
      },
    }
  }
}

/** Undefined: it names no time, or is about something else than calls. */
function refusalIn({ headers, body }: Response, method: string, heardAt: number): Refusal | undefined {
  const [bytes] = body as unknown as [Buffer]
  const text = bytes.toString()
  const seconds = Number(headers.get('retry-after') ?? Number.NaN)
  if (!(seconds > 0) || text.includes('too_many_concurrent_sessions')) return undefined
  const named = /(read|write) limit/i.exec(text)?.[1]?.toLowerCase()
  const budget = named === undefined ? budgetOf(method) : named === 'read' ? 'reads' : 'writes'
  return { budget, until: heardAt + seconds * 1_000, heardAt }
}
