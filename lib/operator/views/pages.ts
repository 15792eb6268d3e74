import type * as z from 'zod'
import { Rejected } from '../../errors.ts'
import type { EventSummary, InboxEvent } from '../../inbox/event.ts'
import { NewerFormat } from '../../inbox/format.ts'
import type { ListQuery, Walked } from '../../inbox/inbox.ts'
import { fromCursor } from '../../inbox/merge-partitions.ts'
import type { Operator } from '../operator.ts'

type Bounded = Pick<Operator, 'workflow' | 'deadlineMs'>
/** What an operator command keeps of its function's time for what comes after its pages. */
const marginMs = 10_000
export const mayReadOn = ({ workflow, deadlineMs }: Bounded): boolean => workflow.now() <= deadlineMs - marginMs

type Query = Omit<ListQuery, 'limit' | 'cursor'>
type Events = AsyncGenerator<EventSummary | 'cut', void, undefined>

/** Newest first. Where the time or `mostPages` (of 100 events each) ends before the list does, the last one is `cut`. */
export async function* eventsOf(operator: Bounded, query: Query, mostPages = Number.POSITIVE_INFINITY): Events {
  let cursor: string | undefined
  for (let pages = 1; ; pages += 1) {
    const page = await operator.workflow.inbox.list({ ...query, limit: 100, ...(cursor !== undefined && { cursor }) })
    for (const event of page.events) {
      if (!mayReadOn(operator)) return yield 'cut'
      yield event
    }
    cursor = page.cursor
    if (cursor === undefined) return
    if (pages === mostPages || !mayReadOn(operator)) return yield 'cut'
  }
}

/** The event; none where a newer version has stored it, which is for that version. */
export function readable(one: Walked): InboxEvent[] {
  try {
    return [one.read()]
  } catch (error) {
    if (error instanceof NewerFormat) return []
    throw error
  }
}

const noneOfList = 'the cursor is none of this list: start without one'

/** Where a list goes on. Throws `Rejected` 400 for a cursor that it has not given. */
export function placeIn<T>(shape: z.ZodType<T>, cursor: string, otherwise = noneOfList): T {
  const place = fromCursor(shape, cursor)
  if (place === undefined) throw new Rejected(otherwise, { status: 400 })
  return place
}
