import type { Chance } from './random.ts'

type Moment = { at: number; order: number; run: () => void; cancelled: boolean }

/**
 * The virtual clock and everything that is still to happen, earliest first. What falls on one millisecond happens in an order
 * that chance decides.
 */
export type Timeline = {
  now(): number
  at(time: number, run: () => void): { cancel(): void }
  after(ms: number, run: () => void): { cancel(): void }
  /** Real work outside the clock (the sandbox answering): nothing else happens until it has ended. */
  busy<T>(work: Promise<T>): Promise<T>
  /** Lets things happen until `done` says so or nothing is left. Throws `TooManySteps`. */
  run(done: () => boolean): Promise<void>
  /** How much has happened. */
  steps(): number
}

/** Something goes on for ever: an ordinary schedule takes a thousand steps. */
export class TooManySteps extends Error {
  override name = 'TooManySteps'
}
const mostSteps = 400_000

export function createTimeline({ start, chance }: { start: number; chance: Chance }): Timeline {
  let clock = start
  let steps = 0
  let working = 0
  const heap: Moment[] = []

  const at: Timeline['at'] = (time, run) => {
    const moment = { at: Math.max(time, clock), order: chance.next(), run, cancelled: false }
    push(heap, moment)
    return {
      cancel: () => {
        moment.cancelled = true
      },
    }
  }

  return {
    now: () => clock,
    at,
    after: (ms, run) => at(clock + ms, run),
    steps: () => steps,

    async busy(work) {
      working += 1
      try {
        return await work
      } finally {
        working -= 1
      }
    },

    async run(done) {
      while (!done()) {
        const moment = pop(heap)
        if (!moment) return
        if (moment.cancelled) continue
        clock = moment.at
        steps += 1
        if (steps > mostSteps) throw new TooManySteps(`more than ${mostSteps} steps`)
        moment.run()
        // Only when every promise that could move has moved is it the next one's turn.
        do await settled()
        while (working > 0)
      }
    },
  }
}

/** Comes after all microtasks, which run to the end before the event loop goes on. */
const settled = () => new Promise<void>((resolve) => setImmediate(resolve))

const isBefore = (a: Moment, b: Moment) => a.at < b.at || (a.at === b.at && a.order < b.order)

function push(heap: Moment[], moment: Moment): void {
  let index = heap.length
  heap.push(moment)
  while (index > 0) {
    const parentIndex = (index - 1) >> 1
    const parent = heap[parentIndex]
    if (!parent || !isBefore(moment, parent)) break
    heap[index] = parent
    index = parentIndex
  }
  heap[index] = moment
}

function pop(heap: Moment[]): Moment | undefined {
  const first = heap[0]
  const last = heap.pop()
  if (!first || !last || heap.length === 0) return first
  let index = 0
  for (;;) {
    const left = heap[2 * index + 1]
    const right = heap[2 * index + 2]
    const smaller = right && left && isBefore(right, left) ? right : left
    if (!smaller || !isBefore(smaller, last)) break
    heap[index] = smaller
    index = 2 * index + (smaller === right ? 2 : 1)
  }
  heap[index] = last
  return first
}
