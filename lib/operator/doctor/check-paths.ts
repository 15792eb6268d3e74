import type { BackOffice } from '../../back-office/back-office.ts'
import { type AssumedRoute, routesWith } from '../../back-office/routes.ts'
import { LoginClosed, Rejected, RetryLater } from '../../errors.ts'
import type { Seen } from '../../sentences/why-facts.ts'
import type { Operator } from '../operator.ts'
import {
  causeOf,
  checkRights,
  type Finding,
  fine,
  isOfNobody,
  lackOf,
  notChecked,
  problem,
  rightOf,
} from './check-rights.ts'

/**
 * Each path of the back office that is not stated, tried by one read, and what to set where it fails; with `rights` also the stated ones
 * that read. Sends nothing but these reads. Throws what no read of the back office throws.
 */
export async function checkPaths(
  { workflow, session, deadlineMs }: Operator,
  { rights = false }: { rights?: boolean | undefined } = {},
): Promise<Finding[]> {
  const { paths } = workflow.openBackOffice({ deadlineMs })
  const { routes: own, ownerId } = workflow.config.backOffice
  const routes = routesWith(own)
  let shown: Awaited<ReturnType<typeof paths.orders>> = { orderId: undefined, contactId: undefined }
  const wasOpen = (await session.status()).state === 'open'

  const check = async (name: AssumedRoute, read: () => Promise<unknown>): Promise<Finding> => {
    try {
      await read()
      return fine(pathOf(name), { code: 'path_works', path: name, route: routes[name] })
    } catch (error) {
      return unanswered(name, error)
    }
  }
  const readOrders = async () => {
    shown = await paths.orders()
  }
  const checkOrdersOfContact = async (): Promise<Finding> =>
    shown.contactId === undefined
      ? notChecked(pathOf('ordersOfContact'), { code: 'no_customer' })
      : await check('ordersOfContact', readOrdersOf(paths, shown.contactId))

  const findings = [
    await check('orders', readOrders),
    await check('ordersByNumber', paths.ordersByNumber),
    await checkOrdersOfContact(),
    await check('contacts', paths.contacts),
    ownerId === undefined
      ? await check('user', paths.user)
      : notChecked(pathOf('user'), { code: 'owner_set', ownerId }),
    ...(rights
      ? await checkRights({ paths, routes, orderId: shown.orderId })
      : [notChecked('paths_that_write', { code: 'paths_that_write', ...routes })]),
  ]
  const { state } = await session.status()
  return wasOpen && state !== 'open'
    ? [...findings, problem('login_after_reads', { code: 'login_is', state })]
    : findings
}

const settingOf = (name: AssumedRoute) => `backOffice.routes.${name}`
const pathOf = (name: AssumedRoute) => ({ code: 'path', setting: settingOf(name) }) as const

const readOrdersOf = (paths: BackOffice['paths'], contactId: number) => () => paths.ordersOfContact(contactId)

function unanswered(name: AssumedRoute, error: unknown): Finding {
  if (!(error instanceof Rejected || error instanceof RetryLater || error instanceof LoginClosed)) throw error
  const lack = lackOf(rightOf[name], error)
  const owner = (code: 'set_owner' | 'or_set_owner'): Seen[] => (name === 'user' ? [{ code }] : [])
  if (lack) return problem(pathOf(name), ...lack, ...owner('or_set_owner'))
  if (isOfNobody(error)) return notChecked(pathOf(name), causeOf(error))
  const elsewhere = { code: 'set_path', path: name, setting: settingOf(name) } as const
  return problem(pathOf(name), causeOf(error), ...owner('set_owner'), elsewhere)
}
