import type { BackOffice } from '../../back-office/back-office.ts'
import { type Constants, isCancelled } from '../../back-office/constants.ts'
import { type AssumedRoute, routesWith } from '../../back-office/routes.ts'
import { LoginClosed, Rejected, RetryLater } from '../../errors.ts'
import { languages } from '../../sentences/languages.ts'
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
  statuses: 'lists the statuses of orders',
}

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

  const findings = [
    await check('orders', readOrders),
    await check('ordersByNumber', paths.ordersByNumber),
    await checkOrdersOfContact(),
    await check('contacts', paths.contacts),
    ownerId === undefined
      ? await check('user', paths.user)
      : notChecked(settingOf('user'), `It is not needed: backOffice.ownerId is ${ownerId}.`),
    await checkStatuses(paths, workflow.constants),
    ...(rights ? await checkRights({ paths, routes, orderId: shown.orderId }) : [writing(routes)]),
  ]
  const { state, says } = loginView(await session.status(), languages.en)
  return wasOpen && state !== 'open' ? [...findings, problem('the login after these reads', says)] : findings
}

const settingOf = (name: AssumedRoute) => `backOffice.routes.${name}`

const readOrdersOf = (paths: BackOffice['paths'], contactId: number) => () => paths.ordersOfContact(contactId)

const cancelledStatuses = 'the statuses of cancelled orders'

/** The work never reads this path, so a system without it is no problem. */
async function checkStatuses(paths: BackOffice['paths'], { statuses }: Constants): Promise<Finding> {
  try {
    return compared(await paths.statuses(), statuses)
  } catch (error) {
    if (!(error instanceof Rejected || error instanceof RetryLater || error instanceof LoginClosed)) throw error
    const says = `${error.message.replace(/\.$/, '')}. Compare backOffice.constants.statuses with the statuses of the system yourself.`
    return notChecked(cancelledStatuses, says)
  }
}

/** How names of cancelled statuses begin a word, in the languages of such systems. */
const cancelledWords = /cancel|storn|annul/i

function compared(
  known: Awaited<ReturnType<BackOffice['paths']['statuses']>>,
  statuses: Constants['statuses'],
): Finding {
  const named = known.filter(({ names }) => names.length > 0)
  const namedSo = (one: (typeof known)[number]) => one.names.some((name) => cancelledWords.test(name))
  const list = (of: typeof known) => of.slice(0, 10).map(({ statusId, names }) => `${statusId} "${names[0]}"`)
  const open = named.filter((one) => namedSo(one) && !isCancelled(one.statusId, statuses))
  const wrong = named.filter((one) => !namedSo(one) && isCancelled(one.statusId, statuses))
  const says = [
    ...(open.length > 0
      ? [`By their names these are cancelled, and the bridge takes them for open: ${list(open)}.`]
      : []),
    ...(wrong.length > 0
      ? [`The bridge takes these for cancelled, and their names do not say so: ${list(wrong)}.`]
      : []),
  ]
  if (says.length > 0)
    return warning(cancelledStatuses, `${says.join(' ')} Set backOffice.constants.statuses.cancelled to what is right.`)
  const numbers = named.filter(namedSo).map(({ statusId }) => statusId)
  return fine(cancelledStatuses, `The names of the system agree (${numbers.join(', ') || 'none is cancelled'}).`)
}

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
