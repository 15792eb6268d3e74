import type { Client } from '../client.ts'
import { routes } from '../routes.ts'
import type { Session } from '../session/session.ts'
import type { BackOffice, Run } from '../types.ts'
import { user } from './schemas.ts'

type UserDeps = { client: Client; session: Session; run: Run; ownerId: number | undefined }

/** The id that owns returns and writes internal comments (docs/back-office.md 4.1, 6.1): the API user's own. */
export function createUser({ client, session, run, ownerId }: UserDeps): BackOffice['user'] {
  async function id(): Promise<number> {
    if (ownerId !== undefined) return ownerId
    const remembered = await session.user(await session.token(run))
    if (remembered !== undefined) return remembered
    const found = await client.read({ route: routes.user }, user)
    await session.rememberUser(await session.token(run), found.id)
    return found.id
  }

  return { id }
}
