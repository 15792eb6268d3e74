import type { Progress } from '../inbox/event.ts'
import { invariant } from '../invariant.ts'
import type { KeyedCommand } from './translate-event.ts'

/** An event is done only if each of its commands is, by its own ids or by another event's, or has ended as nothing new. */
export function mustBeDone(commands: readonly KeyedCommand[], progress: Readonly<Record<string, Progress>>): void {
  for (const [index, { key, command }] of commands.entries()) {
    const made = progress[key] ?? {}
    const isNothingNew = made.ended?.status === 'ignored'
    const holds = isNothingNew || (made.done === true && (made.doneBy !== undefined || hasIds(made)))
    invariant(holds, 'done_without_its_work', { command: index + 1, type: command.type })
  }
}

/** Of any command: a mapping may give another one for a key that is done. Of a return its comment as well. */
const hasIds = ({ comment, createdOrderId, publishedImageId }: Progress): boolean =>
  [comment, createdOrderId, publishedImageId].some((made) => made !== undefined)
