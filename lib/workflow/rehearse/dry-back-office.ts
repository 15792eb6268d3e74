import type { BackOffice } from '../../back-office/back-office.ts'
import type { WriteKind } from '../../write-kinds.ts'

export type DryWrite = { kind: WriteKind; body: Readonly<Record<string, unknown>> }
/** Ids of what a rehearsal has made: beyond any that a back office has given. */
const firstId = 9_000_000_000_000_000
export const isRehearsed = (id: number): boolean => id >= firstId

/** What is asked of an order that only a rehearsal has made: nobody can know the answer before it is there. */
export class NotMadeYet extends Error {
  override name = 'NotMadeYet'
}

/** A back office that reads as usual and sends nothing: `onWrite` receives the body of each write. */
export function dryBackOffice(backOffice: BackOffice, { onWrite }: { onWrite: (write: DryWrite) => void }): BackOffice {
  const { orders, returns, comments, images } = backOffice
  let next = firstId
  const made = (kind: WriteKind, body: object) => {
    onWrite({ kind, body: body as DryWrite['body'] })
    next += 1
    return { id: next }
  }
  return {
    ...backOffice,
    orders: {
      ...orders,
      async read(orderId, options) {
        if (isRehearsed(orderId)) throw new NotMadeYet(`order ${orderId} would be made by this event`)
        return await orders.read(orderId, options)
      },
      create: async (body) => made('order', body),
    },
    returns: { ...returns, create: async (body) => ({ ...made('return', body), statusId: body.statusId }) },
    comments: { ...comments, create: async (body) => made('comment', body) },
    images: { ...images, makeAvailable: async (_itemId, imageId, body) => void made('image', { imageId, ...body }) },
    reserveWrites: async () => {},
    isWriteReady: () => true,
  }
}
