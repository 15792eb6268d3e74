import { isDeepStrictEqual } from 'node:util'
import type { Order } from '../../sandbox/records.ts'
import { createDesk } from '../operator/desk.ts'
import { createWorld } from '../workflow/world.ts'
import { drawOffice } from './quiet-office.ts'
import { listedOrders } from './quiet-order-lists.ts'
import { cancelled, idsDiffer, type Row, wrongOrder } from './quiet-order-views.ts'
import { listedReturns } from './quiet-returns.ts'
import type { Chance } from './random.ts'

type Desk = ReturnType<typeof createDesk>
/** A back office that is known: lists of orders and returns with every filter and page, and what one of them shows. */
export async function quietOrders(chance: Chance): Promise<string[]> {
  const world = createWorld({ seed: 'empty', parentsListReturns: chance.hits(0.3) })
  const desk = createDesk(world)
  const orders = drawOffice(world, chance, chance.hits(0.1) ? chance.between(52, 60) : chance.between(8, 24))
  const scene = chance.pick([
    listedOrders,
    listedOrders,
    listedOrders,
    foundOrders,
    listedReturns,
    listedReturns,
    comments,
  ])
  const wrong = await scene(desk, orders, chance)
  const answers = JSON.stringify(desk.answers)
  const leaks = answers.match(/purchase_?price|4\.44|kunde\.\w+@/i)
  return [...wrong, ...(leaks ? [`an order shows ${leaks[0]}`] : [])]
}

/** Sales orders that are not cancelled, newest first: by number, or by their customer. */
async function foundOrders({ ask }: Desk, orders: readonly Order[], chance: Chance): Promise<string[]> {
  const live = orders
    .filter(({ typeId, statusId }) => typeId === 1 && statusId !== cancelled)
    .toSorted((a, b) => b.createdAtMs - a.createdAtMs)
  const number = `N-${chance.between(1, 4)}`
  const contactId = chance.pick([501, 502])
  const email = contactId === 501 ? 'kunde.eins@example.com' : 'KUNDE.zwei@example.com'
  const [order] = orders
  const byNumber = await ask('order.find', { externalNumber: number })
  const byContact = await ask('order.find', chance.hits(0.5) ? { contactId } : { email })
  const one = await ask('order.get', { orderId: order?.id ?? 0 })
  const contacts = await ask('contact.find', { email })
  const none = await ask('order.get', { orderId: 99_999 })
  for (const { error } of [byNumber, byContact, one, contacts])
    if (error) return [`order.find is refused: ${error.message}`]
  return [
    ...idsDiffer(
      `order.find ${number}`,
      byNumber.result?.orders as Row[],
      live.filter(({ properties }) => properties.some(({ value }) => value === number)),
    ),
    ...idsDiffer(
      `order.find of ${contactId}`,
      byContact.result?.orders as Row[],
      live.filter((found) => found.contactId === contactId),
    ),
    ...(byContact.result?.more === false ? [] : ['order.find says that there are more']),
    ...wrongOrder(one.result as Row, orders),
    ...(isDeepStrictEqual(contacts.result?.contacts, [{ id: contactId, emailMatches: 'yes' }])
      ? []
      : [`contact.find shows ${JSON.stringify(contacts.result)}`]),
    ...(none.error?.code === 'not_found' ? [] : ['an order that is not there is found']),
  ]
}

/** As plain text, and without those that the back office wrote by itself unless they are asked for. */
async function comments({ ask, world }: Desk, [order]: readonly Order[], chance: Chance): Promise<string[]> {
  const referenceValue = order?.id ?? 0
  const put = (userId: number, text: string, isVisibleForContact: boolean, to = referenceValue) => {
    const { store } = world.sandbox.world
    const id = store.comments.nextId()
    return store.comments.put({
      id,
      referenceType: 'order',
      referenceValue: to,
      userId,
      createdAtMs: world.now(),
      text,
      isVisibleForContact,
    })
  }
  const made = [
    { ...put(12, '<p>One &amp; two</p>', true), automatic: false, text: 'One & two' },
    { ...put(77, '[Event action] A label', false), automatic: true, text: '[Event action] A label' },
    { ...put(77, 'One<br>two', false), automatic: false, text: 'One\ntwo' },
  ]
  put(12, 'of another order', true, referenceValue + 1)
  const automatic = chance.hits(0.5)
  const { result } = await ask('comment.list', { orderId: referenceValue, ...(automatic && { automatic }) })
  const shown = (result?.comments ?? []) as { createdAt: string }[]
  const wanted = made
    .filter((one) => automatic || !one.automatic)
    .map(({ id, userId, isVisibleForContact, automatic, text }) => ({
      id,
      userId,
      isVisibleForContact,
      automatic,
      text,
    }))
  const plain = shown.map(({ createdAt: _, ...others }) => others)
  return isDeepStrictEqual(plain, wanted) &&
    shown.every(({ createdAt }) => Date.parse(createdAt) === made[0]?.createdAtMs)
    ? []
    : [`comment.list shows ${JSON.stringify(shown)}`]
}
