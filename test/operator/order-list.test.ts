import { describe, expect, it } from 'vitest'
import { createWorld } from '../workflow/world.ts'
import { createDesk } from './desk.ts'

type Row = { id: number; typeId: number; statusId: number; createdAt: string; updatedAt: string }
type Listed = { orders: Row[]; leftOut: number; unrelated: number; cursor?: string; shorter?: boolean }

const openDesk = (world = createWorld()) => {
  const desk = createDesk(world)
  const list = async (given: Record<string, unknown> = {}) => {
    const { ok, result, error } = await desk.ask('order.list', given)
    expect([ok, error]).toEqual([true, undefined])
    return result as unknown as Listed
  }
  return { ...desk, list }
}
const idsOf = ({ orders }: Listed) => orders.map(({ id }) => id)

/** A back office that does not know a filter and ignores it. */
const ignoring = (name: string) =>
  createWorld({
    fetch: (real) => async (input, init) => {
      const url = new URL(String(input))
      url.searchParams.delete(name)
      return await real(url, init)
    },
  })

describe('order.list', () => {
  it.each([
    [{ type: 4 }, [610_001]],
    [{ type: 1, referrer: 9 }, [10_001, 10_006, 10_012, 10_013, 20_000]],
    [{ type: 1, statusFrom: 8, statusTo: 8.1 }, [10_004, 10_007]],
    [{ type: 1, statusFrom: 8, statusTo: 9, cancelled: true }, [10_004, 10_007]],
    [{ type: 1, statusFrom: 8, statusTo: 9 }, []],
    [{ type: 1, statusFrom: 9, cancelled: true }, [10_004, 10_007]],
    [{ type: 2 }, []],
    [{ referrer: 177.01 }, [10_011]],
    [{ referrer: 14 }, [10_008]],
    [{ referrer: 143.2 }, [10_003]],
  ])('by %j shows %j', async (given, ids) => {
    const listed = await openDesk().list(given)
    expect([idsOf(listed), listed.unrelated, listed.cursor]).toEqual([ids, 0, undefined])
  })

  it('by a channel of several referrers shows all that start so, also where it is a part of the page', async () => {
    const { list } = openDesk()
    const listed = await list({ type: 1, referrer: 143 })
    expect([idsOf(listed), listed.unrelated]).toEqual([[10_003, 10_014, 10_015], 0])
    // Thirteen others, of which the back office could not be asked to leave them out.
    expect(listed.leftOut).toBe(13)
  })

  it('leaves out cancelled orders unless they are asked for, and says how many', async () => {
    const { list } = openDesk()
    const some = await list({ type: 1 })
    expect([some.orders.length, some.leftOut]).toEqual([14, 2])
    expect(idsOf(some)).not.toContain(10_004)
    const all = await list({ type: 1, cancelled: true })
    expect([all.orders.length, all.leftOut]).toEqual([16, 0])
    expect(idsOf(all)).toContain(10_004)
  })

  it('shows an order as order.find does: channel, country, lines, without purchase prices', async () => {
    const { ask, list } = openDesk()
    const { result } = await ask('order.find', { externalNumber: 'B-143-0003' })
    const listed = await list({ referrer: 143.2 })
    expect(listed.orders).toEqual(result?.orders)
    expect(listed.orders).toMatchObject([{ id: 10_003, channel: 'retailer 143', deliveryCountry: 'AT' }])
    expect(JSON.stringify(listed)).toContain('priceOriginalGross')
    expect(JSON.stringify(listed)).not.toMatch(/purchase_?price|@example|strasse/i)
  })

  it('by time shows what was created or updated from the one to the other, both included', async () => {
    const { world, list } = openDesk()
    const { orders } = world.sandbox.world.store
    for (const one of orders.list()) orders.put({ ...one, updatedAtMs: one.updatedAtMs + (one.id % 7) * 86_400_000 })
    const all = (await list({ type: 1, cancelled: true })).orders
    for (const [by, field] of [
      ['created', 'createdAt'],
      ['updated', 'updatedAt'],
    ] as const) {
      const times = all.map((one) => Date.parse(one[field])).sort((one, other) => one - other)
      const [from = 0, to = 0] = [times[3], times[9]]
      const inside = all.filter((one) => Date.parse(one[field]) >= from && Date.parse(one[field]) <= to)
      expect(inside.length).toBeGreaterThan(2)
      const range = { from: new Date(from).toISOString(), to: new Date(to).toISOString() }
      const listed = await list({ type: 1, cancelled: true, by, ...range })
      expect([idsOf(listed), listed.unrelated]).toEqual([inside.map(({ id }) => id), 0])
    }
    const [first] = all
    expect(idsOf(await list({ type: 1, from: first?.createdAt, to: first?.createdAt }))).toEqual([first?.id])
  })

  it('goes on where its cursor says, one page a call, each order once', async () => {
    const { world, list } = openDesk()
    const given = { type: 3, cancelled: true, limit: 250 }
    const pages: Listed[] = []
    do {
      const cursor = pages.at(-1)?.cursor
      pages.push(await list({ ...given, ...(cursor !== undefined && { cursor }) }))
    } while (pages.at(-1)?.cursor !== undefined)
    expect(pages.map(({ orders }) => orders.length)).toEqual([250, 250, 100])
    expect(new Set(pages.flatMap(idsOf)).size).toBe(600)
    expect((await world.calls()).byRoute['GET /rest/orders']).toBe(3)
    expect(pages.some(({ shorter }) => shorter)).toBe(false)
  })

  it('shows fifty where no limit is given, and loses none where the back office gives smaller pages', async () => {
    const { world, list } = openDesk()
    expect((await list({ type: 3, cancelled: true })).orders).toHaveLength(50)
    await world.control('/sandbox/options', { method: 'POST', body: { itemsPerPageMax: 100 } })
    const given = { type: 3, cancelled: true, limit: 250 }
    const seen = new Set<number>()
    let cursor: string | undefined
    do {
      const listed = await list({ ...given, ...(cursor !== undefined && { cursor }) })
      for (const id of idsOf(listed)) seen.add(id)
      cursor = listed.cursor
    } while (cursor !== undefined)
    expect(seen.size).toBe(600)
  })

  it('says where the list became shorter since the cursor was given, because an order may be skipped then', async () => {
    const { world, list } = openDesk()
    const given = { type: 3, statusFrom: 9.01, statusTo: 9.01, limit: 50 }
    const { cursor } = await list(given)
    const { orders } = world.sandbox.world.store
    const [first] = orders.list().filter(({ statusId }) => statusId === 9.01)
    orders.put({ ...(first ?? expect.fail('no return')), statusId: 9.02 })
    const next = await list({ ...given, cursor })
    expect([next.shorter, next.orders.length]).toEqual([true, 50])
  })

  it('refuses the cursor of another list, and one that no list gave', async () => {
    const { world, ask, list } = openDesk()
    const { cursor } = await list({ type: 3, limit: 50 })
    expect((await list({ type: 3, limit: 50, cursor })).orders.length).toBeGreaterThan(0)
    const before = (await world.calls()).total
    const forged = Buffer.from('{"page": 2, "asked": "{}"}').toString('base64url')
    for (const given of [
      { type: 3, limit: 51, cursor },
      { type: 1, limit: 50, cursor },
      { type: 3, limit: 50, cancelled: true, cursor },
      { limit: 50, cursor },
      { cursor: 'x' },
      { cursor: '' },
      { cursor: forged },
    ]) {
      const { error } = await ask('order.list', given)
      expect(error?.code).toBe('rejected')
      expect(error?.message).toMatch(/^the cursor is none of this list: repeat the filters/)
    }
    expect((await world.calls()).total).toBe(before)
  })

  it.each([
    ['orderType', { type: 1, limit: 250 }, 250 - 16],
    ['statusFrom', { type: 1, statusFrom: 7.5, cancelled: true }, 16 - 2],
    ['referrerId', { type: 1, referrer: 9, cancelled: true }, 16 - 6],
    ['createdAtTo', { type: 4, to: '2020-01-01T00:00:00Z' }, 1],
  ])('shows nothing else where the back office ignores %s, and says how much', async (name, given, unrelated) => {
    const { world, list } = openDesk(ignoring(name))
    const honest = await openDesk().list(given)
    const listed = await list(given)
    expect([idsOf(listed), listed.unrelated, listed.leftOut]).toEqual([idsOf(honest), unrelated, honest.leftOut])
    const warned = world.logged.filter(({ message }) => message.startsWith('a list has entries'))
    expect(warned).toMatchObject([{ level: 'warn', fields: { route: '/rest/orders', unrelated } }])
  })

  it('goes on nowhere with a back office that answers the same page again', async () => {
    const { ask, list } = openDesk(ignoring('page'))
    const { cursor } = await list({ limit: 2 })
    const { error } = await ask('order.list', { limit: 2, cursor })
    expect(error).toMatchObject({ code: 'retry_later', message: expect.stringContaining('page 1 again as page 2') })
  })

  it.each([
    [{ type: 'return' }, 'type: expected number'],
    [{ type: 0 }, 'type: expected number to be >=1'],
    [{ statusFrom: 9, statusTo: 8 }, 'statusTo: must not be below statusFrom'],
    [{ statusFrom: Number.NaN }, 'statusFrom: '],
    [{ from: 'yesterday' }, 'from: write a time with its offset'],
    [{ from: '2026-03-01' }, 'from: write a time with its offset'],
    [{ to: '2026-03-01T00:00:00' }, 'to: write a time with its offset'],
    [{ to: '2026-02-30T00:00:00Z' }, 'to: write a time with its offset'],
    [{ from: '2026-03-01T00:00:00Z', to: '2026-03-01T00:30:00+01:00' }, 'to: must not be before from'],
    [{ by: 'paid' }, 'by: '],
    [{ referrer: '143' }, 'referrer: expected number'],
    [{ referrer: -1 }, 'referrer: '],
    [{ limit: 0 }, 'limit: '],
    [{ limit: 251 }, 'limit: '],
    [{ cancelled: 'true' }, 'cancelled: expected boolean'],
    [{ status: 8 }, 'unknown field "status"'],
    [{ orderId: 10_001 }, 'unknown field "orderId"'],
  ])('refuses %j and says why', async (given, why) => {
    const { world, ask } = openDesk()
    const { error } = await ask('order.list', given)
    expect(error?.code).toBe('invalid')
    expect(error?.message).toContain(`order.list: ${why}`)
    expect((await world.calls()).total).toBe(0)
  })
})
