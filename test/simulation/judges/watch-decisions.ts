import type { Inbox } from '../../../lib/inbox/inbox.ts'

const decisions: ReadonlySet<string | undefined> = new Set(['released', 'replayed', 'discarded'])

/** Tells of each decision of a person that is stored, whether or not the person hears that it is. */
export function watchDecisions(inbox: Inbox, onDecided: () => void): Inbox {
  return {
    ...inbox,
    async save(previous, next) {
      await inbox.save(previous, next)
      if (decisions.has(next.history.at(-1)?.code)) onDecided()
    },
  }
}
