import type { BackOffice } from '../../back-office/back-office.ts'
import { type Constants, isCancelled } from '../../back-office/constants.ts'
import { fullOrder, routesWith } from '../../back-office/routes.ts'
import { Rejected, recovered } from '../../errors.ts'
import type { PathName, Seen } from '../../sentences/why-facts.ts'
import { isReturnable, type MarketSkus, type PlanItem, planItems } from '../../workflow/plan-return/plan-items.ts'
import type { Workflow } from '../../workflow/workflow.ts'
import type { Operator } from '../operator.ts'
import { causeOf, checkRights, isAnswer, isOfNobody, lackOf, rightOf, unlessUnanswered } from './check-rights.ts'
import { type Finding, fine, notChecked, problem, warning } from './finding.ts'

/** Each path that is not stated, and what to set where it fails; with `rights` also the stated ones. Sends only reads. */
export async function checkPaths(operator: Operator, { rights = false }: { rights?: boolean | undefined } = {}) {
  const { workflow, session, deadlineMs } = operator
  const backOffice = workflow.openBackOffice({ deadlineMs })
  const { paths } = backOffice
  const { routes: own, ownerId } = workflow.config.backOffice
  const routes = routesWith(own)
  let shown: Awaited<ReturnType<typeof paths.orders>> = { orderId: undefined, contactId: undefined, ignored: [] }
  const wasOpen = (await session.status()).state === 'open'

  const check = async (name: PathName, read: () => Promise<Tried>): Promise<Finding> => {
    try {
      const { ignored = [] } = (await read()) ?? {}
      if (ignored.length > 0)
        return problem(pathOf(name), { code: 'filters_ignored', filters: ignored, route: routes[name] }, setPath(name))
      return fine(pathOf(name), { code: 'path_works', path: name, route: routes[name] })
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
  const orders = await check('orders', readOrders)
  const { orderId, contactId } = shown
  const { constants } = workflow
  const skus = await unlessUnanswered(lookForSkus({ backOffice, orderId, constants }), 'skus')
  const findings = [
    orders,
    await check('ordersByNumber', paths.ordersByNumber),
    contactId === undefined
      ? notChecked(pathOf('ordersOfContact'), { code: 'no_customer' })
      : await check('ordersOfContact', () => paths.ordersOfContact(contactId)),
    await check('contacts', paths.contacts),
    ownerId === undefined
      ? await check('user', paths.user)
      : notChecked(pathOf('user'), { code: 'owner_set', ownerId }),
    // The work never reads this path, so a system without it is no problem.
    await unlessUnanswered(compareStatuses(paths, constants), 'cancelled_statuses', { code: 'compare_statuses' }),
    skus,
    // The lines of its order carry none.
    ...(skus.seen.some(({ code }) => code === 'skus_found' || code === 'skus_lost')
      ? [await check('variations', paths.variations)]
      : []),
    ...(rights
      ? await checkRights({ paths, routes, orderId })
      : [notChecked('paths_that_write', { code: 'paths_that_write', ...routes })]),
  ]
  const { state } = await session.status()
  if (wasOpen && state !== 'open') return [...findings, problem('login_after_reads', { code: 'login_is', state })]
  return findings
}

const settingOf = (name: PathName) => `backOffice.routes.${name}`
const pathOf = (name: PathName) => ({ code: 'path', setting: settingOf(name) }) as const

/** What a path answers beside its records. */
// biome-ignore lint/suspicious/noConfusingVoidType: most paths have nothing to say.
type Tried = { ignored: readonly string[] } | void
const setPath = (name: PathName): Seen => ({ code: 'set_path', path: name, setting: settingOf(name) })

/** How names of cancelled statuses begin a word, in the languages of such systems. */
const cancelledWords = /cancel|storn|annul/i
type Known = Awaited<ReturnType<BackOffice['paths']['statuses']>>

async function compareStatuses(paths: BackOffice['paths'], { statuses }: Constants): Promise<Finding> {
  const known = await paths.statuses()
  const named = known.filter(({ names }) => names.length > 0)
  const namedSo = (one: Known[number]) => one.names.some((name) => cancelledWords.test(name))
  const list = (of: Known) => of.slice(0, 10).map(({ statusId, names: [name = ''] }) => ({ statusId, name }))
  const open = named.filter((one) => namedSo(one) && !isCancelled(one.statusId, statuses))
  const wrong = named.filter((one) => !namedSo(one) && isCancelled(one.statusId, statuses))
  const seen = [
    { code: 'cancelled_by_name', statuses: list(open) } as const,
    { code: 'not_cancelled_by_name', statuses: list(wrong) } as const,
  ].filter(({ statuses }) => statuses.length > 0)
  if (seen.length > 0) return warning('cancelled_statuses', ...seen, { code: 'set_cancelled' })
  const statusIds = named.filter(namedSo).map((one) => one.statusId)
  return fine('cancelled_statuses', { code: 'statuses_agree', statusIds })
}

function unanswered(name: PathName, error: unknown): Finding {
  if (!isAnswer(error)) throw error
  const lack = lackOf(rightOf[name], error)
  const owner = (code: 'set_owner' | 'or_set_owner'): Seen[] => (name === 'user' ? [{ code }] : [])
  if (lack) return problem(pathOf(name), ...lack, ...owner('or_set_owner'))
  if (isOfNobody(error)) return notChecked(pathOf(name), causeOf(error))
  return problem(pathOf(name), causeOf(error), ...owner('set_owner'), setPath(name))
}

type AskedSkus = { backOffice: BackOffice; orderId: number | undefined; constants: Workflow['constants'] }

/** Which way an order shows the SKUs of its lines (docs/back-office.md 4.5). */
async function lookForSkus({ backOffice, orderId, constants }: AskedSkus): Promise<Finding> {
  const { orders, variations } = backOffice
  const isOpen = (item: PlanItem) => isReturnable(item) && item.sku === undefined
  const order = orderId === undefined ? undefined : await orders.read(orderId, { with: fullOrder })
  const lines = order ? planItems(order, constants).filter(isReturnable) : []
  if (!order || lines.length === 0) return notChecked('skus', { code: 'no_article' })
  const facts = { orderId: order.id, property: constants.propertyTypes.sku }
  if (!lines.some(isOpen)) return fine('skus', { code: 'skus_in_lines', ...facts })
  const shown = await unlessRefused(orders.withVariations(order), order)
  const open = planItems(shown, constants).filter(isOpen)
  const ids = open.map(({ itemVariationId }) => itemVariationId ?? 0)
  const { referrerId } = order
  const ofMarket: MarketSkus =
    referrerId === null ? new Map() : await unlessRefused(variations.marketSkus(ids, { referrerId }), new Map())
  const byNumber = open.some(({ number }) => number !== undefined)
  const byMarket = [...ofMarket.values()].some((skus) => skus.length > 0)
  if (byNumber || byMarket) return fine('skus', { code: 'skus_found', ...facts, byNumber, byMarket })
  return warning('skus', { code: 'skus_lost', ...facts })
}

/** That way is not there: the check of its path says why. */
const unlessRefused = <T>(asked: Promise<T>, otherwise: T): Promise<T> =>
  recovered(asked, (error) => error instanceof Rejected, otherwise)
