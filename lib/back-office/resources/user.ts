import { Rejected, RetryLater } from '../../errors.ts'
import type { Client } from '../client.ts'
import type { Session } from '../session/session.ts'
import type { BackOffice, Run } from '../types.ts'
import { user } from './schemas.ts'

type UserDeps = { client: Client; session: Session; run: Run; ownerId: number | undefined }

/** The id that owns returns and writes internal comments (docs/back-office.md 4.1, 6.1): the API user's own. */
export const createUser = ({ client, session, run, ownerId }: UserDeps): BackOffice['user'] => ({
  async id() {
    if (ownerId !== undefined) return ownerId
    const remembered = await session.user(await session.token(run))
    if (remembered !== undefined) return remembered
    const found = await client.tryPath({ route: client.routes.user }, user).catch(withAdvice)
    await session.rememberUser(await session.token(run), found.id)
    return found.id
  },
})

/** The path is not stated (docs/back-office.md 2.4): a refusal costs no attempt and stays until a person acts. */
function withAdvice(cause: unknown): never {
  const isRefused = cause instanceof Rejected
  if (!isRefused && !(cause instanceof RetryLater && cause.isFailure)) throw cause
  const message = `The id of the API user cannot be read: ${cause.message.replace(/\.$/, '')}. Set backOffice.ownerId in bridge.config.ts to that id`
  const when = isRefused ? ({ code: 'owner_refused' } as const) : ({ code: 'owner_unknown', atMs: cause.atMs } as const)
  throw new RetryLater(message, { ...when, cause })
}
