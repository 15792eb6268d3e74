import { type InboxEvent, mostCutsGivenBack } from '../../inbox/event.ts'
import { itemFormat } from '../../inbox/format.ts'
import type { Place } from '../../inbox/inbox.ts'
import { type Table, updateItem } from './conditional-write.ts'
import type { Item } from './items.ts'
import { dueIndex, readItems, readKeys } from './read-items.ts'

const pageRows = 100
type Options = Table & { newId: () => string }

/** Ends the leases that reach beyond `now`; answers how many. An event that moved meanwhile keeps its own. */
export async function endLeases(options: Options, now: number): Promise<number> {
  let ended = 0
  let page: Place[] = []
  do {
    page = await readKeys(options, dueIndex, { to: Number.MAX_SAFE_INTEGER, limit: pageRows, after: page.at(-1) })
    const ids = page.map(({ id }) => id)
    for (const item of await readItems(options, ids, leaseProjection)) {
      const isLeased = item.status === 'running' && Number(item.leaseUntil) > now && Number(item.format) <= itemFormat
      if (isLeased && (await endLease(options, item as Running, now))) ended += 1
    }
  } while (page.length === pageRows)
  return ended
}

type Running = Pick<InboxEvent, 'id' | 'epoch' | 'attempts' | 'cut' | 'wakeAt'>

const leaseProjection = {
  ProjectionExpression: 'id, #format, #status, epoch, attempts, cut, wakeAt, leaseUntil',
  ExpressionAttributeNames: { '#format': 'format', '#status': 'status' },
}

/** The event is due at once; its own time may lie ahead if its hint came first. */
async function endLease(options: Options, { id, epoch, attempts, cut, wakeAt = 0 }: Running, now: number) {
  const isGivenBack = (cut ?? 0) < mostCutsGivenBack
  const givenBack: Item = isGivenBack ? { attempts: attempts - 1, cut: (cut ?? 0) + 1, unsaved: undefined } : {}
  const written = await updateItem(options, {
    id,
    columns: {
      leaseUntil: now,
      wakeAt: Math.min(wakeAt, now),
      claimedAt: undefined,
      ...givenBack,
      writeId: options.newId(),
    },
    condition: `#status = :running AND epoch = :epoch AND #format <= :format AND ${cut === undefined ? 'attribute_not_exists(#cut)' : '#cut = :cut'}`,
    values: {
      ':running': 'running',
      ':epoch': epoch,
      ':format': itemFormat,
      ...(cut !== undefined && { ':cut': cut }),
    },
  })
  return written.applied
}
