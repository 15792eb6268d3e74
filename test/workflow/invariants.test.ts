import { describe, expect, it } from 'vitest'
import { createTransport } from '../../lib/back-office/http/transport.ts'
import { emptyState, type PaceItem } from '../../lib/back-office/pace/state.ts'
import { logIn } from '../../lib/back-office/session/login.ts'
import type { InboxEvent } from '../../lib/inbox/event.ts'
import { InvariantBroken, type InvariantCode } from '../../lib/invariant.ts'
import { operate } from '../../lib/operator/operate.ts'
import type { WriteRecord } from '../../lib/state/write-record.ts'
import { mustFitOrder } from '../../lib/workflow/plan-return/return-body.ts'
import { startWork } from '../../lib/workflow/start-work.ts'
import type { Work } from '../../lib/workflow/workflow.ts'
import { sendRecorded } from '../../lib/workflow/write-once/send.ts'
import { audited } from '../audit/audit-world.ts'
import { createMemoryPace } from '../memory/memory-stores.ts'
import { operatorOf } from '../operator/desk.ts'
import { createWorld, putRecords, returnRequested, type World, type WorldOptions } from './world.ts'

const key = 'standard/d1'
const posts = async (world: World) =>
  Object.entries((await world.calls()).byRoute).filter(
    ([route]) => route.startsWith('POST ') && route !== 'POST /rest/login',
  )
const broken = (world: World) => world.logged.filter(({ message }) => message === 'invariant broken')

type Lie = {
  options?: WorldOptions
  /** What breaks its word, or what somebody has stored. Answers how it is put right. */
  lie: (world: World) => Promise<() => unknown>
}

/** A store of the pace whose numbers are none. */
const noNumbers = () => {
  const real = createMemoryPace()
  const lying = { is: true }
  const read = async (): Promise<PaceItem | undefined> =>
    lying.is
      ? {
          ...emptyState,
          paidAt: { reads: Number.NaN, writes: Number.NaN },
          readsPerMinute: 80,
          writesPerMinute: 40,
          writeId: '',
        }
      : await real.read()
  const replace: typeof real.replace = async (next, options) => lying.is || (await real.replace(next, options))
  return { lying, store: { read, replace } }
}
const pace = noNumbers()
const old = { by: key, at: 0, tries: [] } as const

const lies: Partial<Record<InvariantCode, Lie>> = {
  lock_of_another_item: {
    lie: async ({ workflow, ports: { records } }) => {
      workflow.records = { ...records, lock: async (_, options) => await records.lock('order#10002', options) }
      return () => {
        workflow.records = records
      }
    },
  },
  sent_without_record: {
    lie: async ({ workflow, ports: { records } }) => {
      workflow.records = { ...records, save: async (item) => item }
      return () => {
        workflow.records = records
      }
    },
  },
  id_invalid: {
    lie: async (world) => {
      await putRecords(world, 'order#10001', { [key]: { kind: 'return', ...old, state: 'done', id: -7 } })
      return () => putRecords(world, 'order#10001', { [key]: undefined })
    },
  },
  too_many_tries: {
    lie: async (world) => {
      const tries = Array.from({ length: 1_000 }, () => ({ sendBefore: 0, known: [], lines: [], ownerId: 77 }))
      await putRecords(world, 'order#10001', { [key]: { kind: 'return', ...old, state: 'missing', tries } })
      return () => putRecords(world, 'order#10001', { [key]: undefined })
    },
  },
  done_without_its_work: {
    lie: async ({ workflow, ports: { inbox } }) => {
      workflow.inbox = {
        ...inbox,
        claim: async (id, options) => {
          const claimed = await inbox.claim(id, options)
          return claimed && { ...claimed, progress: { [key]: { state: 'done' as const } } }
        },
      }
      return async () => {
        workflow.inbox = inbox
        const event = await inbox.get(key)
        if (event) await inbox.save(event, { ...event, progress: {} })
      }
    },
  },
  slot_out_of_time: {
    options: { tables: { pace: pace.store } },
    lie: async () => {
      pace.lying.is = true
      return () => {
        pace.lying.is = false
      }
    },
  },
}

