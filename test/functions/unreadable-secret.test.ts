import { GetSecretValueCommand } from '@aws-sdk/client-secrets-manager'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { commentSubmitted } from '../workflow/world.ts'
import { type Deployed, deploy } from './deploy.ts'

let deployed: Deployed
beforeEach(async () => {
  vi.useFakeTimers({ toFake: ['Date'], now: Date.parse('2026-03-02T09:00:00Z') })
  deployed = await deploy()
})
afterEach(async () => {
  await deployed.end()
  vi.useRealTimers()
})

const id = 'standard/1'
const failing = (name: string) => () =>
  deployed.manager.on(GetSecretValueCommand).rejects(Object.assign(new Error('hunter2'), { name }))
const holding = (text: (address: string) => string) => () =>
  deployed.setSecret(text(`"baseUrl": "${deployed.url}", "username": "api-bridge"`))

const functions = [
  ['worker', { Records: [{ dynamodb: { Keys: { id: { S: id } }, SequenceNumber: '11' } }] }, { batchItemFailures: [] }],
  ['retry', {}, { processed: 1 }],
] as const

type Secret = readonly [title: string, prepare: () => unknown, why: object]
const unreadable = { code: 'not_ready', cause: expect.stringMatching(/^secret back-office cannot be read/) }
const closed = { code: 'login_closed' }
const absent: Secret = ['does not exist', failing('ResourceNotFoundException'), unreadable]
const incomplete: Secret = ['lacks the password', holding((address) => `{${address}}`), closed]
const secrets: Secret[] = [
  absent,
  ['may not be read', failing('AccessDeniedException'), unreadable],
  ['is no JSON', holding(() => '{"password": "hunter2"'), unreadable],
  ['is new, and {}', holding(() => '{}'), closed],
  incomplete,
  ['has a number for a password', holding((address) => `{${address}, "password": 1}`), closed],
]

describe.each(functions)('the %s, if the back office’s secret', (name, event, answer) => {
  it.each(name === 'worker' ? secrets : [absent, incomplete])(
    '%s, defers the event without an attempt and without a request',
    async (_title, prepare, why) => {
      await deployed.accept(id, commentSubmitted({}))
      prepare()
      expect(await deployed.call(name, event)).toEqual(expect.objectContaining(answer))
      const put = await deployed.inbox.get(id)
      expect(put).toMatchObject({ status: 'waiting', attempts: 0 })
      expect(Object.values(put?.progress ?? {})).toEqual([{ state: 'found', orderId: 10_001 }])
      expect(put?.history.at(-1)).toMatchObject({ code: 'deferred', why })
      expect(JSON.stringify(put)).not.toContain('hunter2')
      expect(deployed.calls()).toEqual({})
    },
  )
})

it('the audit, where the back office’s secret does not exist, reports what is overdue all the same and says why it ended early', async () => {
  failing('ResourceNotFoundException')()
  const report = await deployed.call('audit', {}, 20_000)
  expect(report).toMatchObject({
    retention: { complete: true },
    returns: { complete: false },
    putOff: { why: { code: 'cause', cause: expect.stringMatching(/^secret back-office cannot be read/) } },
  })
  expect(JSON.stringify(report)).not.toContain('hunter2')
})
