import type { EventSummary } from '../../inbox/event.ts'
import { sentencesOf } from '../../sentences/languages.ts'
import { type Pause, pauseOf } from '../../state/pauses.ts'
import type { Workflow } from '../../workflow/workflow.ts'
import { defined, iso } from '../operator.ts'
import { reasonView, titleView, waitView } from '../views/event-views.ts'
import { readable } from '../views/pages.ts'

const mostGroups = 20
/** Fewer are shown one by one. */
const leastAlike = 3
/** Waiting events that are read to know what they wait for. */
const mostRead = 100

/** Events of one source that stand for the same reason, the largest group first. `text`: where all say the same. */
export function groupsOf(stopped: readonly EventSummary[], config: Workflow['config']) {
  const alike = Map.groupBy(stopped, ({ status, source, reason }) => JSON.stringify([status, source, reason?.code]))
  const groups = [...alike.values()].flatMap((events) => {
    const [first] = events
    if (events.length < leastAlike || !first?.reason) return []
    const { status, source, reason } = first
    const texts = new Set(events.map((one) => one.reason && reasonView(one.reason, sentencesOf(config)).text))
    const times = events.map((one) => one.updatedAt)
    return defined({
      ...{ status, source, reason: reason.code, count: events.length, title: titleView(source, config) },
      ...{ since: iso(Math.min(...times)), newest: iso(Math.max(...times)) },
      text: texts.size === 1 ? [...texts][0] : undefined,
    })
  })
  return groups.toSorted((one, other) => other.count - one.count).slice(0, mostGroups)
}

/** What waiting events wait for, of as many as are looked at. */
export async function waitsOf({ inbox, config }: Workflow, open: readonly EventSummary[]) {
  const waiting = open.filter(({ status }) => status === 'waiting').slice(0, mostRead)
  if (waiting.length === 0) return []
  const read = (await inbox.getAll(waiting.map(({ id }) => id))).flatMap(readable)
  const whys = read.flatMap(({ status, history }) => {
    const last = history.findLast((entry) => 'why' in entry)
    return status === 'waiting' && last && 'why' in last ? [last.why] : []
  })
  const by = [...Map.groupBy(whys, ({ code }) => code).values()].flatMap((same) =>
    same[0] ? [{ ...waitView(same[0], sentencesOf(config)), count: same.length }] : [],
  )
  return by.toSorted((one, other) => other.count - one.count)
}

/** How many open events a pause holds back. */
export const heldBack = (open: readonly EventSummary[], pause: Pause): number =>
  open.filter(({ source }) => pauseOf([pause], source) !== undefined).length
