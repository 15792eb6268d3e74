import type { Chance } from '../simulation/random.ts'
import type { Moment } from './held-back-office.ts'

/** When one start is killed. Times are milliseconds. */
export type Kill =
  /** Counted from the start of the process, whether it is up by then or not. */
  | { at: 'start'; afterMs: number }
  /** Counted from its banner. */
  | { at: 'work'; afterMs: number }
  /** As soon as a sender has heard 200. */
  | { at: 'answer' }
  /** While the back office holds a POST, which it then carries out (`lateMs` after the kill) or drops. */
  | { at: 'post'; path: string; moment: Moment; fate: 'apply' | 'drop'; lateMs: number }

const posts = ['/rest/orders', '/rest/comments']

export function planKills(chance: Chance, count: number): Kill[] {
  return Array.from({ length: count }, () => planKill(chance))
}

function planKill(chance: Chance): Kill {
  const how = chance.next()
  if (how < 0.2) return { at: 'start', afterMs: chance.between(0, 1_500) }
  if (how < 0.5) return { at: 'work', afterMs: chance.between(0, 2_000) }
  if (how < 0.65) return { at: 'answer' }
  return {
    at: 'post',
    path: chance.pick(posts),
    moment: chance.pick(['unsent', 'unanswered']),
    fate: chance.pick(['apply', 'drop']),
    lateMs: chance.hits(0.5) ? 0 : chance.between(1, 3_000),
  }
}

/** As the totals and the story of a run name it. */
export function nameOf(kill: Kill): string {
  if (kill.at !== 'post') return { start: 'while it started', work: 'at work', answer: 'right after a 200' }[kill.at]
  const fate = kill.fate === 'apply' ? 'carried out later' : 'lost'
  return kill.moment === 'unanswered' ? `between POST ${kill.path} and its record` : `during POST ${kill.path}, ${fate}`
}
