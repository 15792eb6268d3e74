import type { Chance } from '../simulation/random.ts'
import type { Moment } from './pausing-proxy.ts'

/** When a started process is killed. Times are milliseconds. */
export type Kill =
  /** Counted from the start of the process, whether it serves requests by then or not. */
  | { at: 'start'; afterMs: number }
  /** Counted from its banner. */
  | { at: 'work'; afterMs: number }
  /** As soon as a sender has received 200. */
  | { at: 'answer' }
  /** While all of these POSTs are paused, each of another event. */
  | { at: 'post'; posts: readonly PausedPost[] }

/** A POST that is paused, and then carried out (`lateMs` after the kill) or dropped. */
export type PausedPost = { path: string; moment: Moment; fate: 'apply' | 'drop'; lateMs: number }
const paths = ['/rest/orders', '/rest/comments']

export const planKills = (chance: Chance, count: number): Kill[] =>
  Array.from({ length: count }, () => planKill(chance))

function planKill(chance: Chance): Kill {
  const how = chance.next()
  if (how < 0.2) return { at: 'start', afterMs: chance.between(0, 1_500) }
  if (how < 0.5) return { at: 'work', afterMs: chance.between(0, 2_000) }
  if (how < 0.65) return { at: 'answer' }
  const post: PausedPost = {
    path: chance.pick(paths),
    moment: chance.pick(['unsent', 'unanswered']),
    fate: chance.pick(['apply', 'drop']),
    lateMs: chance.hits(0.5) ? 0 : chance.between(1, 3_000),
  }
  return { at: 'post', posts: [post] }
}

/** The names of a kill's moments in the output of a run. */
export function namesOf(kill: Kill): string[] {
  if (kill.at === 'post') return kill.posts.map(nameOfPost)
  return [{ start: 'while it started', work: 'at work', answer: 'right after a 200' }[kill.at]]
}

function nameOfPost({ path, moment, fate }: PausedPost): string {
  if (moment === 'unanswered') return `between POST ${path} and its record`
  return `during POST ${path}, ${fate === 'apply' ? 'carried out later' : 'lost'}`
}
