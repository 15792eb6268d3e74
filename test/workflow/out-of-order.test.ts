import { describe, expect, it } from 'vitest'
import type { Progress } from '../../lib/inbox/event.ts'
import { checkReturn, lookAgain } from '../../lib/workflow/check-return.ts'
import { createReturn } from '../../lib/workflow/create-return.ts'
import type { Work } from '../../lib/workflow/workflow.ts'
import { writeComment } from '../../lib/workflow/write-comment.ts'
import { anEvent } from './an-event.ts'
import { createWorld, returnRequested } from './world.ts'

const ret = { type: 'create-return', key: 'w', order: { id: 1 }, lines: 'all' } as const
const frozen = { body: {}, lines: [] }
const workOn = (progress: Progress) => {
  const { workflow } = createWorld()
  return { workflow, event: () => anEvent({ ledger: [progress] }) } as unknown as Work
}

describe('a step that is taken out of order is a bug, and touches nothing', () => {
  it.each<[string, (work: Work) => Promise<unknown>, Progress]>([
    ['a return before its order', (work) => createReturn(work, 0, ret), {}],
    ['a comment before its order', (work) => writeComment(work, 0, ret), {}],
    ['a comment before its return', (work) => writeComment(work, 0, ret), { orderId: 1, return: frozen }],
    ['a check before the return', (work) => checkReturn(work, 0), { orderId: 1, return: frozen }],
    ['a second look before the first', (work) => lookAgain(work, 0), { orderId: 1, return: frozen }],
    ['a second look without an order', (work) => lookAgain(work, 0), { return: { ...frozen, returnId: 5 } }],
  ])('%s', async (_title, step, progress) => {
    await expect(step(workOn(progress))).rejects.toThrow(TypeError)
  })

  it('an intent without the body that was frozen for it breaks the run off; nothing is sent', async () => {
    const world = createWorld()
    const id = await world.accept('standard', returnRequested({}))
    const holder = { event: id, epoch: 0, leaseUntil: world.now() }
    const { orders } = world.workflow
    await orders.take(10_001, { holder, now: world.now(), wish: 'standard/d1', command: 0 })
    const intent = { event: id, command: 0, sendBefore: 0, known: [] }
    await orders.recordIntent(10_001, { holder, intent, fingerprint: 'print', now: world.now() })
    expect((await world.run(id)).how).toBe('broken off')
    expect((await world.calls()).byRoute['POST /rest/orders']).toBeUndefined()
    expect(await orders.get(10_001)).toMatchObject({ intent })
  })
})
