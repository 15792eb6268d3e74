import type { BackOffice } from '../../back-office/back-office.ts'
import type { AssumedRoute, Routes } from '../../back-office/routes.ts'
import { LoginClosed, Rejected, RetryLater } from '../../errors.ts'

/** The right that each path needs, by the name of its resource in docs/back-office.md 12.6. */
export const rightOf: Readonly<Record<AssumedRoute, string>> = {
  orders: 'Orders: read',
  ordersByNumber: 'Orders: read',
  ordersOfContact: 'Orders: read',
  contacts: 'Contacts: read',
  user: 'User: read',
  statuses: 'Orders: read',
}

/** No article is known by its id: a server that checks rights first refuses any. */
const anyId = 1

/** `only`: what alone needs it, so that a role without it is no problem. */
type Read = { right: string; route: string; read: (() => Promise<unknown>) | undefined; only?: string }

type Tried = { paths: BackOffice['paths']; routes: Routes; orderId: number | undefined }

/**
 * Whether the role of the API user allows what the bridge needs beside the paths that are not stated: one read each. `orderId`: an order
 * to try it with. What writes is only named. Throws what no read of the back office throws.
 */
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
  return [...findings, writing(routes)]
}

const images = { right: 'Item images: read', only: 'image.list and image.publish' }

async function prove({ right, route, read, only }: Read): Promise<Finding> {
  const check = `the right "${right}" for [GET] ${route}`
  if (!read) return notChecked(check, 'No order was listed to try it with.')
  try {
    await read()
    return fine(check, 'The role of the API user allows it.')
  } catch (error) {
    const lack = lackOf(right, error)
    if (lack !== undefined)
      return only === undefined ? problem(check, lack) : warning(check, `${lack} Only ${only} need it.`)
    if (!(error instanceof Rejected || error instanceof RetryLater || error instanceof LoginClosed)) throw error
    const words = `${error.message.replace(/\.$/, '')}.`
    const saysNothing = error instanceof Rejected ? error.status === 404 : isOfNobody(error)
    return saysNothing ? notChecked(check, words) : problem(check, words)
  }
}

/** A closed login or a used-up limit says nothing about a path or a right. */
export const isOfNobody = (error: unknown): boolean =>
  error instanceof LoginClosed || (error instanceof RetryLater && error.deferral)

/** What to change where the role of the API user does not allow a call, with the back office's own words; undefined for any other error. */
export function lackOf(right: string, error: unknown): string | undefined {
  if (!(error instanceof Rejected && error.status === 403)) return undefined
  const { message, details } = error
  const named = details.filter((words) => !message.includes(words)).map((words) => ` (${words})`)
  return `${message.replace(/\.$/, '')}${named.join('')}. Give the role of the API user the right "${right}".`
}

function writing({ newOrder, comments, imageAvailabilities }: Routes): Finding {
  const needed = [
    `"Orders: create" for returns and orders ([POST] ${newOrder})`,
    `"Comments: create" ([POST] ${comments})`,
    `"Item images: create", for image.publish alone ([POST] ${imageAvailabilities})`,
  ]
  return notChecked('the rights to write', `No read proves them: look in the role for ${needed.join(', ')}.`)
}

/** One check of doctor and its outcome, with a sentence. With a `warning` everything works, and something is better changed. */
export type Finding = { check: string; state: 'ok' | 'warning' | 'problem' | 'not checked here'; says: string }

export const fine = (check: string, says: string): Finding => ({ check, state: 'ok', says })
export const warning = (check: string, says: string): Finding => ({ check, state: 'warning', says })
export const problem = (check: string, says: string): Finding => ({ check, state: 'problem', says })
export const notChecked = (check: string, says: string): Finding => ({ check, state: 'not checked here', says })
