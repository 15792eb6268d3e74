import { describe, expect, it } from 'vitest'
import type { InboxEvent } from '../../../lib/inbox/event.ts'
import { falseReasons } from './false-reasons.ts'
import type { Judged } from './judged.ts'

const minute = 60_000
const unknown = { code: 'order_unknown', by: 'id', orderId: 10_001, wanted: 'return' } as const
const several = { count: 1, of: 2, failed: [{ position: 2, key: 'k', because: unknown }] }

/** An event about an order that is there after 17 minutes; ended after half an hour. `looks`: for the order, minutes. */
function judged(reason: object, looks: readonly number[]): Judged {
  const event = {
    ...{ id: 'desk/one', status: 'failed', reason, receivedAt: 0, updatedAt: 30 * minute },
    history: [],
  } as unknown as InboxEvent
  const order = { id: 10_001, appearsAfter: 17 }
  const sandbox = { world: { store: { orders: new Map() } } }
  const truth = { cancelledAt: new Map() }
  const calls = looks.map((at) => ({ method: 'GET', url: '/rest/orders/10001?with[]=x', at: at * minute }))
  const economy = { expenses: [{ event: 'desk/one', calls }] }
  const judged = { sandbox, truth, script: { orders: [order] }, events: [event], startedAt: 0 }
  return { ...judged, economy, nature: { clocks: { mostApartMs: 0 } } } as unknown as Judged
}

describe('an order that is said to be unknown', () => {
  it('must not have been there at the last look', () => {
    expect(falseReasons(judged(unknown, [10, 29]))).toEqual([
      'false reason: desk/one is failed as order_unknown, but it was there',
    ])
  })

  it('may have come after the command that looked for it ended, while others of its event went on', () => {
    expect(falseReasons(judged({ ...unknown, several }, [5, 10]))).toEqual([])
    expect(falseReasons(judged({ ...unknown, several }, [10, 25]))).toHaveLength(1)
  })
})
