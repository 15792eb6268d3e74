import { loginClosed } from '../../back-office/session/login-state.ts'
import { emptyItem, type SessionItem } from '../../back-office/session/store.ts'
import type { PausesItem } from '../../state/pauses.ts'
import { copiedAt, forgetCopy } from './backup.ts'
import type { Database } from './database.ts'
import { readItem, sweptAt, writeItem } from './items.ts'

/** `place`: the file in which a copy was used first. `looksFirstUntil`: epoch ms. */
type FirstUse = { place: string; looksFirstUntil: number }
const id = 'first-use'
const firstUseOf = (database: Database) => readItem<FirstUse>(database, id)

/** `usedAt`: until when the store at this place was in use, in seconds. */
type Asked = { isSaid: boolean; place: string; usedAt: number }

/** Whether the store is a copy that nobody has worked on; with `isSaid` also one that a person says so of, once for each copy. */
export const isUnusedCopy = (database: Database, { isSaid, place, usedAt }: Asked): boolean =>
  copiedAt(database) !== undefined || (isSaid && (firstUseOf(database)?.place !== place || sweptAt(database) < usedAt))

/** How long after that senders may repeat what the copy does not know of. */
const looksFirstMs = 7 * 86_400_000

type First = { now: number; newId: () => string; reason: string; place: string }

/** The first use of a copy: its writes pause, and its login is closed, because an old session would give refused credentials new tries. */
export function beginCopy(database: Database, { now, newId, reason, place }: First): void {
  const others = readItem<PausesItem>(database, 'pauses')?.paused.filter(({ source }) => source !== undefined) ?? []
  const pauses: PausesItem = { writeId: newId(), paused: [...others, { since: now, reason }] }
  const session = { ...loginClosed(readItem<SessionItem>(database, 'session') ?? emptyItem), writeId: newId() }
  const items = { pauses, session, [id]: { place, looksFirstUntil: now + looksFirstMs } satisfies FirstUse }
  database.transaction(() => {
    for (const [name, item] of Object.entries(items)) writeItem(database, name, { item, expiresAt: undefined })
  })
  forgetCopy(database)
}

/** Events from before this time, epoch ms, look before their first write: the copy may not know of it. */
export const looksFirstUntil = (database: Database): number => firstUseOf(database)?.looksFirstUntil ?? 0
