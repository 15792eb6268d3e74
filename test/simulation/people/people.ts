import { externalOrderNumber } from '../../../sandbox/order-filters.ts'
import { putOrder } from '../../../sandbox/put-order.ts'
import type { Sandbox } from '../../../sandbox/sandbox.ts'
import type { ScriptedOrder } from '../facts/fact.ts'
import type { LostReturn } from '../judges/truth.ts'
import type { Vault } from '../town/bridge.ts'
import type { Town } from '../town/town.ts'
import { drawOlderReturns, putOlderReturns } from './older-returns.ts'
import { move } from './operators.ts'

const minute = 60_000
type LostItems = { orderItems?: { itemVariationId: number }[] }
const somebodyElse = 12
const apiUser = 77

/** Everybody who is neither a sender nor the bridge: clerks in the back office, and the operators. */
export function startPeople(town: Town): void {
  const { nature, script, truth } = town
  const { timeline, chance, weather } = nature
  for (const order of script.orders) openOrder(town, order)
  const shopLines = (town.shopReturns?.orders ?? []).flatMap(({ lines }) => lines)
  const ofParcels = new Set([...script.parcels.map(({ line }) => line), ...shopLines].map((line) => line.variationId))
  truth.onLost.push((request) => {
    if (request.path !== '/rest/orders') return
    const body = JSON.parse(request.body) as LostReturn
    if ((body as LostItems).orderItems?.some(({ itemVariationId }) => ofParcels.has(itemVariationId))) return
    if (!weather.strikes('same by hand')) return
    timeline.after(chance.between(500, 90_000), () =>
      returnByHand(town, body, chance.hits(0.8) ? somebodyElse : apiUser),
    )
  })
  const sometime = (run: () => void) => timeline.after(chance.between(0, script.faultyMs), run)
  if (weather.strikes('return by hand')) sometime(() => somethingByHand(town))
  if (weather.strikes('password changed')) sometime(() => changePassword(town))
  if (!truth.limits && weather.strikes('limits set')) sometime(() => limit(town))
  if (weather.strikes('source secret rotated')) sometime(() => rotate(town))
  if (weather.strikes('order imported anew')) sometime(() => importAnew(town))
  if (weather.strikes('mapping changed')) sometime(() => changeMapping(town))
  for (let turn = 0; turn < 4; turn += 1) {
    if (weather.strikes('event released')) sometime(() => void move(town, 'release'))
    if (weather.strikes('event replayed')) sometime(() => void move(town, 'replay'))
    if (weather.strikes('event discarded')) sometime(() => void move(town, 'discard'))
  }
}

/** What people do once the weather has cleared: correct what only they can. */
export function setRight({ sandbox, vault }: Town): void {
  const [user] = sandbox.world.store.users.list()
  if (user && vault.backOffice.password !== user.password) renewSecret(vault, user.password)
  sandbox.world.limits = {}
  sandbox.world.windows.clear()
}

function openOrder(town: Town, order: ScriptedOrder): void {
  const { nature, sandbox } = town
  const { timeline } = nature
  const { appearsAfter, id } = order
  const older = drawOlderReturns(town, order)
  const store = () => {
    const { store } = sandbox.world
    const addresses = [{ id: 2 * id }, { id: 2 * id + 1 }]
    putOrder(
      store,
      {
        ...{ id, typeId: 1, statusId: 7, plentyId: 1, referrerId: 9, locationId: 0, addresses },
        properties: [{ typeId: 7, value: order.externalNumber }],
        addressRelations: addresses.map((address, index) => ({ typeId: index + 1, addressId: address.id })),
        orderItems: [...order.lines.map(toItem), { typeId: 6, quantity: 1, orderItemName: 'Shipping' }],
      },
      timeline.now(),
    )
    // Of a line that nothing else asks for, so that they only fill the list's first pages.
    for (let earlier = 0; earlier < order.earlierReturns; earlier += 1) {
      const references = [{ referenceType: 'parent', referenceOrderItemId: id * 100 + 99 }]
      putHandmade(
        sandbox,
        id,
        { statusId: 9.02, orderItems: [{ typeId: 1, itemVariationId: 5, quantity: 1, references }] },
        timeline.now(),
      )
    }
    putOlderReturns(town, older)
  }
  if (appearsAfter === 0) store()
  else if (appearsAfter !== undefined) timeline.after(appearsAfter * minute, store)
}

