import type { DynamoDBRecord } from 'aws-lambda'
import { describe, expect, it } from 'vitest'
import { processRecords } from '../../lib/workflow/wake/process-records.ts'
import { commentSubmitted, createWorld, worldWith } from './world.ts'

const record = (id: string, SequenceNumber = '1'): DynamoDBRecord => ({
  dynamodb: { Keys: { id: { S: id } }, SequenceNumber },
})

describe('hints of the stream', () => {
  it('are worked on side by side and nothing is reported back', async () => {
    const world = createWorld()
    const ids = [
      await world.accept('standard', commentSubmitted({})),
      await world.accept('standard', commentSubmitted({})),
    ]
    const answer = await processRecords(
      world.workflow,
      ids.map((id) => record(id)),
      world.now() + 120_000,
    )
    expect(answer).toEqual({ batchItemFailures: [] })
    for (const id of ids) expect(await world.get(id)).toMatchObject({ status: 'done' })
  })

  it('of one event that come twice in a batch are one', async () => {
    const { world, id } = await worldWith(commentSubmitted({}))
    await processRecords(world.workflow, [record(id, '1'), record(id, '2')], world.now() + 120_000)
    expect(await world.get(id)).toMatchObject({ status: 'done', attempts: 1, epoch: 1 })
    expect(await world.commentsOf(10_001)).toHaveLength(1)
  })

  it('of an event that is gone, done or another worker’s are nothing to report', async () => {
    const { world, id } = await worldWith(commentSubmitted({}))
    await world.workflow.inbox.claim(id, { now: world.now(), leaseMs: 150_000 })
    const records = [record('standard/unknown'), record(id), { dynamodb: {} }, {}]
    expect(await processRecords(world.workflow, records, world.now() + 120_000)).toEqual({ batchItemFailures: [] })
  })

  it('are reported back only where the event could not be tried', async () => {
    const world = createWorld()
    const [good, bad] = [
      await world.accept('standard', commentSubmitted({})),
      await world.accept('standard', commentSubmitted({})),
    ]
    const { inbox } = world.ports
    world.workflow.inbox = {
      ...inbox,
      claim: async (id, options) => {
        if (id === bad) throw new Error('the table cannot be reached')
        return await inbox.claim(id, options)
      },
    }
    const answer = await processRecords(world.workflow, [record(good, '8'), record(bad, '9')], world.now() + 120_000)
    expect(answer).toEqual({ batchItemFailures: [{ itemIdentifier: '9' }] })
    expect(await world.get(good)).toMatchObject({ status: 'done' })
  })

  it('are not reported back where work was tried and failed: the schedule takes it up', async () => {
    const world = createWorld()
    await world.fault({ path: '/rest', times: 10, kind: 'status', status: 500 })
    const id = await world.accept('standard', commentSubmitted({}))
    expect(await processRecords(world.workflow, [record(id)], world.now() + 120_000)).toEqual({ batchItemFailures: [] })
    expect(await world.get(id)).toMatchObject({ status: 'waiting' })
  })

  it('are not reported back where a run broke off: its event is claimed, and the schedule takes it up', async () => {
    const { world, id } = await worldWith(commentSubmitted({}))
    world.workflow.records = { ...world.ports.records, lock: () => Promise.reject(new Error('the table is away')) }
    expect(await processRecords(world.workflow, [record(id)], world.now() + 120_000)).toEqual({ batchItemFailures: [] })
    expect(world.logged).toContainEqual(expect.objectContaining({ message: 'work broken off' }))
    world.workflow.records = world.ports.records
    expect(await world.finish(id)).toMatchObject({ status: 'done' })
  })

  it('are reported back whole when no time is left', async () => {
    const { world, id } = await worldWith(commentSubmitted({}))
    const answer = await processRecords(world.workflow, [record(id, '5')], world.now() + 1_000)
    expect(answer).toEqual({ batchItemFailures: [{ itemIdentifier: '5' }] })
    expect(await world.get(id)).toMatchObject({ status: 'ready', attempts: 0 })
  })
})
