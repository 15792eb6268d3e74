import { firstLine } from '../first-line.ts'
import type { Comment, Order } from '../records.ts'
import { terminalLine } from '../terminal-line.ts'
import type { World } from '../world.ts'
import type { ControlCall } from './control-call.ts'
import { newestOf, ordersByType } from './newest.ts'

const externalNumberType = 7

/** `order 10001 (6203001001)`: the id, and the external number if there is one. */
const orderName = ({ store }: World, id: number | undefined): string => {
  if (id === undefined) return 'no order'
  const number = store.orders.get(id)?.properties.find(({ typeId }) => typeId === externalNumberType)?.value
  return number === undefined ? `order ${id}` : `order ${id} (${number})`
}

const returnRow = (world: World, { id, statusId, orderReferences, orderItems }: Order): string => {
  const parent = orderReferences.find(({ referenceType }) => referenceType === 'parent')?.referenceOrderId
  const items = orderItems.map(({ quantity, orderItemName }) => `${quantity} x ${orderItemName}`)
  return `return ${id} of ${orderName(world, parent)}, status ${statusId}: ${items.join(', ') || 'no lines'}`
}

const commentRows = ({ id, referenceType, referenceValue, text }: Comment): string[] => [
  `comment ${id} on ${referenceType} ${referenceValue}:`,
  `  ${firstLine(text)}`,
]

const counted = (count: number, what: string): string => `${count} ${what}${count === 1 ? '' : 's'}`

const section = (title: string, rows: string[]): string[] => [
  '',
  `${title}:`,
  ...(rows.length === 0 ? ['none'] : rows).map((row) => `  ${row}`),
]

const lines = (world: World): string[] => {
  const { comments, contacts } = world.store
  const { sales, returns, others } = ordersByType(world)
  return [
    'This is the sandbox, an emulator of the back office.',
    '',
    `It holds ${counted(sales.length, 'sales order')}, ${counted(returns.length, 'return')}, ${counted(others, 'other order')},`,
    `${counted(comments.list().length, 'comment')} and ${counted(contacts.list().length, 'contact')}.`,
    ...section(
      'The newest returns',
      newestOf(returns, 5).map((one) => returnRow(world, one)),
    ),
    ...section('The newest comments', newestOf(comments.list(), 6).flatMap(commentRows)),
    ...section('To see more', [
      'GET /sandbox/newest  the newest orders, returns and comments',
      'GET /sandbox/state   everything, as one large JSON document',
      'GET /sandbox/calls   how often each route was called',
      'docs/sandbox.md      the orders, how to log in, faults and limits',
    ]),
  ]
}

/** A short page for people: what the sandbox holds, what is new, and where to see more. */
export const overview: ControlCall = {
  method: 'GET',
  path: '/',
  answer: (world) => ({ status: 200, text: `${lines(world).map(terminalLine).join('\n')}\n` }),
}
