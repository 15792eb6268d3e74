import type { Item } from '../../memory/item-copy.ts'
import type { Change } from '../../memory/memory-dynamo.ts'
import { tableNames } from '../town/true-tables.ts'

const open: ReadonlySet<unknown> = new Set(['ready', 'running', 'waiting'])
const forPeople: ReadonlySet<unknown> = new Set(['held', 'failed'])

/** What an item of the tables must be after a write, so that each index and each later reader finds it (scripts/dynamodb-local/tables.ts). */
export function wrongItem({ table, id, before, after }: Change): string[] {
  if (!after) return []
  const wrong = table === tableNames.events && !id.startsWith('label#') ? wrongEvent(after) : []
  return [...wrong, ...shrunk(before, after)].map((what) => `wrong item: ${id} ${what}`)
}

function wrongEvent(event: Item): string[] {
  const { status, orderId, orderKey, wakeShard, wakeAt, leaseUntil, claimedAt, endedAt, listShard, format } = event
  const part = open.has(status) ? 'due' : forPeople.has(status) ? status : undefined
  const isRunning = status === 'running'
  const checks: [boolean, string][] = [
    [String(wakeShard).replace(/#\d+$/, '') === String(part), `is ${status} and in ${wakeShard} of what is due`],
    [(wakeAt !== undefined) === (part !== undefined), `is ${status} and due at ${wakeAt}`],
    [
      orderKey === (orderId === undefined ? undefined : `order#${orderId}`),
      `is of ${orderId} and listed at ${orderKey}`,
    ],
    [/^list#\d+$/.test(String(listShard)), `is listed at ${listShard}`],
    [isRunning === (leaseUntil !== undefined), `is ${status} with a lease until ${leaseUntil}`],
    [isRunning || claimedAt === undefined, `is ${status} and claimed`],
    [(!open.has(status) && status !== 'held') === (endedAt !== undefined), `is ${status} and ended at ${endedAt}`],
    [typeof format === 'number', 'has no format'],
  ]
  return checks.filter(([isRight]) => !isRight).map(([, what]) => what)
}

/** A label and the count of a day only ever grow. */
function shrunk(before: Item | undefined, after: Item): string[] {
  return ['entries', 'keys']
    .filter((name) => {
      const [old, now] = [before?.[name], after[name]]
      return old instanceof Set && !(now instanceof Set && [...old].every((one) => now.has(one)))
    })
    .map((name) => `lost some of its ${name}`)
}
