import type { BackOffice } from '../../back-office/back-office.ts'
import { type AssumedRoute, routesWith } from '../../back-office/routes.ts'
import { LoginClosed, Rejected, RetryLater } from '../../errors.ts'
import { languages } from '../../sentences/languages.ts'
import type { Operator } from '../operator.ts'
import { loginView } from '../views/login-view.ts'
import { checkRights, type Finding, fine, isOfNobody, lackOf, notChecked, problem, rightOf } from './check-rights.ts'
import { checkSkus } from './check-skus.ts'

const purposes: Readonly<Record<AssumedRoute, string>> = {
  orders: 'lists orders',
  ordersByNumber: 'finds orders by their external number',
  ordersOfContact: 'lists the orders of a contact',
  contacts: 'finds contacts',
  user: 'answers the id of the API user',
  variations: 'lists the SKUs that markets have for articles',
}

/**
 * Each path of the back office that is not stated, tried by one read, and what to set where it fails; with `rights` also the stated ones
 * that read. Sends nothing but these reads. Throws what no read of the back office throws.
 */
export async function checkPaths(
  { workflow, session, deadlineMs }: Operator,
  { rights = false }: { rights?: boolean | undefined } = {},
): Promise<Finding[]> {
  const backOffice = workflow.openBackOffice({ deadlineMs })
  const { paths } = backOffice
  const { routes: own, ownerId } = workflow.config.backOffice
  const routes = routesWith(own)
  let shown: Awaited<ReturnType<typeof paths.orders>> = { orderId: undefined, contactId: undefined }
  const wasOpen = (await session.status()).state === 'open'

  const check = async (name: AssumedRoute, read: () => Promise<unknown>): Promise<Finding> => {
    try {
      await read()
      return fine(settingOf(name), `[GET] ${routes[name]} ${purposes[name]}.`)
    } catch (error) {
      return unanswered(name, error)
    }
  }
  const readOrders = async () => {
    shown = await paths.orders()
  }
  const checkOrdersOfContact = async (): Promise<Finding> =>
    shown.contactId === undefined
      ? notChecked(settingOf('ordersOfContact'), 'No order showed a customer to try it with.')
      : await check('ordersOfContact', readOrdersOf(paths, shown.contactId))

  const orders = await check('orders', readOrders)
  const { constants } = workflow
  const skus = await checkSkus({ backOffice, orderId: shown.orderId, constants })
  const findings = [
    orders,
    await check('ordersByNumber', paths.ordersByNumber),
    await checkOrdersOfContact(),
    await check('contacts', paths.contacts),
    ownerId === undefined
      ? await check('user', paths.user)
      : notChecked(settingOf('user'), `It is not needed: backOffice.ownerId is ${ownerId}.`),
    skus.finding,
    ...(skus.needsVariations ? [await check('variations', paths.variations)] : []),
    ...(rights ? await checkRights({ paths, routes, orderId: shown.orderId }) : [writing(routes)]),
  ]
  const { state, says } = loginView(await session.status(), languages.en)
  return wasOpen && state !== 'open' ? [...findings, problem('the login after these reads', says)] : findings
}

const settingOf = (name: AssumedRoute) => `backOffice.routes.${name}`

const readOrdersOf = (paths: BackOffice['paths'], contactId: number) => () => paths.ordersOfContact(contactId)

function unanswered(name: AssumedRoute, error: unknown): Finding {
  if (!(error instanceof Rejected || error instanceof RetryLater || error instanceof LoginClosed)) throw error
  const lack = lackOf(rightOf[name], error)
  if (lack !== undefined) {
    const orSet = name === 'user' ? ' Or set backOffice.ownerId to the id of the API user.' : ''
    return problem(settingOf(name), `${lack}${orSet}`)
  }
  const words = `${error.message.replace(/\.$/, '')}.`
  if (isOfNobody(error)) return notChecked(settingOf(name), words)
  const elsewhere = `If another path of this back office ${purposes[name]}, set ${settingOf(name)} to it.`
  const setting = name === 'user' ? `Set backOffice.ownerId to the id of the API user. ${elsewhere}` : elsewhere
  return problem(settingOf(name), `${words} ${setting}`)
}

function writing({ newOrder, comments, imageAvailabilities }: ReturnType<typeof routesWith>): Finding {
  const calls = [newOrder, comments, imageAvailabilities].map((path) => `[POST] ${path}`)
  return notChecked('the paths that write', `${calls.join(', ')} cannot be tried without writing.`)
}
