import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { returnRequested } from '../workflow/world.ts'
import { type Deployed, deploy, type Write } from './deploy.ts'

let deployed: Deployed
beforeEach(async () => {
  deployed = await deploy()
})
afterEach(() => deployed.end())

const isComment = (column: string) => column.startsWith('write#') && column.endsWith('/comment')
const isReturn = (column: string) => column.startsWith('write#') && !isComment(column)

/** The writes to the tables for a return, in order. */
const writes: Record<string, (write: Write) => boolean> = {
  claim: ({ columns }) => columns.includes('claimedAt') && !columns.includes('history'),
  lock: ({ columns }) => columns.includes('lock') && columns.includes('format'),
  sent: ({ columns }) => columns.some(isReturn) && !columns.some(isComment),
  done: ({ columns }) => columns.some(isReturn) && columns.some(isComment),
  commented: ({ columns }) => !columns.some(isReturn) && columns.some(isComment),
  end: ({ table, columns }) => table === 'events' && columns.includes('status') && columns.includes('history'),
}
const { type: _, timestamp: __, data } = returnRequested({})
const id = { worker: 'standard/1', retry: 'standard/1', operator: 'operator/ticket-1' }
const hint = { dynamodb: { Keys: { id: { S: id.worker } }, SequenceNumber: '11' } }

/** Each function with its event, and its answer when the return is made. */
const functions = [
  ['worker', { Records: [hint] }, { batchItemFailures: [] }],
  ['retry', {}, { processed: 1 }],
  ['operator', { command: 'return.create', requestId: 'ticket-1', ...data }, { ok: true, result: { status: 'done' } }],
] as const

describe.each(functions)('a write of the %s to a table whose answer was lost', (...given) => {
  const [name, event, answer] = given
  // All go the same way from the claim on: of the others the first write and the last one.
  const lost = name === 'worker' ? Object.keys(writes) : ['claim', 'end']
  it.each(lost)('is recognised as its own, and the return is made once: %s', async (write) => {
    if (name !== 'operator') await deployed.accept(id[name], returnRequested({}))
    deployed.loseAnswerOf(writes[write] ?? (() => false))
    expect(await deployed.call(name, event)).toMatchObject(answer)
    expect(deployed.timesSent()).toBe(2)
    const [made, ...more] = deployed.returnsOf(10_001)
    expect(more).toEqual([])
    const stored = await deployed.inbox.get(id[name])
    expect(stored).toMatchObject({ status: 'done', attempts: 1, epoch: 1 })
    expect(Object.values(stored?.progress ?? {})).toMatchObject([{ returnId: made?.id }])
    expect(deployed.commentsOf(10_001)).toHaveLength(1)
  })
})

it('a lost answer does not make an operator’s command a second one with the same requestId', async () => {
  deployed.loseAnswerOf(({ table, columns }) => table === 'events' && columns.includes('body'))
  const command = { command: 'comment.add', orderId: 10_001, text: 'Called back', requestId: 'ticket-1' }
  expect(await deployed.call('operator', command)).toMatchObject({ ok: true, result: { status: 'done' } })
  expect(deployed.timesSent()).toBe(2)
  expect(deployed.commentsOf(10_001)).toHaveLength(1)
})

it('a lost answer does not make the audit lose its place', async () => {
  deployed.loseAnswerOf(({ table, columns }) => table === 'state' && columns.includes('since'))
  const report = (await deployed.call('audit', {})) as { returns: { to: string } }
  expect(deployed.timesSent()).toBe(2)
  expect(await deployed.audits.read()).toMatchObject({
    returns: { complete: true, at: { time: Date.parse(report.returns.to) } },
    events: { complete: true },
  })
})
