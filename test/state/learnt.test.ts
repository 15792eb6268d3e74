import { afterEach, beforeEach, expect, it } from 'vitest'
import { itemFormat, NewerFormat } from '../../lib/inbox/format.ts'
import type { LearntParcel } from '../../lib/state/learnt.ts'
import { storeAs } from '../inbox/open-table.ts'
import { overEach } from '../inbox/over-each.ts'
import { type OpenState, stateBackends } from './backends.ts'

const day = 86_400_000
const now = Date.parse('2026-03-02T09:00:00Z')

overEach(stateBackends, 'what is learnt of parcels', ({ open }) => {
  let opened: OpenState
  beforeEach(async () => {
    opened = await open()
  })
  afterEach(() => opened.close())

  const learn = (known: LearntParcel, { at = now, source = 'shop' } = {}) =>
    opened.learnt.learnParcel(source, 'return/1', { known, now: at })
  const read = (source = 'shop') => opened.learnt.parcel(source, 'return/1')

  it('is nothing at first, and of one source alone', async () => {
    expect(await read()).toBeUndefined()
    await learn({ orderId: 7 })
    expect([await read(), await read('shop-eu')]).toEqual([{ orderId: 7 }, undefined])
  })

  it('is added to, and answered whole: what was set first stays', async () => {
    await learn({ externalNumber: '5550001', name: '#1001-R1', lines: { a: { shopLine: '11', quantity: 1 } } })
    await learn({ orderId: 7, lines: { b: { shopLine: '12', quantity: 2 } }, removed: { k1: { a: 1 } } })
    const known = await learn({ orderId: 8, endedBy: 'shop/k2', removed: { k2: { a: 1 } } })
    expect(known).toEqual({
      ...{ externalNumber: '5550001', name: '#1001-R1', orderId: 7, endedBy: 'shop/k2' },
      lines: { a: { shopLine: '11', quantity: 1 }, b: { shopLine: '12', quantity: 2 } },
      removed: { k1: { a: 1 }, k2: { a: 1 } },
    })
    expect(await read()).toEqual(known)
  })

  it('is the same where it is learnt again, by two at once, and where an answer is lost', async () => {
    const known = { orderId: 7, removed: { k1: { a: 1 } } }
    opened.store.loseNextAnswer()
    await Promise.all([learn(known), learn(known)])
    expect(await learn(known)).toEqual(known)
  })

  it('has room for 250 lines, and always for what is set once', async () => {
    const lines = Object.fromEntries(Array.from({ length: 300 }, (_, at) => [`l${at}`, { shopLine: '1', quantity: 1 }]))
    expect(Object.keys((await learn({ lines })).lines ?? {})).toHaveLength(250)
    const known = await learn({ lines: { late: { shopLine: '1', quantity: 1 } }, endedBy: 'shop/k1' })
    expect([known.endedBy, Object.keys(known.lines ?? {}).includes('late')]).toEqual(['shop/k1', false])
  })

  it('takes one request, and expires 400 days after the last', async () => {
    const before = opened.store.requests()
    await learn({ orderId: 7 })
    await learn({ name: '#1001-R1' }, { at: now + 100 * day })
    expect(opened.store.requests() - before).toBe(2)
    await opened.expire(now + 500 * day)
    expect(await read()).toMatchObject({ orderId: 7 })
    await opened.expire(now + 500 * day + 2_000)
    expect(await read()).toBeUndefined()
  })

  it('of a newer version is left alone, and whoever asks is told so', async () => {
    await learn({ orderId: 7 })
    await storeAs(opened.store, itemFormat + 1, 'parcel#shop/return/1')
    await expect(learn({ name: '#1001-R1' })).rejects.toThrow(NewerFormat)
    await expect(read()).rejects.toThrow(NewerFormat)
  })
})
