import { setTimeout as sleep } from 'node:timers/promises'
import type { Chance } from '../simulation/random.ts'

export type Injection = {
  /** Removes pending faults and adds no more. Resolves with the number of faults that occurred, by kind. */
  end(): Promise<Map<string, number>>
}

/** Short enough for many faults, long enough that few hit one event: each costs it one of its ten attempts. */
const pauseMs = { least: 200, most: 2_000 }

type InjectionOptions = {
  chance: Chance
  sandboxUrl: string
  drawFault: (chance: Chance) => Fault
  /** The first fault comes after this. */
  after: Promise<unknown>
}

/** Adds faults to the sandbox, each for one request, until `end` is called. */
export function injectFaults({ chance, sandboxUrl, drawFault, after }: InjectionOptions): Injection {
  const made = new Map<string, number>()
  let ended = false
  const { promise: ending, resolve: beginEnd } = Promise.withResolvers<void>()
  const work = (async () => {
    await Promise.race([after, ending])
    while (!ended) {
      const fault = drawFault(chance)
      await control(sandboxUrl, 'POST', fault)
      made.set(fault.kind, (made.get(fault.kind) ?? 0) + 1)
      await sleep(chance.between(pauseMs.least, pauseMs.most))
    }
  })()
  return {
    async end() {
      ended = true
      beginEnd()
      await work
      const waiting = await control(sandboxUrl, 'GET')
      await control(sandboxUrl, 'DELETE')
      for (const { kind } of waiting) made.set(kind, (made.get(kind) ?? 0) - 1)
      return made
    },
  }
}

/** The body of `POST /sandbox/faults`. */
export type Fault = { kind: string } & Record<string, unknown>

async function control(sandboxUrl: string, method: string, fault?: Fault): Promise<Fault[]> {
  const body = fault && JSON.stringify(fault)
  const response = await fetch(`${sandboxUrl}/sandbox/faults`, { method, ...(body !== undefined && { body }) })
  if (!response.ok) throw new Error(`the sandbox refused a fault: ${await response.text()}`)
  return ((await response.json()) as { faults: Fault[] }).faults
}

/** Mostly writes: their lost answers are the most difficult. */
const places = [{ method: 'POST', path: '/rest/orders' }, { method: 'POST', path: '/rest/comments' }, { path: '/rest' }]

export function drawFault(chance: Chance): Fault {
  const target = chance.pick(places)
  const how = chance.next()
  if (how < 0.25) return { ...target, kind: 'drop-after' }
  if (how < 0.4) return { ...target, kind: 'drop-before' }
  if (how < 0.55) return { ...target, kind: 'slow', delayMs: chance.hits(0.1) ? 11_000 : chance.between(100, 2_000) }
  if (how < 0.75) return { ...target, kind: 'status', status: chance.pick([500, 503]), applied: chance.hits(0.5) }
  if (how < 0.99) return { ...target, kind: chance.pick(['html', 'garbage', 'empty']), applied: chance.hits(0.5) }
  return { ...target, kind: 'expire-tokens' }
}
