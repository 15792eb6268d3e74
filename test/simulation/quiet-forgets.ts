import { isDeepStrictEqual } from 'node:util'
import { putOrder } from '../../sandbox/put-order.ts'
import type { createDesk } from '../operator/desk.ts'
import type { Stored } from './quiet-discards.ts'
import type { Chance } from './random.ts'

type Desk = ReturnType<typeof createDesk>

const orderId = 10_001
const item = `order#${orderId}` as const

/** Only what is gone, settled, and in nobody's work; the comment of a return with it, and nothing else. */
export async function forgets(
  { ask, world }: Desk,
  stored: readonly Stored[],
  { chance, isBusy }: { chance: Chance; isBusy: boolean },
): Promise<string[]> {
  const returnId = 700_000 + chance.between(1, 3)
  const isThere = chance.hits(0.2)
  if (isThere) {
    const orderReferences = [{ referenceType: 'parent', referenceOrderId: orderId }]
    putOrder(
      world.sandbox.world.store,
      { id: returnId, typeId: 3, statusId: chance.pick([9.01, 8]), orderReferences },
      world.now(),
    )
  }
  const before = (await world.workflow.records.get(item))?.records ?? {}
  const { ok, result, error } = await ask('record.forget', { returnId, orderId, note: 'deleted by mistake' })
  const after = (await world.workflow.records.get(item))?.records ?? {}
  const made = stored.filter(
    ({ record }) => record.kind === 'return' && record.state === 'done' && record.id === returnId,
  )
  const isUnsettled =
    made.length === 0 && stored.some(({ record }) => record.kind === 'return' && record.state !== 'done')
  const isCommentOpen = made.some(({ key }) => (before[`${key}/comment`]?.state ?? 'done') !== 'done')
  const mayNot =
    isThere || isUnsettled || isCommentOpen
      ? 'conflict'
      : made.length === 0
        ? 'not_found'
        : isBusy
          ? 'conflict'
          : undefined
  const gone = made.flatMap(({ key }) => [key, `${key}/comment`])
  const left = mayNot ? before : Object.fromEntries(Object.entries(before).filter(([key]) => !gone.includes(key)))
  return [
    ...(error?.code === mayNot || (ok && !mayNot) || isOpenEvent(error?.message)
      ? []
      : [`record.forget of ${returnId} is answered ${error?.code ?? 'ok'} (${error?.message}), not ${mayNot ?? 'ok'}`]),
    ...(isOpenEvent(error?.message) || isDeepStrictEqual(after, left)
      ? []
      : [`record.forget of ${returnId} leaves ${Object.keys(after)} of ${Object.keys(before)}: ${error?.message}`]),
    ...(ok &&
    !isDeepStrictEqual(
      result?.keys,
      made.map(({ key }) => key),
    )
      ? [`record.forget says that it forgot ${result?.keys}`]
      : []),
  ]
}

/** An event that made it and is open again must not change under its run. */
const isOpenEvent = (message = '') => /cannot be changed/.test(message)
