import type { EventSummary } from '../inbox/event.ts'
import type { ListQuery } from '../inbox/inbox.ts'
import type { Operator } from './operator.ts'

/** What an operator command keeps of its function's time for what comes after its pages. */
const marginMs = 10_000

/** Events of a filter, newest first, page by page; ends early where the function's time does, and then says `cut`. */
export async function* eventsOf(
  { workflow, deadlineMs }: Pick<Operator, 'workflow' | 'deadlineMs'>,
  query: Omit<ListQuery, 'limit' | 'cursor'>,
): AsyncGenerator<EventSummary | 'cut', void, undefined> {
  const { inbox, now } = workflow
  let cursor: string | undefined
  do {
    const page = await inbox.list({ ...query, limit: 100, ...(cursor !== undefined && { cursor }) })
    for (const event of page.events) {
      if (now() > deadlineMs - marginMs) return yield 'cut'
      yield event
    }
    cursor = page.cursor
    if (cursor !== undefined && now() > deadlineMs - marginMs) return yield 'cut'
  } while (cursor !== undefined)
}
