import { describe, expect, it } from 'vitest'
import { createMemoryOrders } from '../../lib/state/memory-orders.ts'
import { LostOrder, type OrderStore } from '../../lib/state/order-memory.ts'
import { takeOrder } from '../../lib/workflow/take-order.ts'
import { timingAt } from '../../lib/workflow/timing.ts'
import type { Work } from '../../lib/workflow/workflow.ts'
import { anEvent } from './an-event.ts'

const leaseUntil = 150_000
const earlier = { event: 'standard/earlier', epoch: 3, leaseUntil }
const newcomer = { event: 'standard/newcomer', epoch: 1, leaseUntil }
const wanted = { orderId: 1, wish: 'standard/w', command: 0 }

type Fate = { status?: 'discarded' | 'held' | 'waiting'; intent?: boolean; gone?: boolean; later?: number }

/** An order that an earlier event holds, with an intent where it was about to send. */
async function createOrder({ status = 'discarded', intent = true, gone = false, later = 80_000 }: Fate = {}) {
  const orders = createMemoryOrders()
  await orders.take(1, { holder: earlier, now: 0, wish: 'standard/e', command: 0 })
  if (intent) {
    const open = { event: earlier.event, command: 0, sendBefore: 5_000, known: [] }
    await orders.recordIntent(1, { holder: earlier, intent: open, fingerprint: 'print', now: 0 })
  }
  let clock = later
  const take = async (port: OrderStore = orders) =>
    await takeOrder(
      {
        holder: newcomer,
        workflow: {
          orders: port,
          inbox: { get: async () => (gone ? undefined : anEvent({ id: earlier.event, status, epoch: 4 })) },
          now: () => clock,
          sleep: async (ms: number) => {
            clock += ms
          },
          random: () => 0.5,
          timing: timingAt(1, 0),
        },
      } as unknown as Work,
      wanted,
    )
  return { orders, take }
}

describe('an order that another event holds', () => {
  it('is taken as soon as that is over', async () => {
    const { orders, take } = await createOrder({ intent: false })
    const freed = { ...orders, take: orders.take }
    let tries = 0
    freed.take = async (...given) => {
      tries += 1
      if (tries === 3) await orders.free(1, { holder: earlier })
      return await orders.take(...given)
    }
    expect(await take(freed)).toMatchObject({ holder: newcomer })
    expect(tries).toBe(3)
  })

  it.each<[string, Fate]>([
    ['works on it without an intent', { intent: false, status: 'waiting' }],
    ['may have written so shortly before it was discarded that it is not settled', { later: 70_000 }],
    ['may have written and waits', { status: 'waiting', later: 9_000_000 }],
    ['may have written and is held', { status: 'held', later: 9_000_000 }],
  ])('is busy, after a short patience, while that event %s', async (_title, fate) => {
    const { orders, take } = await createOrder(fate)
    expect(await take()).toBe('busy')
    expect(await orders.get(1)).toMatchObject({ holder: earlier })
  })

  it.each<[string, Fate]>([
    ['was discarded', {}],
    ['was discarded and has been erased since', { gone: true }],
  ])('with an open intent is taken where that event %s; its fingerprint goes with it', async (_title, fate) => {
    const { orders, take } = await createOrder(fate)
    expect(await take()).toMatchObject({ holder: newcomer, fingerprints: {} })
    expect(await orders.get(1)).not.toHaveProperty('intent')
  })

  it('is not freed at the price of the wish: it is the newcomer’s own, not that of the event that was given up', async () => {
    const { take } = await createOrder()
    expect(await take()).toMatchObject({
      wishes: { 'standard/w': { event: newcomer.event, command: 0 }, 'standard/e': { event: earlier.event } },
    })
  })
})

describe('two that free an abandoned order at once', () => {
  it('do not overrun a replay of the event that was faster', async () => {
    const { orders, take } = await createOrder()
    const replayed = { ...earlier, epoch: 9 }
    const racing: OrderStore = {
      ...orders,
      dropIntent: async (...given) => {
        await orders.take(1, { holder: replayed, now: 20, wish: 'standard/e', command: 0 })
        await orders.dropIntent(...given)
      },
    }
    expect(await take(racing)).toBe('busy')
    expect(await orders.get(1)).toMatchObject({ holder: replayed, intent: { event: earlier.event } })
  })

  it('leave it to a replay that holds it already', async () => {
    const { orders, take } = await createOrder()
    await orders.take(1, { holder: { ...earlier, epoch: 9 }, now: 20, wish: 'standard/e', command: 0 })
    const racing: OrderStore = { ...orders, get: async () => ({ ...(await orders.get(1)), holder: earlier }) as never }
    expect(await take(racing)).toBe('busy')
  })

  it('let what is no race fly', async () => {
    const { orders, take } = await createOrder()
    const down = { ...orders, dropIntent: async () => Promise.reject(new Error('the state table')) }
    await expect(take(down)).rejects.toThrow('the state table')
    const lost = { ...orders, dropIntent: async () => Promise.reject(new LostOrder('somebody else')) }
    expect(await take(lost)).toBe('busy')
  })
})
