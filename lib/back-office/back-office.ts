import { type ClientDeps, createClient } from './client.ts'
import { type ConstantsOverride, constantsWith } from './constants.ts'
import { createAnswerReader } from './http/read-answer.ts'
import { createComments } from './resources/comments.ts'
import { createContacts } from './resources/contacts.ts'
import { createImages } from './resources/images.ts'
import { createOrders } from './resources/orders.ts'
import { createPaths } from './resources/paths.ts'
import { createReturns } from './resources/returns.ts'
import { createUser } from './resources/user.ts'
import { createVariations } from './resources/variations.ts'
import type { OpenBackOffice } from './types.ts'

export type * from './types.ts'

export type BackOfficeDeps = ClientDeps & {
  constants?: ConstantsOverride
  /** Id of the API user; absent: read once and remembered with the session. */
  ownerId?: number
}

export function createBackOffice(deps: BackOfficeDeps): OpenBackOffice {
  const constants = constantsWith(deps.constants)
  const { session, ownerId } = deps
  const ofProcess = { readAnswer: createAnswerReader(), ...deps }

  return (run) => {
    const client = createClient(ofProcess, run)
    const orders = createOrders(client, constants)
    return {
      orders,
      returns: createReturns(client, { constants, orders }),
      comments: createComments(client, constants),
      contacts: createContacts(client, constants),
      images: createImages(client),
      variations: createVariations(client),
      reserveWrites: client.reserveWrites,
      isWriteReady: client.isWriteReady,
      paths: createPaths(client, constants),
      user: createUser({ client, session, run, ownerId }),
    }
  }
}
