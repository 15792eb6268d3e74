import type { BackOffice } from '../../back-office/back-office.ts'
import { type AssumedRoute, fullOrder, routesWith } from '../../back-office/routes.ts'
import { LoginClosed, Rejected, RetryLater } from '../../errors.ts'
import { languages } from '../../sentences/languages.ts'
import { isReturnable, type MarketSkus, type PlanItem } from '../../workflow/plan-return/plan-item.ts'
import { planItems } from '../../workflow/plan-return/plan-items.ts'
import type { Workflow } from '../../workflow/workflow.ts'
import type { Operator } from '../operator.ts'
import { loginView } from '../views/login-view.ts'
import {
  checkRights,
  type Finding,
  fine,
  isOfNobody,
  lackOf,
  notChecked,
  problem,
  rightOf,
  warning,
} from './check-rights.ts'

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

const skusOfLines = 'the SKUs of lines'

type AskedSkus = { backOffice: BackOffice; orderId: number | undefined; constants: Workflow['constants'] }

/** Which way an order shows the SKUs of its lines (docs/back-office.md 4.5). `needsVariations`: its lines carry none. */
async function checkSkus(asked: AskedSkus): Promise<{ finding: Finding; needsVariations: boolean }> {
  try {
    return await lookForSkus(asked)
  } catch (error) {
    if (!(error instanceof Rejected || error instanceof RetryLater || error instanceof LoginClosed)) throw error
    return { finding: notChecked(skusOfLines, `${error.message.replace(/\.$/, '')}.`), needsVariations: false }
  }
}

async function lookForSkus({ backOffice, orderId, constants }: AskedSkus) {
  const { orders, variations } = backOffice
  const isOpen = (item: PlanItem) => isReturnable(item) && item.sku === undefined
  const order = orderId === undefined ? undefined : await orders.read(orderId, { with: fullOrder })
  const lines = order ? planItems(order, constants).filter(isReturnable) : []
  if (!order || lines.length === 0)
    return { finding: notChecked(skusOfLines, 'No order was listed that has an article.'), needsVariations: false }
  const property = `property ${constants.propertyTypes.sku}`
  if (!lines.some(isOpen))
    return {
      finding: fine(skusOfLines, `The lines of order ${order.id} carry them (${property}).`),
      needsVariations: false,
    }
  const shown = await unlessRefused(orders.withVariations(order), order)
  const open = planItems(shown, constants).filter(isOpen)
  const ids = open.map(({ itemVariationId }) => itemVariationId ?? 0)
  const { referrerId } = order
  const ofMarket: MarketSkus =
    referrerId === null ? new Map() : await unlessRefused(variations.marketSkus(ids, { referrerId }), new Map())
  const ways = [
    open.some(({ number }) => number !== undefined) &&
      "by the numbers of their variations, which come with an order's read",
    [...ofMarket.values()].some((skus) => skus.length > 0) &&
      "by the SKUs of the order's referrer, for one more call each time",
  ].filter((way) => way !== false)
  const bare = `Lines of order ${order.id} carry none (${property}).`
  const says = `${bare} They are found ${ways.join(', or ')}.`
  const lost = `${bare} A request that names lines by SKU ends line_unknown there, unless a name beside it fits one line.`
  return { finding: ways.length > 0 ? fine(skusOfLines, says) : warning(skusOfLines, lost), needsVariations: true }
}

/** That way is not there: the check of its path says why. */
async function unlessRefused<T>(asked: Promise<T>, otherwise: T): Promise<T> {
  try {
    return await asked
  } catch (error) {
    if (error instanceof Rejected) return otherwise
    throw error
  }
}
