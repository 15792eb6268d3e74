import type { BackOffice } from '../../back-office/back-office.ts'
import type { Routes } from '../../back-office/routes.ts'
import { LoginClosed, Rejected, RetryLater } from '../../errors.ts'
import type { PathName, Seen } from '../../sentences/why-facts.ts'
import { type Finding, fine, notChecked, type PlainCheck, problem, warning } from './finding.ts'

/** The right that each path needs, by the name of its resource in docs/back-office.md 12.6. */
export const rightOf: Readonly<Record<PathName, string>> = {
  orders: 'Orders: read',
  ordersByNumber: 'Orders: read',
  ordersOfContact: 'Orders: read',
  contacts: 'Contacts: read',
  user: 'User: read',
  variations: 'Items: read',
}

/** No article is known by its id: a server that checks rights first refuses any. */
const anyId = 1

/** `only`: alone the commands for images need it, so that a role without it is no problem. */
type Read = { right: string; route: string; read: (() => Promise<unknown>) | undefined; only?: 'images' }
type Tried = { paths: BackOffice['paths']; routes: Routes; orderId: number | undefined }

/** Whether the role allows what the bridge needs: one read each, with `orderId`. What writes is only named. */
export async function checkRights({ paths, routes, orderId }: Tried): Promise<Finding[]> {
  const withOrder = (read: (id: number) => Promise<unknown>) =>
    orderId === undefined ? undefined : () => read(orderId)
  const reads: Read[] = [
    { right: 'Orders: read', route: routes.order, read: withOrder(paths.order) },
    { right: 'Comments: read', route: routes.commentsOfOrder, read: withOrder(paths.commentsOfOrder) },
    { ...images, route: routes.imagesOfItem, read: () => paths.imagesOfItem(anyId) },
    { ...images, route: routes.imagesOfVariation, read: () => paths.imagesOfVariation(anyId, anyId) },
  ]
  const findings: Finding[] = []
  for (const one of reads) findings.push(await prove(one))
  return [...findings, notChecked('rights_to_write', { code: 'rights_to_write', ...routes })]
}

const images = { right: 'Item images: read', only: 'images' } as const

async function prove({ right, route, read, only }: Read): Promise<Finding> {
  const check = { code: 'right', right, route } as const
  if (!read) return notChecked(check, { code: 'no_order' })
  try {
    await read()
    return fine(check, { code: 'right_there' })
  } catch (error) {
    const lack = lackOf(right, error)
    if (lack) return only ? warning(check, ...lack, { code: 'right_of_images' }) : problem(check, ...lack)
    if (!isAnswer(error)) throw error
    const saysNothing = error instanceof Rejected ? error.status === 404 : isOfNobody(error)
    return saysNothing ? notChecked(check, causeOf(error)) : problem(check, causeOf(error))
  }
}

/** What an answer, or that there is none, says of the back office; anything else is a mistake of the bridge. */
export const isAnswer = (error: unknown): error is Rejected | RetryLater | LoginClosed =>
  error instanceof Rejected || error instanceof RetryLater || error instanceof LoginClosed

/** What a look into the back office finds. Where it has not answered, nothing was checked. */
export const unlessUnanswered = (
  look: Promise<Finding>,
  check: PlainCheck,
  ...seen: readonly Seen[]
): Promise<Finding> =>
  look.catch((error: unknown) => {
    if (!isAnswer(error)) throw error
    return notChecked(check, causeOf(error), ...seen)
  })

/** A closed login or a used-up limit says nothing about a path or a right. */
export const isOfNobody = (error: unknown): boolean =>
  error instanceof LoginClosed || (error instanceof RetryLater && !error.isFailure)

/** What to change where the role of the API user does not allow a call, with the back office's own words; undefined for any other error. */
export function lackOf(right: string, error: unknown): Seen[] | undefined {
  if (!(error instanceof Rejected && error.status === 403)) return undefined
  const { message, details } = error
  const named = details.filter((words) => !message.includes(words)).map((words) => ` (${words})`)
  return [causeOf({ message: `${withoutStop(message)}${named.join('')}` }), { code: 'right_missing', right }]
}

export const causeOf = ({ message }: Pick<Error, 'message'>): Seen => ({ code: 'cause', cause: withoutStop(message) })
const withoutStop = (words: string): string => words.replace(/\.$/, '')