describe('a rule that is broken', () => {
  it.each(Object.entries(lies))(
    '%s holds the event and sends nothing; a release checks it again',
    async (code, { options, lie }) => {
      const world = createWorld(options)
      const repair = await lie(world)
      const { id, event } = await world.begin('standard', returnRequested({}))
      expect(event).toMatchObject({ status: 'held', reason: { code: 'invariant_broken', invariant: code } })
      expect(await posts(world)).toEqual([])
      expect(broken(world)).toMatchObject([{ level: 'error', fields: { event: id, code, error: 'InvariantBroken' } }])
      const release = () => operate(operatorOf(world), { command: 'event.release', id })
      expect(await release()).toMatchObject({ ok: true })
      expect((await world.run(id)).event).toMatchObject({ status: 'held', reason: { invariant: code } })
      expect(await posts(world)).toEqual([])
      await repair()
      expect(await release()).toMatchObject({ ok: true })
      expect(await world.finish(id)).toMatchObject({ status: 'done' })
    },
  )

  it('end_with_open_write holds an event whose own write would be left as sent', async () => {
    const world = createWorld()
    const { records } = world.ports
    // The result of the comment gets lost.
    const save: typeof records.save = async (item, options) => {
      const isLast = options.changes[`${key}/comment`]?.state === 'done'
      return isLast ? item : await records.save(item, options)
    }
    world.workflow.records = { ...records, save }
    expect((await world.begin('standard', returnRequested({}))).event).toMatchObject({
      status: 'held',
      reason: { code: 'invariant_broken', invariant: 'end_with_open_write' },
    })
    expect(broken(world)).toHaveLength(1)
  })

  it('end_with_open_write holds an event that would fail with its write left as sent', async () => {
    const world = createWorld()
    const { records } = world.ports
    // That the write was refused gets lost.
    const save: typeof records.save = async (item, options) =>
      key in options.changes && options.changes[key] === undefined ? item : await records.save(item, options)
    world.workflow.records = { ...records, save }
    await world.fault({ method: 'POST', path: '/rest/orders', times: 1, kind: 'status', status: 422 })
    const { event } = await world.begin('standard', returnRequested({}))
    expect(event.reason).toMatchObject({ code: 'invariant_broken', invariant: 'end_with_open_write' })
  })

  it('end_with_open_write refuses to call a command done whose write is open', async () => {
    const { workflow, accept, now } = createWorld()
    const claimed = await workflow.inbox.claim(await accept('standard', returnRequested({})), {
      now: now(),
      leaseMs: 60_000,
    })
    const { work } = startWork(workflow, claimed as InboxEvent, now() + 60_000)
    work.record(key, { open: 'order#10001' })
    expect(() => work.record(key, { done: true })).toThrow('end_with_open_write')
  })

  it('claim_of_another_event stops the run: neither event is touched', async () => {
    const world = createWorld()
    const { inbox } = world.ports
    const [one, other] = [
      await world.accept('standard', returnRequested({})),
      await world.accept('standard', returnRequested({})),
    ]
    world.workflow.inbox = { ...inbox, claim: async (_, options) => await inbox.claim(other, options) }
    expect((await world.run(one)).how).toBe('broken off')
    expect(await posts(world)).toEqual([])
    expect(broken(world)).toMatchObject([{ fields: { event: one, code: 'claim_of_another_event' } }])
    world.workflow.inbox = inbox
    for (const id of [one, other]) await world.finish(id)
    expect(await world.get(one)).toMatchObject({ status: 'done' })
  })

  it('save_under_another_claim writes nothing to the event', async () => {
    const world = createWorld()
    const { inbox, records } = world.ports
    let claimed: { epoch: number } | undefined
    world.workflow.inbox = {
      ...inbox,
      claim: async (id, options) => {
        const event = await inbox.claim(id, options)
        claimed = event
        return event
      },
    }
    world.workflow.records = {
      ...records,
      save: async (...given) => {
        if (claimed) claimed.epoch = 7
        return await records.save(...given)
      },
    }
    const id = await world.accept('standard', returnRequested({}))
    expect((await world.run(id)).how).toBe('lost')
    expect(broken(world)).toMatchObject([{ fields: { code: 'save_under_another_claim' } }])
    expect(await world.get(id)).toMatchObject({ status: 'running', epoch: 1 })
  })

  it('sent_after_lease sends nothing', async () => {
    const sendBefore = 10_000
    const record: WriteRecord = { kind: 'return', by: key, at: 0, tries: [{ sendBefore, known: [] }], state: 'sent' }
    let sent = 0
    const send = async () => ({ id: ++sent })
    const item = { id: 'order#1', records: () => ({ [key]: record }), isLocked: () => true } as never
    const { workflow } = createWorld()
    const work = { workflow, record: () => {}, lock: { event: key, epoch: 1, until: sendBefore } } as unknown as Work
    const sending = {
      kind: { key, command: key } as never,
      plan: { recognise: { known: [] }, send },
      own: undefined,
      record,
    }
    await expect(sendRecorded(work, item, sending)).rejects.toMatchObject({ code: 'sent_after_lease' })
    expect(sent).toBe(0)
  })

  it('sent_without_time_limit sends nothing', async () => {
    let sent = 0
    const fetch = async () => {
      sent += 1
      return new Response()
    }
    const transport = createTransport({ fetch: fetch as never, now: () => 0, log: { error: () => {}, warn: () => {} } })
    const request = { method: 'POST', route: '/rest/orders', url: 'http://127.0.0.1/rest/orders' } as const
    await expect(transport.send(request, { deadlineMs: 60_000 })).rejects.toMatchObject({
      code: 'sent_without_time_limit',
    })
    expect(sent).toBe(0)
  })

  it('too_many_login_attempts sends and stores nothing', async () => {
    const touched: string[] = []
    const touch = (what: string) => async () => void touched.push(what) as never
    const deps = {
      shared: { read: touch('read'), replace: touch('replace'), update: touch('update') },
      transport: { send: touch('send'), fits: () => true, requestTimeoutMs: 10_000 },
      ...{ pace: undefined, now: () => 0, newId: () => 'id', log: { error: () => {} } },
    }
    const credentials = { baseUrl: 'http://127.0.0.1', username: 'u', password: 'p', version: '1' }
    const item = { writeId: 'w', attempts: 3, refused: [] }
    await expect(logIn(deps, { item, credentials, run: { deadlineMs: 60_000 } })).rejects.toMatchObject({
      code: 'too_many_login_attempts',
    })
    expect(touched).toEqual([])
  })
})

