import type { Chance } from '../random.ts'

/** What can go wrong, and how likely at each opportunity in ordinary bad weather. */
const ordinary = {
  // the table
  'table throttled': 0.02,
  'table request lost': 0.008,
  'table answer lost': 0.012,
  'table write late': 0.008,
  'index late': 0.1,
  'secret unreachable': 0.02,
  'inbox table down': 0.15,
  'state table down': 0.15,
  // the stream
  'hint lost': 0.15,
  'hint doubled': 0.15,
  'hint late': 0.15,
  // Lambda
  'function killed': 0.01,
  'function stalled': 0.01,
  'killed at login': 0.15,
  'tick on time': 0.5,
  // the back office, by request
  'never connected': 0.03,
  'request lost': 0.04,
  'answer lost': 0.06,
  'request late': 0.06,
  'answer slow': 0.03,
  'answer html': 0.02,
  'answer garbage': 0.02,
  'answer empty': 0.02,
  'server error': 0.04,
  'request refused': 0.004,
  'rate limited': 0.02,
  'token refused': 0.006,
  'tokens expired': 0.02,
  'order refuses writes': 0.15,
  'right withdrawn': 0.15,
  // senders
  'delivery lost': 0.08,
  'delivery unheard': 0.08,
  'delivery repeated': 0.2,
  'signature wrong': 0.1,
  'submitted twice': 0.25,
  'told twice': 0.35,
  // people and the rest of the world, by opportunity in the script
  'same by hand': 0.25,
  'return by hand': 0.25,
  'order late': 0.2,
  'order never': 0.05,
  'list clamped': 0.4,
  'list lags': 0.3,
  'password changed': 0.15,
  'secret wrong': 0.3,
  'source secret rotated': 0.15,
  'limits set': 0.15,
  'limits kept': 0.35,
  'event released': 0.3,
  'event discarded': 0.1,
  'event replayed': 0.2,
  'timeouts not kept': 0.25,
  'order imported anew': 0.3,
  'mapping changed': 0.4,
  'request far too late': 0.8,
  'late for its turn': 0.3,
  'older return': 0.3,
  'order cancelled': 0.03,
  // impatient people, by opportunity
  'open write discarded': 0.8,
  'submitted beside': 0.6,
} as const

export type FaultKind = keyof typeof ordinary
export const faultKinds = Object.keys(ordinary) as FaultKind[]

/** What each schedule suffers from. `strikes` counts what it lets happen. */
export type Weather = {
  strikes(kind: FaultKind): boolean
  /** What comes of a fault that lasts. */
  count(effect: string): void
  /** From now on nothing goes wrong any more. */
  clear(): void
  isClear(): boolean
  /** Nothing ever goes wrong. */
  isFair(): boolean
  counts(): ReadonlyMap<FaultKind | (string & {}), number>
}

/**
 * Every schedule leaves some kinds of fault out and suffers heavily from others: mixed evenly they would hide each other (swarm
 * testing, Groce and others, 2012). One in twenty has fair weather.
 */
export function createWeather(chance: Chance): Weather {
  const fair = chance.hits(0.05)
  const probability = new Map(faultKinds.map((kind) => [kind, fair ? 0 : severity(chance) * ordinary[kind]]))
  const counts = new Map<string, number>()
  const count = (what: string) => void counts.set(what, (counts.get(what) ?? 0) + 1)
  let clear = false
  return {
    strikes(kind) {
      const likely = probability.get(kind) ?? 0
      if (clear || likely === 0 || !chance.hits(likely)) return false
      count(kind)
      return true
    },
    count,
    clear: () => {
      clear = true
    },
    isClear: () => clear,
    isFair: () => fair,
    counts: () => counts,
  }
}

function severity(chance: Chance): number {
  const draw = chance.next()
  if (draw < 0.45) return 0
  if (draw < 0.9) return 0.3 + 1.4 * chance.next()
  return 4
}
