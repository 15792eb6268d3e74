import { afterEach, beforeEach, expect, it } from 'vitest'
import { itemFormat, NewerFormat } from '../../lib/inbox/format.ts'
import type { Learning } from '../../lib/state/learnt.ts'
import { storeAs } from '../inbox/open-table.ts'
import { openEach, overEach } from '../inbox/over-each.ts'
import { type OpenState, stateBackends, tableStates } from './backends.ts'

const day = 86_400_000
const now = Date.parse('2026-03-02T09:00:00Z')

overEach(stateBackends, 'what is learnt of parcels', ({ open }) => {
  let opened: OpenState
  beforeEach(async () => {
    opened = await open()
  })
  afterEach(() => opened.close())

  const learn = (known: Learning['known'], removed?: Learning['removed'], at = now) =>
    opened.learnt.learnParcel('shop', 'return/1', { known, ...(removed && { removed }), now: at })
  const read = (source = 'shop') => opened.learnt.parcel(source, 'return/1')

  it('is nothing at first, and of one source alone', async () => {
    expect(await read()).toBeUndefined()
    await learn({ orderId: 7 })
    expect([await read(), await read('shop-eu')]).toEqual([{ orderId: 7 }, undefined])
  })

  it('is added to, and answered whole: what was set first stays', async () => {
    await learn({ externalNumber: '5550001', name: '#1001-R1', lines: { a: { shopLine: '11', quantity: 1 } } })
    await learn(
      { orderId: 7, commented: ['k3'], lines: { b: { shopLine: '12', quantity: 2 } } },
      { by: 'k1', pieces: { a: 1 } },
    )
    const lines = { b: { shopLine: '12', quantity: 1 } }
    const known = await learn({ orderId: 8, endedBy: 'shop/k2', lines }, { by: 'k2', pieces: { a: 1 } })
    expect(known).toEqual({
      ...{ externalNumber: '5550001', name: '#1001-R1', orderId: 7, endedBy: 'shop/k2', commented: ['k3'] },
      lines: { a: { shopLine: '11', quantity: 1 }, b: { shopLine: '12', quantity: 2 } },
      removed: { a: 2 },
    })
    expect(await read()).toEqual(known)
  })

  it('follows its first return to another order', async () => {
    await learn({ orderId: 7, name: '#1001-R1' })
    const moved = { known: { orderId: 8, name: 'other' }, isMoved: true, now }
    expect(await opened.learnt.learnParcel('shop', 'return/1', moved)).toEqual({ orderId: 8, name: '#1001-R1' })
  })

  it('is the same where it is learnt again, and by two at once', async () => {
    const again = () => learn({ orderId: 7 }, { by: 'k1', pieces: { a: 1 } })
    await Promise.all([again(), again()])
    expect(await again()).toEqual({ orderId: 7, removed: { a: 1 } })
  })

  it('has room for 250 lines, and always for what is set once', async () => {
    const lines = Object.fromEntries(Array.from({ length: 300 }, (_, at) => [`l${at}`, { shopLine: '1', quantity: 1 }]))
    expect(Object.keys((await learn({ lines })).lines ?? {})).toHaveLength(250)
    const known = await learn({ lines: { late: { shopLine: '1', quantity: 1 } }, endedBy: 'shop/k1' })
    expect([known.endedBy, Object.keys(known.lines ?? {}).includes('late')]).toEqual(['shop/k1', false])
  })

  it('expires 400 days after the last delivery that taught of it', async () => {
    await learn({ orderId: 7 })
    await learn({ name: '#1001-R1' }, undefined, now + 100 * day)
    await opened.expire(now + 500 * day)
    expect(await read()).toMatchObject({ orderId: 7 })
    await opened.expire(now + 500 * day + 2_000)
    expect(await read()).toBeUndefined()
  })
})

overEach(tableStates, 'what is learnt of parcels in the table', ({ open }) => {
  const opened = openEach(open)
  const learn = (known: Learning['known'], removed?: Learning['removed']) =>
    opened.learnt.learnParcel('shop', 'return/1', { known, ...(removed && { removed }), now })

  it('takes one request, and is the same where its answer is lost', async () => {
    const again = () => learn({ orderId: 7 }, { by: 'k1', pieces: { a: 1 } })
    const before = opened.store.requests()
    await again()
    expect(opened.store.requests() - before).toBe(1)
    opened.store.loseNextAnswer()
    expect(await again()).toEqual({ orderId: 7, removed: { a: 1 } })
  })

  it('of a newer version is left alone, and whoever asks is told so', async () => {
    await learn({ orderId: 7 })
    await storeAs(opened.store, itemFormat + 1, 'parcel#shop/return/1')
    await expect(learn({ name: '#1001-R1' })).rejects.toThrow(NewerFormat)
    await expect(opened.learnt.parcel('shop', 'return/1')).rejects.toThrow(NewerFormat)
  })
})
