import { expect, it, onTestFinished } from 'vitest'
import { defineConfig } from '../../lib/config/config.ts'
import { wire } from '../../lib/wire.ts'
import { processEvent } from '../../lib/workflow/process-event.ts'
import { returnRequested } from '../workflow/world.ts'
import { deploy } from './deploy.ts'

const day = 86_400

it('the tables keep a done event for retention.days, and the records of its order for retention.ledgerDays', async () => {
  const deployed = await deploy()
  onTestFinished(async () => await deployed.end())
  const retention = { days: 7, ledgerDays: 90 }
  const { workflow } = wire(defineConfig({ sources: { standard: { kind: 'standard' } }, retention }))
  await deployed.accept('standard/1', returnRequested({}))
  const doneAt = Date.now() / 1_000
  expect(await processEvent(workflow(), 'standard/1', Date.now() + 120_000)).toBe('done')
  const keptDays = async (table: 'EVENTS_TABLE' | 'STATE_TABLE', id: string) =>
    Math.floor((Number((await deployed.itemOf(table, id))?.expiresAt) - doneAt) / day)
  expect(await keptDays('EVENTS_TABLE', 'standard/1')).toBe(7)
  expect(await keptDays('STATE_TABLE', 'order#10001')).toBe(90)
})
