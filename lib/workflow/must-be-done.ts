import type { Progress } from '../inbox/event.ts'
import { invariant } from '../invariant.ts'
import type { KeyedCommand } from './translate-event.ts'

/** An event is done only if each of its commands is: by its own ids, or by another event's. */
export function mustBeDone(commands: readonly KeyedCommand[], progress: Readonly<Record<string, Progress>>): void {
  for (const [index, { key, command }] of commands.entries()) {
    const made = progress[key] ?? {}
    const holds = made.done === true && (made.doneBy !== undefined || hasIds(command.type, made))
    invariant(holds, 'done_without_its_work', { command: index + 1, type: command.type })
  }
}

function hasIds(type: KeyedCommand['command']['type'], made: Progress): boolean {
  switch (type) {
    case 'create-return':
      return made.returnId !== undefined && made.comment !== undefined
    case 'add-comment':
      return made.comment !== undefined
    case 'create-order':
      return made.createdOrderId !== undefined
    case 'publish-image':
      return made.publishedImageId !== undefined
    default:
      return type satisfies never
  }
}
