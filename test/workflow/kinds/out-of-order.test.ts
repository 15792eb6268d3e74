import { describe, expect, it } from 'vitest'
import type { Progress } from '../../../lib/inbox/progress.ts'
import { InvariantBroken } from '../../../lib/invariant.ts'
import { createOrder } from '../../../lib/workflow/kinds/create-order.ts'
import { createReturn } from '../../../lib/workflow/kinds/create-return.ts'
import { writeComment } from '../../../lib/workflow/kinds/write-comment.ts'
import type { Work } from '../../../lib/workflow/workflow.ts'
import { anEvent } from '../an-event.ts'
import { createOrders } from '../new-orders.ts'
import { createWorld, putRecords, returnRequested } from '../world.ts'

const aReturn = { type: 'create-return', key: 'w', order: { id: 1 }, lines: 'all' } as const
const aComment = { type: 'add-comment', key: 'w', order: { id: 1 }, text: 'Hello' } as const
const anOrder = { type: 'create-order', key: 'w', body: { typeId: 1, orderItems: [], properties: [] } } as const
const workOn = (progress: Progress) => {
  const { workflow } = createWorld()
  return { workflow, event: () => anEvent(), progress: () => progress } as unknown as Work
}

describe('a step that is taken out of order is a bug, and touches nothing', () => {
  it.each<[string, (work: Work) => Promise<unknown>]>([
    ['a return before its order', (work) => createReturn(work, 'w', aReturn)],
    ['a comment before its order', (work) => writeComment(work, 'w', aComment)],
    ['a new order without an external number', (work) => createOrder(work, 'w', anOrder as never)],
  ])('%s', async (_title, step) => {
    await expect(step(workOn({ state: 'found' }))).rejects.toThrow(InvariantBroken)
  })
})

describe('a record that is done and does not say by what', () => {
  const held = { status: 'held', reason: { code: 'invariant_broken', invariant: 'done_without_its_work' } }
  const without = { by: 'standard/d0', at: 0, tries: [], state: 'done' } as const

  it('of a return holds its event; nothing is sent, and the order is left unlocked', async () => {
    const world = createWorld()
    await putRecords(world, 'order#10001', { 'standard/d1': { kind: 'return', ...without } })
    expect((await world.begin('standard', returnRequested({}))).event).toMatchObject(held)
    expect((await world.calls()).byRoute['POST /rest/orders']).toBeUndefined()
    expect(await world.workflow.records.get('order#10001')).not.toHaveProperty('lock')
  })

  it('of a new order holds its event; nothing is sent, and the number is left unlocked', async () => {
    const { world, accept } = createOrders()
    await putRecords(world, 'number#N-1', { 'orders/k-1': { kind: 'order', ...without } })
    const body = { ...anOrder.body, properties: [{ typeId: 7, value: 'N-1' }] }
    const orderItems = [{ typeId: 1, itemVariationId: 1101, quantity: 1 }]
    expect((await world.run(await accept({ key: 'k-1', body: { ...body, orderItems } }))).event).toMatchObject(held)
    expect((await world.calls()).byRoute['POST /rest/orders']).toBeUndefined()
    expect(await world.workflow.records.get('number#N-1')).not.toHaveProperty('lock')
  })
})
