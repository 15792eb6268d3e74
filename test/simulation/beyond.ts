import type { Finding } from '../../lib/audit/auditor.ts'
import type { InboxEvent } from '../../lib/inbox/event.ts'
import { eventsOf } from './judged.ts'
import type { Town } from './town.ts'

/** What no broken assumption excuses: nothing is lost, everything ends, and nothing flies. */
const neverAllowed = /^(lost|forged|stuck|hung|a bug|expired|not expired|locked out)/

/**
 * A result where an assumption did not hold. Returns and comments can then be there twice; but somebody must hear of each return: by an
 * alarm, by an event that asks, or by the audit. The audit has no finding for a second comment: those nobody hears of are counted.
 */
export async function judgedBeyond<Judgement extends { violations: string[]; allowed: string[] }>(
  town: Town,
  result: Judgement,
): Promise<Judgement> {
  const isKept = (what: string) => neverAllowed.test(what)
  const { returns, comments } = await unreported(town)
  return {
    ...result,
    violations: [...result.violations.filter(isKept), ...returns],
    allowed: [...result.violations.filter((what) => !isKept(what)), ...comments],
  }
}

/** What is there twice without anybody having heard of it. */
async function unreported({
  script,
  truth,
  events,
  findings,
}: Town): Promise<Record<'returns' | 'comments', string[]>> {
  const all = await events()
  const unheard = script.facts.filter(
    (fact) => !eventsOf(fact, all).some((event) => truth.alarms.has(event.id) || hasAsked(event)),
  )
  const idsOf = (made: readonly { id: number; tag: string }[], tag: string) =>
    made.filter((one) => one.tag === tag).map(({ id }) => id)
  return {
    returns: unheard.flatMap((fact) => {
      const ids = idsOf(truth.returns, fact.tag)
      const isReported = findings.some((finding) => isAboutOne(finding, ids, eventsOf(fact, all)))
      return ids.length > 1 && !isReported ? [`unreported: returns ${ids.join(', ')} of ${fact.tag}`] : []
    }),
    comments: unheard.flatMap(({ tag }) => {
      const ids = idsOf(truth.comments, tag)
      return ids.length > 1 ? [`unreported comments: ${ids.join(', ')} of ${tag}`] : []
    }),
  }
}

const hasAsked = ({ status, history }: InboxEvent): boolean =>
  status === 'held' || history.some((entry) => entry.code === 'held' && entry.reason === 'outcome_unclear')

const isAboutOne = ({ what, returnId, event }: Finding, ids: readonly number[], own: readonly InboxEvent[]): boolean =>
  (what === 'return_unknown' && returnId !== undefined && ids.includes(returnId)) ||
  (what === 'write_unclear' && own.some(({ id }) => id === event))