/** An order is cancelled and imported again under another id, as connectors do; its external number stays. */
function importAnew({ nature, sandbox, script }: Town): void {
  const order = nature.chance.pick(script.orders.filter(({ isOfParcels }) => !isOfParcels))
  const stored = sandbox.world.store.orders.get(order.id)
  // What a customer submits twice is two facts, and nobody can tell that they are one where each has an order of its own.
  const isSubmittedTwice = script.facts.some(
    (fact) => fact.order === order && fact.deliveries.filter(({ source }) => source === 'form').length > 1,
  )
  if (!stored || isSubmittedTwice) return
  const id = order.id + 5_000
  sandbox.world.store.orders.put({ ...stored, statusId: 8 })
  const { properties, addressRelations, addresses, plentyId, referrerId, locationId } = stored
  const fields = {
    id,
    typeId: 1,
    statusId: 7,
    plentyId,
    referrerId,
    locationId,
    properties,
    addressRelations,
    addresses,
  }
  const orderItems = order.lines.map((line) => toItem({ ...line, itemId: line.itemId + 500_000 }))
  putOrder(sandbox.world.store, { ...fields, orderItems } as Handmade, nature.timeline.now())
  order.anewId = id
  nature.tell('a connector', () => `cancels order ${order.id} and imports it anew as ${id}`)
}

/** From now on the configured mapping has one more command, before all others. */
function changeMapping({ nature, mapping }: Town): void {
  mapping.isChanged = true
  nature.tell('a merchant', () => 'changes the mapping of the desk')
}

const toItem = ({ itemId, variationId, sku, quantity }: ScriptedOrder['lines'][number]) => ({
  ...{ id: itemId, typeId: 1, itemVariationId: variationId, quantity, orderItemName: sku },
  amounts: [{ priceGross: 10 }],
  properties: [{ typeId: 98, value: sku }],
})

type Handmade = Parameters<typeof putOrder>[1]

function putHandmade(sandbox: Sandbox, orderId: number, given: Handmade, now: number) {
  const orderReferences = [{ referenceType: 'parent', referenceOrderId: orderId }]
  return putOrder(
    sandbox.world.store,
    { typeId: 3, statusId: 9.01, ownerId: somebodyElse, orderReferences, ...given },
    now,
  )
}

function returnByHand({ nature, sandbox, truth }: Town, body: LostReturn, ownerId: number): void {
  const now = nature.timeline.now()
  const order = putOrder(sandbox.world.store, { ...(body as Handmade), ownerId }, now)
  truth.byHand.push({
    id: order.id,
    orderId: order.orderReferences[0]?.referenceOrderId ?? 0,
    likeOurs: ownerId === apiUser,
    externalNumber: order.typeId === 1 ? externalOrderNumber(order) : undefined,
  })
  nature.tell('a clerk', () => `creates the same by hand as user ${ownerId}: ${order.id}`)
}

function somethingByHand(town: Town): void {
  const { nature, sandbox, truth, script } = town
  const order = nature.chance.pick(script.orders.filter(({ isOfParcels }) => !isOfParcels))
  const line = nature.chance.pick(order.lines)
  const references = [{ referenceType: 'parent', referenceOrderItemId: line.itemId }]
  const orderItems = [{ typeId: 1, itemVariationId: line.variationId, quantity: 1, references }]
  const { id } = putHandmade(sandbox, order.id, { orderItems }, nature.timeline.now())
  truth.byHand.push({ id, orderId: order.id, likeOurs: false })
  nature.tell('a clerk', () => `creates return ${id} of line ${line.itemId} by hand`)
}

function changePassword(town: Town): void {
  const { nature, sandbox, vault } = town
  const { timeline, chance, weather, tell } = nature
  const [user] = sandbox.world.store.users.list()
  if (!user) return
  sandbox.world.store.users.put({ ...user, password: 'new-password' })
  if (chance.hits(0.7)) sandbox.world.sessions.clear()
  tell('a clerk', () => 'changes the password of the API user')
  if (weather.strikes('secret wrong'))
    timeline.after(chance.between(1, 10) * minute, () => renewSecret(vault, 'mistyped'))
  timeline.after(chance.between(11, 20) * minute, () => renewSecret(vault, 'new-password'))
}

function renewSecret(vault: Vault, password: string): void {
  const version = String(vault.versions.size + 1)
  vault.versions.set(version, password)
  Object.assign(vault.backOffice, { password, version })
}

function limit({ nature, sandbox, wide, shopReturns }: Town): void {
  const { chance, tell } = nature
  const [readsPerMinute, writesPerMinute] = [chance.between(15, 60), chance.between(4, 20)]
  // Few enough to be used up within the schedule. Flows count what forms write on one day.
  const isOneDay = shopReturns !== undefined || wide.some(({ flow }) => flow)
  const ofDay = isOneDay ? {} : { readsPerDay: 5 * readsPerMinute, writesPerDay: 5 * writesPerMinute }
  sandbox.world.limits = { readsPerMinute, writesPerMinute, ...ofDay }
  tell('back office', () => `limits itself to ${JSON.stringify(sandbox.world.limits)}`)
}

function rotate({ vault, nature }: Town): void {
  for (const secrets of Object.values(vault.sources))
    secrets.unshift(
      `whsec_${Buffer.from(`a secret that was turned ${nature.chance.between(1, 999)}`).toString('base64')}`,
    )
}
