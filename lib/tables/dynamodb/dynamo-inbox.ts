import type { InboxEvent } from '../../inbox/event.ts'
import { itemFormat, mustKnowFormat } from '../../inbox/format.ts'
import { type Inbox, LostEvent, type Place, type Walked } from '../../inbox/inbox.ts'
import { isLabelItem, keysOf, labelItemId, linesIn, linesItemId, numbersIn } from '../../inbox/labels.ts'
import { createAcceptingInbox } from './accepting-inbox.ts'
import { documentItems, getItem, type Table, updateItem } from './conditional-write.ts'
import { endLeases } from './dynamo-leases.ts'
import { readList } from './dynamo-list.ts'
import { fromItem, stateColumns } from './event-item.ts'
import { mustFit } from './item-size.ts'
import type { Item } from './items.ts'
import { dueIndex, listIndex, readItems, readKeys } from './read-items.ts'

/** `newId` makes the ids of conditional writes; no two may be the same. `retentionMs`: how long a done, ignored or discarded event is kept. */
type Options = Table & { newId: () => string; retentionMs: number }

export const createDynamoInbox = (options: Options): Inbox => ({
  ...createAcceptingInbox({ ...options, items: documentItems(options.documentClient) }),
  claim: (id, given) => claim(options, id, given),
  save: (previous, next) => save(options, previous, next),
  due: ({ now, ...range }) => readKeys(options, dueIndex, { to: now, ...range }),
  list: (query) => readList(options, query),
  walk: (query) => readWalk(options, query),
  endLeases: (now) => endLeases(options, now),
  numbersOfLabel: (shop, label) => readNumbers(options, shop, label),
  linesOf: async (shop, number) => linesIn(entriesOf(await getItem(options, linesItemId(shop, number)))),

  async getAll(ids) {
    const events = ids.filter((id) => !isLabelItem(id))
    return (await readItems(options, events)).map(toWalked)
  },
  async get(id) {
    const item = isLabelItem(id) ? undefined : await getItem(options, id)
    return item && fromItem(item)
  },
})

/** One UpdateItem that does what `claimed` (transitions.ts) does; it changes no index, and takes no newer format. */
async function claim(options: Options, id: string, given: Parameters<Inbox['claim']>[1]) {
  const { now, leaseMs, writeId = options.newId() } = given
  const written = await updateItem(options, {
    id,
    columns: { status: 'running', leaseUntil: now + leaseMs, claimedAt: now, updatedAt: now, writeId },
    actions: [
      '#epoch = #epoch + :one',
      '#attempts = #attempts + :one',
      '#unsaved = if_not_exists(#unsaved, :zero) + :one',
    ],
    condition: `#format <= :format AND (#status = :ready OR (#status = :waiting AND #wakeAt <= :now)
      OR (#status = :running AND #leaseUntil <= :now))`,
    values: { ...openOnes, ':zero': 0, ':one': 1, ':format': itemFormat, ':now': now },
  })
  return written.applied ? fromItem(written.item) : undefined
}

const openOnes = { ':ready': 'ready', ':waiting': 'waiting', ':running': 'running' }

/** One UpdateItem of all but the delivery; `next.writeId` must be fresh. */
async function save(options: Options, previous: InboxEvent, next: InboxEvent): Promise<void> {
  mustFit(previous, next)
  const written = await updateItem(options, {
    id: previous.id,
    columns: stateColumns(next, options.retentionMs),
    condition: '#epoch = :epoch AND #status = :status AND #format <= :format',
    values: { ':epoch': previous.epoch, ':status': previous.status, ':format': itemFormat },
  })
  if (written.applied) return
  if (written.stored) mustKnowFormat(written.stored)
  throw new LostEvent(`event ${previous.id} is no longer ${previous.status} at epoch ${previous.epoch}`)
}

/** At most two consistent reads. Throws `NewerFormat`. */
async function readNumbers(table: Table, shop: string, typed: string): Promise<string[]> {
  const items = await Promise.all(keysOf(typed).map((key) => getItem(table, labelItemId(shop, key))))
  return numbersIn(items.map(entriesOf), typed)
}

function entriesOf(item: Item | undefined): string[] {
  if (!item) return []
  mustKnowFormat(item)
  return [...(item.entries as Set<string>)]
}

type Walk = { after?: Place | undefined; limit: number }

/** Of the `list` index; reads on where an entry's event is gone, so that a short answer is the end. */
async function readWalk(table: Table, { after, limit }: Walk): Promise<Walked[]> {
  const events: Walked[] = []
  let from = after
  while (events.length < limit) {
    const wanted = limit - events.length
    const keys = await readKeys(table, listIndex, { to: Number.MAX_SAFE_INTEGER, after: from, limit: wanted })
    const ids = keys.map(({ id }) => id)
    const items = await readItems(table, ids)
    events.push(...items.map(toWalked))
    if (keys.length < wanted) break
    from = keys.at(-1)
  }
  return events
}

const toWalked = (item: Item): Walked => ({
  at: item.receivedAt as number,
  id: item.id as string,
  read: () => fromItem(item),
})
