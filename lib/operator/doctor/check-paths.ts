import type { BackOffice } from '../../back-office/back-office.ts'
import { type AssumedRoute, routesWith } from '../../back-office/routes.ts'
import { LoginClosed, Rejected, RetryLater } from '../../errors.ts'
import { languages } from '../../sentences/languages.ts'
import type { Operator } from '../operator.ts'
import { loginView } from '../views/login-view.ts'
import { checkRights, type Finding, fine, isOfNobody, lackOf, notChecked, problem, rightOf } from './check-rights.ts'

const purposes: Readonly<Record<AssumedRoute, string>> = {
  orders: 'lists orders',
  ordersByNumber: 'finds orders by their external number',
  ordersOfContact: 'lists the orders of a contact',
  contacts: 'finds contacts',
  user: 'answers the id of the API user',
}

/**
 * Each path of the back office that is not stated, tried by reads of what nobody has, and what to set where it fails; with `rights` also the stated ones
 * that read. Sends nothing but these reads. Throws what no read of the back office throws.
 */
export async function checkPaths(
  { workflow, session, deadlineMs }: Operator,
  { rights = false }: { rights?: boolean | undefined } = {},
): Promise<Finding[]> {
  const { paths } = workflow.openBackOffice({ deadlineMs })
  const { routes: own, ownerId } = workflow.config.backOffice
  const routes = routesWith(own)
  let shown: Awaited<ReturnType<typeof paths.orders>> = { orderId: undefined, contactId: undefined, ignored: [] }
  const wasOpen = (await session.status()).state === 'open'

  const check = async (name: AssumedRoute, read: () => Promise<Tried>): Promise<Finding> => {
    try {
      const { ignored = [] } = (await read()) ?? {}
      if (ignored.length > 0) return ignoring(name, ignored, routes[name])
      return fine(settingOf(name), `[GET] ${routes[name]} ${purposes[name]}.`)
    } catch (error) {
      return unanswered(name, error)
    }
  }
  const readOrders = async () => {
    shown = await paths.orders()
    const ignored = [...shown.ignored]
    for (const filter of ['parentOrderId', 'createdFrom'] as const)
      if (shown.orderId !== undefined) ignored.push(...(await paths.ordersExcluding(shown.orderId, filter)).ignored)
    return { ignored }
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
    ...(rights ? await checkRights({ paths, routes, orderId: shown.orderId }) : [writing(routes)]),
  ]
  const { state, says } = loginView(await session.status(), languages.en)
  return wasOpen && state !== 'open' ? [...findings, problem('the login after these reads', says)] : findings
}

const settingOf = (name: AssumedRoute) => `backOffice.routes.${name}`

const readOrdersOf = (paths: BackOffice['paths'], contactId: number) => () => paths.ordersOfContact(contactId)

/** What a path answers beside its records. */
// biome-ignore lint/suspicious/noConfusingVoidType: most paths have nothing to say.
type Tried = { ignored: readonly string[] } | void

const ignoring = (name: AssumedRoute, ignored: readonly string[], path: string): Finding =>
  problem(
    settingOf(name),
    `[GET] ${path} ignores ${ignored.join(', ')}: it answered what nobody asked for. The bridge acts upon none of that, but reads it all each time, and gives up where it is too much. ${elsewhere(name)}`,
  )

const elsewhere = (name: AssumedRoute): string =>
  `If another path of this back office ${purposes[name]}, set ${settingOf(name)} to it.`

function unanswered(name: AssumedRoute, error: unknown): Finding {
  if (!(error instanceof Rejected || error instanceof RetryLater || error instanceof LoginClosed)) throw error
  const lack = lackOf(rightOf[name], error)
  if (lack !== undefined) {
    const orSet = name === 'user' ? ' Or set backOffice.ownerId to the id of the API user.' : ''
    return problem(settingOf(name), `${lack}${orSet}`)
  }
  const words = `${error.message.replace(/\.$/, '')}.`
  if (isOfNobody(error)) return notChecked(settingOf(name), words)
  const owner = name === 'user' ? 'Set backOffice.ownerId to the id of the API user. ' : ''
  return problem(settingOf(name), `${words} ${owner}${elsewhere(name)}`)
}

function writing({ newOrder, comments, imageAvailabilities }: ReturnType<typeof routesWith>): Finding {
  const calls = [newOrder, comments, imageAvailabilities].map((path) => `[POST] ${path}`)
  return notChecked('the paths that write', `${calls.join(', ')} cannot be tried without writing.`)
}