describe('the body of a return', () => {
  const line = (lineId: number, quantity: number) => ({
    quantity,
    references: [{ referenceType: 'parent', referenceOrderItemId: lineId }],
  })
  const parent = {
    id: 1,
    orderItems: [
      { id: 11, quantity: 3 },
      { id: 13, quantity: 1 },
    ],
  }
  const aReturn = (statusId: number, quantity: number) => ({ statusId, orderItems: [line(11, quantity)] })
  const namingBoth = {
    statusId: 9,
    orderItems: [{ quantity: 1, references: [...line(13, 1).references, ...line(11, 1).references] }],
  }
  const body = (quantity: number, { orderId = 1, lineId = 11 } = {}) => ({
    orderReferences: [{ referenceType: 'parent', referenceOrderId: orderId }],
    orderItems: [line(lineId, quantity)],
  })
  const check =
    (given: ReturnType<typeof body>, listed: ReturnType<typeof aReturn>[] = []) =>
    () =>
      mustFitOrder(given as never, { parent: parent as never, listed: listed as never, cancelled: [[8, 9]] })

  it.each([
    ['all pieces', body(3), []],
    ['what a return has left', body(2), [aReturn(9, 1)]],
    ['what a cancelled return has given back', body(3), [aReturn(8, 3)]],
    ['what a return took that names this line after another one', body(3), [namingBoth]],
  ])('may have %s', (_title, given, listed) => {
    expect(check(given, listed)).not.toThrow()
  })

  it.each([
    ['more than was ordered', body(4), [], 'more_than_is_left'],
    ['more than is left', body(3), [aReturn(9, 1)], 'more_than_is_left'],
    ['no piece', body(0), [], 'more_than_is_left'],
    ['too much, in two lines', { ...body(2), orderItems: [line(11, 2), line(11, 2)] }, [], 'more_than_is_left'],
    ['a line of another order', body(1, { lineId: 12 }), [], 'line_of_another_order'],
    ['another parent', body(1, { orderId: 2 }), [], 'line_of_another_order'],
    ['no line', { ...body(1), orderItems: [] }, [], 'line_of_another_order'],
  ])('never has %s', (_title, given, listed, code) => {
    expect(check(given, listed)).toThrow(expect.objectContaining({ code }))
  })
})

describe('a function without an event', () => {
  it('stops where a rule is broken, and says so: the audit', async () => {
    const world = createWorld()
    const { move, audit } = audited(world)
    await world.fault({ method: 'POST', path: '/rest/orders', times: 1, kind: 'drop-before' })
    const { id } = await world.begin('standard', returnRequested({}))
    const { discarded } = await import('../../lib/inbox/operator-transitions.ts')
    await move(id, discarded)
    await world.advance(5 * 60_000)
    const { records } = world.ports
    const lock: typeof records.lock = async (_, options) => await records.lock('order#10002', options)
    await expect(audit({ records: { ...records, lock } })).rejects.toThrow(InvariantBroken)
    expect(broken(world)).toMatchObject([{ fields: { code: 'lock_of_another_item' } }])
    expect((await records.get('order#10001'))?.records[id]).toMatchObject({ state: 'sent' })
  })

  it('answers an operator that it is a bug, and says so in its log', async () => {
    const world = createWorld()
    world.workflow.inbox = {
      ...world.ports.inbox,
      get: () => Promise.reject(new InvariantBroken('id_invalid', { what: 'id' })),
    }
    expect(await operate(operatorOf(world), { command: 'event.get', id: 'standard/1' })).toMatchObject({
      ok: false,
      error: { code: 'internal' },
    })
    expect(broken(world)).toMatchObject([{ fields: { code: 'id_invalid', facts: { what: 'id' } } }])
  })
})
